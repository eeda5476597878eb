// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.options;

/** Planted faults: each breaks the protocol in one place, so that it can be seen that the checks find it. */
public enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** The store commits whatever it is asked to. */
    SKIP_COMPARE,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

/**
 * Planted faults: each leaves out a rule of the protocol, so that it can be seen that the checks after a run find it.
 */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** What was only read is not looked at again. */
    SKIP_VALIDATION,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN
}

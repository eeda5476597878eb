// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.options;

/** What a store's abort says the current values of. */
public enum Corrections {
    /** The keys whose compare failed, and those that the request would have written. */
    WRITTEN,
    /** The keys whose compare failed (NOCC 2). */
    FAILED
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.setup;

/** A rule of the protocol that is left out, to see that the checker finds what comes of it. */
public enum Breakage {
    /** Nothing is left out. */
    NONE,
    /** What was only read is not looked at again (Xenic 4.2 step 4). */
    SKIP_VALIDATION,
    /** Recovery does not look at logs (Xenic 4.2.1). */
    SKIP_LOG_SCAN
}

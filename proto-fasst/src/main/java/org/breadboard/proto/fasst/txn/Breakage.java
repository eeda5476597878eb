// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

/**
 * Planted faults: each breaks the protocol in one place, so that it can be seen that the checks after a run find it.
 */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** Read sets are not validated. */
    SKIP_VALIDATION,
    /** The last remote log replica gets no records. */
    DROP_LOG,
    /** An attempt that is given up keeps the locks that it has. */
    KEEP_LOCKS,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN
}

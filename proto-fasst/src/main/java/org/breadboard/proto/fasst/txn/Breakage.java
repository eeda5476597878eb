// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.kit.recovery.RecoveryAgent;

/**
 * Planted faults: each breaks the protocol in one place, so that it can be seen that the checks after a run find it.
 */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** Read sets are not validated. */
    SKIP_VALIDATION,
    /** Ranges of ordered tables are not validated. */
    SKIP_RANGES,
    /** Write sets are read but not locked. */
    SKIP_LOCK,
    /** The last remote log replica gets no records. */
    DROP_LOG,
    /** Records in remote logs name another key than was written. */
    MISNAME_LOG,
    /** A client is told that its transaction has committed before anything is logged. */
    REPORT_BEFORE_LOG,
    /** A primary unlocks before it writes the value, which it does a little later. */
    UNLOCK_BEFORE_WRITE,
    /** An attempt that is given up keeps the locks that it has. */
    KEEP_LOCKS,
    /** What is under way when a configuration ends is not locked in the next one. */
    SKIP_LOCK_REBUILD,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN,
    /** A record in a log counts as committed, whatever parts of it are missing. */
    SKIP_VOTE;

    /** What recovery leaves out. The vote is {@link org.breadboard.proto.fasst.table.FasstRecovery}'s own. */
    RecoveryAgent.Faults inRecovery() {
        return new RecoveryAgent.Faults(this == SKIP_LOCK_REBUILD, this == SKIP_LOG_SCAN, false);
    }
}

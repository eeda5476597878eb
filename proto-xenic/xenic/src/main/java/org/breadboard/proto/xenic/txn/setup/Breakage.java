// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.setup;

import org.breadboard.kit.recovery.RecoveryAgent;

/** A rule of the protocol that is left out, to see that the checker finds what comes of it. */
public enum Breakage {
    /** Nothing is left out. */
    NONE,
    /** What was committed may be evicted before the host has applied it (Xenic 4.2 step 6). */
    UNPIN_EARLY,
    /**
     * Transactions that the host has executed take their locks when they commit, not before their LOG (Xenic 4.2.4).
     */
    LOCK_AFTER_LOG,
    /** A host is told that its transaction has committed before any backup has logged it (Xenic 4.2 step 5). */
    REPORT_BEFORE_LOG,
    /** What was only read is not looked at again (Xenic 4.2 step 4). */
    SKIP_VALIDATION,
    /** Who has searched ordered tables does not wait for the rows of shipped transactions that are on their way. */
    SKIP_PENDING_ROWS,
    /** The last row that a shipped transaction inserted into an ordered table is not put in. */
    DROP_SHIPPED_ROW,
    /** An attempt that is given up keeps the locks that it has. */
    KEEP_LOCKS,
    /** What is under way when a configuration ends is not locked in the next one (Xenic 4.2.1). */
    SKIP_LOCK_REBUILD,
    /** Recovery does not look at logs (Xenic 4.2.1). */
    SKIP_LOG_SCAN,
    /** Recovery does not apply what workers had left in the logs' rings (Xenic 4.2.1). */
    SKIP_LOG_DRAIN,
    /** Recovery takes a transaction that is found in one log for committed, whatever others lack (Xenic 4.2.1). */
    SKIP_VOTE;

    /** What recovery leaves out. */
    public RecoveryAgent.Faults inRecovery() {
        return new RecoveryAgent.Faults(this == SKIP_LOCK_REBUILD, this == SKIP_LOG_SCAN, this == SKIP_VOTE);
    }
}

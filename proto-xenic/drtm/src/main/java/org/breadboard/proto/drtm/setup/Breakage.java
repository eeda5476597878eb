// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

import org.breadboard.kit.recovery.RecoveryAgent;

/** A rule of the protocol that is left out, to see that the checker finds the anomalies that it prevents. */
public enum Breakage {
    /** Nothing is left out. */
    NONE,
    /** No record of a hash table is looked at again (Xenic 2.2.1, phase 2). */
    SKIP_VALIDATION,
    /**
     * RPCs, and the own CPU, lock records whatever version they have; validation of what is written makes up for it.
     */
    LOCK_ANY_VERSION,
    /** A client is told that its transaction has committed before any backup has logged it (Xenic 2.2.1, phase 3). */
    REPORT_BEFORE_LOG,
    /** An attempt that is given up keeps the locks of records on its own node. */
    KEEP_OWN_LOCKS,
    /** A backup stores whatever comes, also over a later version. */
    APPLY_OLDER,
    /** What is under way when a configuration ends is not locked in the next one. */
    SKIP_LOCK_REBUILD,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN,
    /** Recovery takes a transaction for committed of which it finds a part. */
    SKIP_VOTE;

    /** What recovery leaves out. */
    public RecoveryAgent.Faults inRecovery() {
        return new RecoveryAgent.Faults(this == SKIP_LOCK_REBUILD, this == SKIP_LOG_SCAN, this == SKIP_VOTE);
    }
}

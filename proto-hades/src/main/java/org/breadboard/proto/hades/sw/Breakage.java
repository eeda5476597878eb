// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.kit.recovery.RecoveryAgent;

/**
 * Planted faults: each leaves out a rule of the protocol, so that it can be seen that the checks after a run find it.
 */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** What was only read is not looked at again. */
    SKIP_VALIDATION,
    /** What is written is not locked. */
    SKIP_LOCK,
    /** A record is unlocked a little before its new value is written. */
    UNLOCK_BEFORE_WRITE,
    /** An attempt that is given up keeps the locks that it has. */
    KEEP_LOCKS,
    /** What is under way when a configuration ends is not locked in the next one. */
    SKIP_LOCK_REBUILD,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN,
    /** What one log has counts as committed, whatever others lack. */
    SKIP_VOTE;

    /** What recovery leaves out. */
    RecoveryAgent.Faults inRecovery() {
        return new RecoveryAgent.Faults(this == SKIP_LOCK_REBUILD, this == SKIP_LOG_SCAN, this == SKIP_VOTE);
    }
}

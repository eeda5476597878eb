// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.EnumSet;
import java.util.Set;
import org.breadboard.kit.recovery.RecoveryAgent;

/** What a run can break on purpose, to see its check fail; what the hardware can break is a parameter of its own. */
enum Breakage {
    /** Nothing. */
    NONE,
    /** HADES-H commits without looking at its own node's versions again. */
    SKIP_LOCAL_VALIDATION,
    /** HADES-H writes to other nodes without moving versions. */
    KEEP_VERSIONS,
    /** HADES-H does not tell the NIC what it has read on its own node. */
    HIDE_READS,
    /** Nobody who keeps a temporary durable copy is told that the transaction commits before its client is. */
    SKIP_DECISION,
    /** What is under way when a configuration ends is not locked in the next one. */
    SKIP_LOCK_REBUILD,
    /** Recovery does not look at temporary durable copies. */
    SKIP_LOG_SCAN,
    /** What one node has decided counts as committed, whatever others lack. */
    SKIP_VOTE;

    /** What can be left out of HADES, whose own node is hardware's business. */
    static Set<Breakage> ofHardware() {
        return EnumSet.of(NONE, SKIP_DECISION, SKIP_LOCK_REBUILD, SKIP_LOG_SCAN, SKIP_VOTE);
    }

    /** What recovery leaves out. */
    RecoveryAgent.Faults inRecovery() {
        return new RecoveryAgent.Faults(this == SKIP_LOCK_REBUILD, this == SKIP_LOG_SCAN, this == SKIP_VOTE);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.kit.recovery.RecoveryAgent;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.LocalRecovery;
import org.breadboard.proto.hades.hades.recovery.CopyLog;
import org.breadboard.proto.hades.hades.recovery.HadesRecovery;
import org.breadboard.proto.hades.table.NodeTables;

/** HADES on one node: its copies of tables, known to the hardware, and its threads. */
final class HadesNode implements ProtocolNode {
    private final int node;
    private final ConflictTracking tracking;
    private final NodeTables tables;
    /** The copies that a recovery reads; null in a run in which no machine crashes, as is the recovery. */
    private final CopyLog log;

    private final HadesRecovery recovery;

    HadesNode(NodeContext scope, HadesRun run) {
        tables = new NodeTables(scope, run.context(), run.tables(), run::witnessWords);
        node = scope.node();
        tracking = scope.capability(ConflictTracking.class);
        tables.forEachPair(tracking::register);
        run.built(scope.node(), tables);
        log = scope.recovery() == null ? null : log(scope, run, tracking);
        for (int thread = 0; thread < run.threads(); thread++) {
            new HadesThread(scope, run, tables, tracking, log, thread);
        }
        recovery = log == null ? null : recovery(scope, run);
    }

    private static CopyLog log(NodeContext scope, HadesRun run, ConflictTracking tracking) {
        CopyLog log = new CopyLog(scope, run.specs(), run.threads(), run.contexts());
        tracking.register(log.region(), null);
        return log;
    }

    private HadesRecovery recovery(NodeContext scope, HadesRun run) {
        HadesOptions options = run.options();
        HadesRecovery source = new HadesRecovery(
                scope,
                run.placement(),
                tables,
                options.hybrid(),
                options.tables().cost());
        RecoverySource all = LocalRecovery.of(
                scope, run.placement(), tables.ordered(), options.tables().cost(), source);
        boolean skipsScan = options.breakage() == Breakage.SKIP_LOG_SCAN;
        RecoveryAgent.build(scope, run.placement(), all, new RecoveryAgent.Faults(false, skipsScan, false));
        return source;
    }

    @Override
    public List<Region> copy(int partition) {
        return tables.copy(partition);
    }

    /** Whether it has the decision on the attempt, and the write in its temporary durable copy. */
    @Override
    public boolean holds(Commit commit, int access) {
        int table = commit.transaction().table(access);
        return log.holds(
                commit,
                access,
                tables.isOrdered(table) ? null : tables.table(table).spec());
    }

    /** Nothing may be locked by the hardware or in an ordered table, or held by a recovery. */
    @Override
    public List<String> violations() {
        List<String> violations = new ArrayList<>(
                tables.locksLeft((table, partition) -> recovery == null ? 0 : recovery.held(table, partition)));
        int locks = tracking.locks();
        if (locks > 0) {
            violations.add(
                    "The directory of node " + node + " has " + locks + " locks, although nothing is under way.");
        }
        return violations;
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        tables.records(partition, visitor, (table, where, address, slot) -> table.witness(where, address, 0));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.List;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.kit.recovery.RecoveryAgent;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.LocalRecovery;
import org.breadboard.proto.hades.sw.recovery.CommitLog;
import org.breadboard.proto.hades.sw.recovery.SwRecovery;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.RecordTable;
import org.breadboard.proto.hades.table.RunTables;

/** SW-Impl on one node: its copies of tables and its threads. */
final class SwNode implements ProtocolNode {
    private final NodeTables tables;
    private final SwThread[] threads;
    private final boolean recovers;

    SwNode(NodeContext scope, ProtocolContext context, SwOptions options, RunTables images) {
        tables = new NodeTables(scope, context, images, table -> 0);
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        tables.forEachRegion(verbs::register);
        CommitLog log = scope.recovery() == null ? null : log(scope, context, verbs);
        threads = new SwThread[context.threads()];
        for (int thread = 0; thread < threads.length; thread++) {
            threads[thread] = new SwThread(scope, context, options, tables, log, thread);
        }
        recovers = log != null;
        if (recovers) {
            SwRecovery source = new SwRecovery(scope, context.placement(), tables, options.tables.cost());
            RecoverySource all =
                    LocalRecovery.of(scope, context.placement(), tables.ordered(), options.tables.cost(), source);
            boolean skipsScan = options.breakage == Breakage.SKIP_LOG_SCAN;
            RecoveryAgent.build(scope, context.placement(), all, new RecoveryAgent.Faults(false, skipsScan, false));
        }
    }

    /** The log that a recovery reads: where nothing crashes there is none. */
    private CommitLog log(NodeContext scope, ProtocolContext context, OneSidedVerbs verbs) {
        CommitLog log = new CommitLog(scope, context.tables(), context.threads(), context.contexts());
        verbs.register(log.region());
        CachedMemory cached = scope.capability(CachedMemory.class);
        if (cached != null) {
            cached.map(log.region());
        }
        return log;
    }

    @Override
    public List<Region> copy(int partition) {
        return tables.copy(partition);
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        tables.records(partition, visitor, SwNode::version);
    }

    @Override
    public boolean holds(Commit commit, int access) {
        return tables.holds(commit.transaction(), access, SwNode::version);
    }

    private static long version(RecordTable table, int partition, long address, byte[] slot) {
        return AugmentedFormat.version(AugmentedFormat.header(slot, 0));
    }

    /** Nothing may be locked. */
    @Override
    public List<String> violations() {
        return tables.locksLeft((of, partition) -> {
            RecordTable table = tables.table(of);
            return ((AugmentedFormat) table.format()).locked(table.region(partition), recovers);
        });
    }

    @Override
    public boolean isAtRest() {
        for (SwThread thread : threads) {
            if (!thread.isAtRest()) {
                return false;
            }
        }
        return true;
    }
}

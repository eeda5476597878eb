// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.PhaseTimes;
import org.breadboard.proto.hades.sw.recovery.CommitLog;
import org.breadboard.proto.hades.sw.recovery.SwLog;
import org.breadboard.proto.hades.table.HostMemory;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.ThreadTables;

/**
 * One host thread: its queue pair to each node, its contexts, and what they share. Nobody asks it anything: all verbs
 * are one-sided.
 */
final class SwThread implements StageProgram {
    private static final int SLOTS_PER_CONTEXT = 32;
    private static final int FEWEST_SLOTS = 64;

    private final Unlocks unlocks;

    SwThread(
            NodeContext scope,
            ProtocolContext context,
            SwOptions options,
            NodeTables nodeTables,
            CommitLog log,
            int number) {
        int node = scope.node();
        int nodes = scope.nodes();
        Stage stage = scope.stage(new StageSpec("host" + number, 1, HostMemory.affinity(scope)), this);
        ThreadTables tables = new ThreadTables(scope, stage, nodeTables, options.tables, number);
        CpuTime cpu = new CpuTime(scope);
        boolean locksByCpu = scope.capability(CachedMemory.class) != null;
        TransactionSource source = scope.transactions(stage, number);
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        int slots = Math.max(FEWEST_SLOTS, SLOTS_PER_CONTEXT * source.contexts());
        int sharers = Math.min(options.sharers, context.threads());
        OneSidedVerbs.QueuePair[] queuePairs = new OneSidedVerbs.QueuePair[nodes];
        for (int to = 0; to < nodes; to++) {
            if (to != node || !locksByCpu) {
                queuePairs[to] = verbs.connect(stage, to, OneSidedVerbs.Transport.RC, slots, sharers);
            }
        }
        unlocks = new Unlocks(queuePairs, cpu, slots, source.contexts());
        stage.add(unlocks);
        SwLog ownLog = log == null ? null : new SwLog(log, nodes, node, number);
        SwSetup setup =
                new SwSetup(options, node, context.placement(), tables, cpu, queuePairs, locksByCpu, unlocks, ownLog);
        for (int i = 0; i < source.contexts(); i++) {
            stage.add(new SwTransaction(setup, source, i, new PhaseTimes(scope)));
        }
    }

    @Override
    public void receive(Step step, Message message) {
        throw new IllegalStateException(
                "SW-Impl uses one-sided verbs only, but node " + message.sourceNode() + " has sent a message");
    }

    boolean isAtRest() {
        return unlocks.isAtRest();
    }
}

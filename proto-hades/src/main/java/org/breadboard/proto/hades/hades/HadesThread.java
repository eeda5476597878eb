// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.PhaseTimes;
import org.breadboard.proto.hades.hades.recovery.CopyLog;
import org.breadboard.proto.hades.hades.recovery.HadesLog;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.ThreadTables;

/** One core and the transactions that it multiplexes. Nobody asks it anything: other nodes are answered by the NIC. */
final class HadesThread implements StageProgram {
    HadesThread(
            NodeContext scope,
            HadesRun run,
            NodeTables nodeTables,
            ConflictTracking tracking,
            CopyLog log,
            int number) {
        Stage stage = scope.stage(new StageSpec("host" + number, 1, CachedMemory.AFFINITY), this);
        HadesSetup setup = new HadesSetup(
                run,
                scope.node(),
                new ThreadTables(scope, stage, nodeTables, run.options().tables(), number),
                new CpuTime(scope),
                log == null
                        ? null
                        : new HadesLog(
                                log,
                                scope.node(),
                                number,
                                queuePairs(scope, stage, run.contexts()),
                                Integer.toUnsignedLong(scope.firstNumber())),
                scope.counter("hades.lockedFirst"),
                scope.counter("hades.withoutLocalFilters"));
        TransactionSource source = scope.transactions(stage, number);
        for (int i = 0; i < source.contexts(); i++) {
            stage.add(new HadesTransaction(setup, tracking, stage, source, i, new PhaseTimes(scope)));
        }
    }

    /** To each other node: a context has one decision at a time under way to it. */
    private static QueuePair[] queuePairs(NodeContext scope, Stage stage, int contexts) {
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        QueuePair[] queuePairs = new QueuePair[scope.nodes()];
        for (int to = 0; to < queuePairs.length; to++) {
            if (to != scope.node()) {
                queuePairs[to] = verbs.connect(stage, to, Transport.RC, contexts, 1);
            }
        }
        return queuePairs;
    }

    @Override
    public void receive(Step step, Message message) {
        throw new IllegalStateException(
                "HADES's NICs answer each other, but node " + message.sourceNode() + " has sent a core a message");
    }
}

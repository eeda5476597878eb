package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.PhaseTimes;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.ThreadTables;

/** One core and the transactions that it multiplexes. Nobody asks it anything: other nodes are answered by the NIC. */
final class HadesThread implements StageProgram {
    HadesThread(NodeContext scope, HadesRun run, NodeTables nodeTables, ConflictTracking tracking, int number) {
        Stage stage = scope.stage(new StageSpec("host" + number, 1, CachedMemory.AFFINITY), this);
        HadesSetup setup = new HadesSetup(
                run,
                scope.node(),
                new ThreadTables(scope, stage, nodeTables, run.options().tables()),
                new CpuTime(scope),
                scope.counter("hades.lockedFirst"),
                scope.counter("hades.withoutLocalFilters"));
        TransactionSource source = scope.transactions(stage, number);
        for (int i = 0; i < source.contexts(); i++) {
            stage.add(new HadesTransaction(setup, tracking, stage, source, i, new PhaseTimes(scope)));
        }
    }

    @Override
    public void receive(Step step, Message message) {
        throw new IllegalStateException(
                "HADES's NICs answer each other, but node " + message.sourceNode() + " has sent a core a message");
    }
}

package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.sw.CpuTime;
import org.breadboard.proto.hades.sw.PhaseTimes;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.ThreadTables;

/** One core and the transactions that it multiplexes. Nobody asks it anything: other nodes are answered by the NIC. */
final class HadesThread implements StageProgram {
    private final HadesRun run;
    private final int node;
    private final ThreadTables tables;
    private final CpuTime cpu;
    private final Counter lockedFirst;
    private final Counter degraded;

    HadesThread(NodeContext scope, HadesRun run, NodeTables nodeTables, ConflictTracking tracking, int number) {
        this.run = run;
        node = scope.node();
        Stage stage = scope.stage(new StageSpec("host" + number, 1, CachedMemory.AFFINITY), this);
        tables = new ThreadTables(scope, stage, nodeTables, run.options().tables());
        cpu = new CpuTime(scope);
        lockedFirst = scope.counter("hades.lockedFirst");
        degraded = scope.counter("hades.withoutLocalFilters");
        TransactionSource source = scope.transactions(stage, number);
        for (int i = 0; i < source.contexts(); i++) {
            stage.add(new HadesTransaction(this, tracking, stage, source, i, new PhaseTimes(scope)));
        }
    }

    @Override
    public void receive(Step step, Message message) {
        throw new IllegalStateException(
                "HADES's NICs answer each other, but node " + message.sourceNode() + " has sent a core a message");
    }

    HadesRun run() {
        return run;
    }

    HadesOptions options() {
        return run.options();
    }

    int node() {
        return node;
    }

    ThreadTables tables() {
        return tables;
    }

    CpuTime cpu() {
        return cpu;
    }

    /** Counts the attempts that locked before they executed. */
    Counter lockedFirst() {
        return lockedFirst;
    }

    /** Counts the attempts whose local part was software's, since the node's filters had run out. */
    Counter degraded() {
        return degraded;
    }
}

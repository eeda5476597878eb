package org.breadboard.proto.hades.sw;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.table.HostMemory;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.ThreadTables;

/** One host thread: its queue pair to each node, its contexts, and what they share. Nobody asks it anything: all verbs are one-sided. */
final class SwThread implements StageProgram {
    private static final int SLOTS_PER_CONTEXT = 32;
    private static final int FEWEST_SLOTS = 64;

    private final SwOptions options;
    private final int node;
    private final Placement placement;
    private final ThreadTables tables;
    private final CpuTime cpu;
    private final OneSidedVerbs.QueuePair[] queuePairs;
    private final boolean locksByCpu;
    private final Unlocks unlocks;

    SwThread(NodeContext scope, ProtocolContext context, SwOptions options, NodeTables nodeTables, int number) {
        this.options = options;
        node = scope.node();
        int nodes = scope.nodes();
        placement = context.placement();
        Stage stage = scope.stage(new StageSpec("host" + number, 1, HostMemory.affinity(scope)), this);
        tables = new ThreadTables(scope, stage, nodeTables, options.tables());
        cpu = new CpuTime(scope);
        locksByCpu = scope.capability(CachedMemory.class) != null;
        TransactionSource source = scope.transactions(stage, number);
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        int slots = Math.max(FEWEST_SLOTS, SLOTS_PER_CONTEXT * source.contexts());
        int sharers = Math.min(options.sharers(), context.threads());
        queuePairs = new OneSidedVerbs.QueuePair[nodes];
        for (int to = 0; to < nodes; to++) {
            if (to != node || !locksByCpu) {
                queuePairs[to] = verbs.connect(stage, to, OneSidedVerbs.Transport.RC, slots, sharers);
            }
        }
        unlocks = new Unlocks(this);
        stage.add(unlocks);
        for (int i = 0; i < source.contexts(); i++) {
            stage.add(new SwTransaction(this, source, i, new PhaseTimes(scope)));
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

    // What transactions use.

    SwOptions options() {
        return options;
    }

    SoftwareCosts costs() {
        return options.costs();
    }

    Placement placement() {
        return placement;
    }

    ThreadTables tables() {
        return tables;
    }

    HostMemory memory() {
        return tables.memory();
    }

    CpuTime cpu() {
        return cpu;
    }

    /** The queue pair to each node; to the own one only unless {@link #locksByCpu}. */
    OneSidedVerbs.QueuePair[] queuePairs() {
        return queuePairs;
    }

    /** Whether the CPU's own compare-and-set is atomic with the NIC's. */
    boolean locksByCpu() {
        return locksByCpu;
    }

    Unlocks unlocks() {
        return unlocks;
    }

    int node() {
        return node;
    }
}

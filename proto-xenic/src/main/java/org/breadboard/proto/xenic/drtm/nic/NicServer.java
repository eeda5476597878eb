package org.breadboard.proto.xenic.drtm.nic;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.kit.nic.VerbMemory;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.xenic.drtm.setup.Breakage;
import org.breadboard.proto.xenic.drtm.setup.DrtmOptions;

/**
 * What runs on a core of the NIC where that handles RPCs: it begins each request that has arrived, goes on with it when
 * its verbs are complete, and replies. One core.
 */
public final class NicServer implements StageProgram, HostMemory.Callback {
    /** Of what an item costs over both sides, the part of who asks (assumed). */
    static final double CALLERS_SHARE = 0.5;

    private final TableCopies[] tables;
    private final NicCores.Channel channel;
    private final VerbMemory memory;
    private final double entryNs;
    private final boolean anyVersion;
    private final ArrayDeque<Message> unsent = new ArrayDeque<>();
    private NicOperation[] operations = new NicOperation[0];
    private int[] free = new int[0];
    private int freeCount;

    /**
     * Puts itself on a core. Only while the node is built.
     *
     * @param callersPerCore how many coroutines of each node ask it
     */
    public NicServer(
            NodeContext scope, NicCores nic, int core, TableCopies[] tables, DrtmOptions options, int callersPerCore) {
        this.tables = tables;
        entryNs = (1 - CALLERS_SHARE) * options.rpc.entryNs();
        anyVersion = options.breakage == Breakage.LOCK_ANY_VERSION;
        Stage stage = nic.core(core, this);
        int messages = scope.nodes() * callersPerCore;
        channel = nic.openFlow(stage, core, NicCores.ChannelSpec.gathering(messages, messages));
        memory = new VerbMemory(scope.capability(OneSidedVerbs.class), stage, this);
    }

    VerbMemory memory() {
        return memory;
    }

    TableCopies table(int table) {
        return tables[table];
    }

    int tables() {
        return tables.length;
    }

    double entryNs() {
        return entryNs;
    }

    /** Whether a broken protocol locks records whatever version they have. */
    boolean locksAnyVersion() {
        return anyVersion;
    }

    // What arrives.

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        message.keep();
        take().begin(step, message);
    }

    @Override
    public void completed(Step step, int operation, int part, Message message) {
        NicOperation under = operations[operation];
        if (under.completed(step, part, message)) {
            Message reply = under.reply(step);
            reply.targetNode(under.request().sourceNode());
            reply.port(under.request().kind());
            step.release(under.request());
            free[freeCount++] = operation;
            if (!unsent.isEmpty() || !offer(step, reply)) {
                unsent.add(reply);
            }
        }
    }

    @Override
    public void woken() {
        // No timer is set.
    }

    /** A reply goes to the thread that asked, whose queue has its number. */
    private boolean offer(Step step, Message reply) {
        return channel.toHost(step, reply.targetNode(), reply.port(), reply);
    }

    // What leaves.

    @Override
    public Transmit transmit(Step step) {
        memory.submit(step);
        while (!unsent.isEmpty() && offer(step, unsent.peek())) {
            unsent.remove();
        }
        Transmit done = channel.transmit(step);
        boolean left = memory.isWaiting() || !unsent.isEmpty();
        return done == Transmit.IDLE && left ? Transmit.FULL : done;
    }

    private NicOperation take() {
        if (freeCount == 0) {
            int count = operations.length;
            operations = Arrays.copyOf(operations, Math.max(16, 2 * count));
            free = new int[operations.length];
            for (int i = operations.length - 1; i >= count; i--) {
                operations[i] = new NicOperation(i, this);
                free[freeCount++] = i;
            }
        }
        return operations[free[--freeCount]];
    }
}

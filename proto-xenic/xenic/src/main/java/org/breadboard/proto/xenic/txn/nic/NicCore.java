// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.LogEnd;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What runs on a core of the NIC (Xenic 4.3): it handles a burst of what has arrived, and then submits the DMAs and
 * sends the packets that this has gathered. It coordinates transactions of its own host's contexts, and serves what
 * cores of the same number on other nodes ask of its shard.
 */
public final class NicCore implements StageProgram, HostMemory.Callback {
    private final NicCores.Channel channel;
    private final LogEnd log;
    private final CoreCosts costs;
    private final HostMemory memory;
    private final Outbox outbox;
    private final ShardServer server;
    private final NicTransaction[] transactions;
    private final Slots slots;
    private final int contexts;
    private final ArrayDeque<Message> unstarted = new ArrayDeque<>();
    private final RecordBatch incoming = new RecordBatch();

    /** Core {@code number}, which coordinates up to {@code most} transactions at a time. */
    public NicCore(NicSetup setup, NodeContext scope, NicCores nic, int number, int most) {
        XenicOptions.Nic options = setup.options();
        Counter misses = scope.counter("xenic.indexMisses");
        Counter fullLogs = scope.counter("xenic.logFull");
        log = setup.shard().logEnd();
        Stage stage = nic.core(number, this);
        // From each node a request and a release for each of its transactions; their answers; two from a context of the
        // host.
        int each = options.combinedOperations ? 3 : options.singleRequests;
        int receives = 2 * setup.nodes() * most * each
                + 4 * most
                + 4 * setup.shard().log().workers();
        channel = nic.openFlow(
                stage,
                number,
                new NicCores.ChannelSpec(
                        receives, 16 * setup.nodes() + 4 * most, options.aggregation, options.aggregation));
        costs = new CoreCosts(nic.coreMemory(stage), options.itemNs);
        // The way to the host's memory: by DMA on the path, by verbs off it.
        memory = nic instanceof NicCompute engines
                ? HostMemory.byDma(engines, stage, options.asyncDma, this)
                : HostMemory.of(scope, nic, stage, this);
        outbox = new Outbox(channel, costs, setup.node(), number);
        server = new ShardServer(setup, memory, costs, outbox, this::answered, misses, fullLogs);
        contexts = setup.contexts();
        slots = new Slots(most, setup.recovers());
        transactions = new NicTransaction[most];
        for (int slot = 0; slot < most; slot++) {
            transactions[slot] = new NicTransaction(setup, number, slot, outbox, server, this::ended);
        }
    }

    /** The host's reference of the transaction that a reference of this core names. */
    public long hostReference(long reference) {
        return transaction(reference).hostReference();
    }

    private NicTransaction transaction(long reference) {
        return transactions[Wire.slot(reference)];
    }

    // What arrives.

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        costs.message(step, Wire.records(message));
        int kind = message.kind();
        switch (kind) {
            case Wire.SUBMIT -> {
                slots.submitted(context(message));
                start(step, message);
            }
            case Wire.EXECUTION -> transactions[Wire.number(message) & 0xffff].executed(step, message);
            case Wire.APPLIED -> {
                costs.hit(step);
                log.applied(Wire.number(message), Wire.reference(message));
            }
            case Wire.EXECUTE, Wire.VALIDATE, Wire.LOG, Wire.COMMIT, Wire.RELEASE, Wire.SHIP, Wire.COMMIT_SHIPPED ->
                server.receive(step, message);
            default -> {
                incoming.clear();
                incoming.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
                Outcome outcome = Outcome.of(Wire.outcome(message));
                answered(step, Wire.reference(message), kind, outcome, Wire.number(message), incoming);
            }
        }
    }

    private void answered(Step step, long reference, int kind, Outcome outcome, int with, RecordBatch batch) {
        transaction(reference).answered(step, kind, outcome, with, batch);
    }

    @Override
    public void completed(Step step, int operation, int part, Message message) {
        server.completed(step, operation, part, message);
    }

    /** The time to try again has come: this burst's transmit phase does. */
    @Override
    public void woken() {
        server.woken();
    }

    // The host's transactions.

    private void start(Step step, Message message) {
        if (slots.areTaken()) {
            message.keep();
            unstarted.add(message);
        } else {
            transactions[slots.take(context(message))].begin(step, message);
        }
    }

    /** The number of the host's context that submits a transaction. */
    private int context(Message submit) {
        long host = Wire.reference(submit);
        return HostWire.thread(host) * contexts + HostWire.context(host);
    }

    /** A transaction is over on the NIC; the next one that waits begins. */
    private void ended(Step step, int slot) {
        slots.ended(slot);
        if (!unstarted.isEmpty() && !slots.areTaken()) {
            Message message = unstarted.remove();
            start(step, message);
            step.release(message);
        }
    }

    // What leaves.

    @Override
    public Transmit transmit(Step step) {
        server.retry(step);
        outbox.retry(step);
        memory.submit(step);
        Transmit done = outbox.transmit(step);
        boolean left = outbox.isWaiting() || memory.isWaiting();
        return done == Transmit.IDLE && left ? Transmit.FULL : done;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import java.util.function.Function;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;

/**
 * The RPC endpoint of one host thread, and the master coroutine that drives it (FaSST 4.1). It serves the requests that
 * have arrived, gathers responses until a worker has all it waits for, and sends a burst's responses together.
 *
 * <p>Thread i speaks with thread i of the other nodes only (FaSST 4.2, {@link DatagramPort}), or with the cores of NICs
 * that serve in their place ({@link CorePort}).
 */
public final class RpcEndpoint implements StageProgram {
    private static final int SMALL_MESSAGE_BYTES = 128;
    private static final int TYPES = 256;

    private final RpcOptions options;
    private final int node;
    private final int nodes;
    private final int thread;
    private final int epoch;
    private final int workers;
    private final Stage stage;
    private final RpcPort port;
    private final RpcHandler[] handlers = new RpcHandler[TYPES];
    private final int[] responseBytes = new int[TYPES];
    private final RpcWorker[] coroutines;
    private final RpcCaller caller = new RpcCaller();
    private final Outbox outbox = new Outbox();
    private final Budget budget;
    private final LossDetector lossDetector;
    private final Counter requests;
    private final Counter served;
    private final Counter late;
    private final Counter losses;
    private Runnable afterPoll = () -> {};
    private int attached;

    /**
     * Opens the endpoint of a thread, on a stage of its own. Only while the node is built.
     *
     * @param who the thread; so many workers will be attached
     * @param opens its way to whoever serves its requests
     */
    public RpcEndpoint(NodeScope scope, RpcOptions options, RpcThread who, Function<Stage, RpcPort> opens) {
        this.options = options;
        this.node = scope.node();
        this.nodes = scope.nodes();
        this.epoch = scope.epoch();
        this.thread = who.number();
        this.workers = who.workers();
        this.coroutines = new RpcWorker[workers];
        this.budget = new Budget(nodes, options.budgetOf(workers));
        this.requests = scope.counter("fasst.requests");
        this.served = scope.counter("fasst.served");
        this.late = scope.counter("fasst.lateResponses");
        this.losses = scope.counter("fasst.suspectedLosses");
        this.stage = scope.stage(new StageSpec("host" + thread, options.hostSpeed, ""), this);
        this.port = opens.apply(stage);
        this.lossDetector = new LossDetector(this, options.lossTimeoutNs);
        stage.add(lossDetector);
    }

    /** The stage that the endpoint and its coroutines run on. */
    public Stage stage() {
        return stage;
    }

    /** The largest message that it sends or receives. */
    public int maxMessageBytes() {
        return port.maxMessageBytes();
    }

    /** The longest payload of a request or response. */
    public int longestPayloadBytes() {
        return port.maxMessageBytes() - RpcWire.ENTRY_HEADER_BYTES;
    }

    /**
     * Registers the handler of a request type. Only while the node is built.
     *
     * @param type from 0 to 255
     * @param maxResponseBytes the longest payload that it answers with
     */
    public void register(int type, RpcHandler handler, int maxResponseBytes) {
        handlers[type] = handler;
        responseBytes[type] = maxResponseBytes;
    }

    /** What is done after all that one poll found is served. Only while the node is built. */
    public void afterPoll(Runnable action) {
        afterPoll = action;
    }

    /** A batch for one worker of this endpoint. */
    RpcBatch batch() {
        return new RpcBatch(options.coalescing, port.maxMessageBytes());
    }

    /** Adds a worker and returns its coroutine's number, counted from 1. Only while the node is built. */
    int attach(RpcWorker worker) {
        coroutines[attached++] = worker;
        stage.add(worker);
        return attached;
    }

    RpcOptions options() {
        return options;
    }

    RpcWorker[] coroutines() {
        return coroutines;
    }

    /** How many workers it was built for. */
    public int workers() {
        return workers;
    }

    // The master: what arrives.

    @Override
    public void receive(Step step, Message message) {
        port.polled(step, message);
        step.busy(options.cost.messageNs());
        if (RpcWire.isRequest(message.kind())) {
            serve(step, message);
        } else {
            gather(step, message);
        }
    }

    private void serve(Step step, Message request) {
        int immediate = request.kind();
        int count = RpcWire.count(immediate);
        int from = RpcWire.machine(immediate);
        caller.set(from, thread, RpcWire.coroutine(immediate));
        Message response = step.take(SMALL_MESSAGE_BYTES);
        int at = 0;
        for (int i = 0; i < count; i++) {
            int entry = RpcWire.entry(request.bytes(), at);
            int type = RpcWire.kind(entry);
            int payloadAt = at + RpcWire.ENTRY_HEADER_BYTES;
            int length = RpcWire.lengthBytes(entry);
            if (handlers[type] == null) {
                throw new IllegalStateException("no table is registered under request type " + type);
            }
            response = withRoom(step, response, RpcWire.ENTRY_HEADER_BYTES + responseBytes[type]);
            int responseAt = response.lengthBytes();
            int reply = handlers[type].handle(
                    step,
                    caller,
                    request.bytes(),
                    payloadAt,
                    length,
                    response.bytes(),
                    responseAt + RpcWire.ENTRY_HEADER_BYTES);
            int replyBytes = RpcHandler.lengthBytes(reply);
            RpcWire.putEntry(response.bytes(), responseAt, RpcHandler.status(reply), replyBytes);
            response.lengthBytes(responseAt + RpcWire.ENTRY_HEADER_BYTES + replyBytes);
            at = payloadAt + length;
        }
        served.add(count);
        response.kind(RpcWire.immediate(false, count, epoch, node, RpcWire.coroutine(immediate)));
        response.targetNode(from);
        step.busy(options.cost.messageNs());
        if (options.responseBatching) {
            outbox.add(response);
        } else {
            port.replenish(step);
            send(step, response);
            port.doorbell(step);
        }
    }

    private void gather(Step step, Message response) {
        int immediate = response.kind();
        int from = RpcWire.machine(immediate);
        if (RpcWire.isTurnedRound(immediate)) {
            from = response.sourceNode();
            RpcWire.refuse(response);
        }
        RpcWorker worker = coroutines[RpcWire.coroutine(immediate) - 1];
        if (worker.isRetired()) {
            late.add(1);
            return;
        }
        if (!worker.batch().accept(from, RpcWire.count(immediate), response)) {
            throw new IllegalStateException("node " + from + " answered coroutine " + RpcWire.coroutine(immediate)
                    + " of thread " + thread + " of node " + node + ", which waits for nothing from there");
        }
        response.keep();
        budget.release(step, from);
        if (worker.answered()) {
            step.ready(worker);
        }
    }

    private Message withRoom(Step step, Message message, int moreBytes) {
        int length = message.lengthBytes() + moreBytes;
        if (length <= message.capacityBytes()) {
            return message;
        }
        Message larger = step.take(Math.max(length, Math.min(port.maxMessageBytes(), 2 * message.capacityBytes())));
        larger.copyOf(message);
        step.release(message);
        return larger;
    }

    // What leaves.

    @Override
    public Transmit transmit(Step step) {
        afterPoll.run();
        boolean receives = port.replenish(step);
        int posted = 0;
        while (!outbox.isEmpty()) {
            Message message = outbox.first();
            if (!port.post(step, message)) {
                port.doorbell(step);
                return Transmit.FULL;
            }
            outbox.removeFirst();
            if (++posted % options.postList == 0) {
                port.doorbell(step);
            }
        }
        Transmit flushed = port.flush(step);
        return posted > 0 || receives ? Transmit.SENT : flushed;
    }

    /** Posts a message, or leaves it for the transmit phase if the send queue is full. */
    private void send(Step step, Message message) {
        if (!port.post(step, message)) {
            outbox.add(message);
        }
    }

    // The workers' side.

    /**
     * Sends a worker's batch; false if the thread's budget for one of its nodes is used up: the worker is woken to try
     * again.
     */
    boolean call(Step step, RpcWorker worker) {
        RpcBatch batch = worker.batch();
        if (!budget.take(worker, batch)) {
            return false;
        }
        budget.wake(step);
        port.replenish(step);
        int messages = batch.messages();
        for (int slot = 0; slot < messages; slot++) {
            int to = batch.node(slot);
            Message message = batch.seal(slot, epoch, node, worker.coroutine());
            message.targetNode(to);
            step.busy(options.cost.messageNs());
            send(step, message);
            if (!options.requestBatching || (slot + 1) % options.postList == 0) {
                port.doorbell(step);
            }
        }
        port.doorbell(step);
        step.busy(port.entryShare() * options.cost.entryNs() * batch.entries());
        requests.add(batch.entries());
        worker.await(messages);
        lossDetector.arm(step);
        return true;
    }

    /** A worker has lost a packet: whatever comes for it from now on is late. */
    void retire(Step step, RpcWorker worker) {
        losses.add(1);
        RpcBatch batch = worker.batch();
        for (int slot = 0; slot < batch.messages(); slot++) {
            if (batch.isOutstanding(slot)) {
                budget.release(step, batch.node(slot));
            }
        }
        batch.clear(step);
    }
}

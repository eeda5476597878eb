// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.verbs;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.memory.Requester;
import org.breadboard.hw.rdma.memory.Responder;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.hw.rdma.nic.Ways;

/**
 * The requester's half of a connected queue pair. Reliable transports number their requests; the other half,
 * {@link Responder}, executes them in that order and each once, however often the network loses or repeats a packet.
 * Where the network has faults, {@link Retries} send again what is not answered. A queue pair that did so as often as
 * it may, without hearing anything, is broken for good: it is counted once, and takes no more verbs.
 *
 * <p>Verbs are called by the thread of its stage. Live, answers and timeouts may come on another thread that serves the
 * same node, so what both touch is guarded by the window. A slot of the send queue is free when its completion was
 * taken off the ring of the stage, whether the task still wanted it or not: posting never runs ahead of the ring.
 */
public final class ConnectedQueuePair extends Requester implements OneSidedVerbs.QueuePair, Place {
    private static final long CONNECTED = 1L << 62;
    private static final long DYNAMIC = 1L << 61;
    private static final long PASSIVE = 1L << 60;

    private final int node;
    private final int nic;
    private final NicParameters parameters;
    private final Ways ways;
    private final Stage stage;
    private final Transport transport;
    private final double postNs;
    private final long stateKey;
    private final Responder responder;
    private final DynamicConnection connection;
    private final Counter requests;
    private final Counter doorbells;
    private final Counter repeatedAnswers;
    private final Counter broke;

    private final Message[] waiting;
    private final AnswerWindow window;
    private final Retries retries;
    /** Null where nothing is lost, or stays lost. */
    private final SentRequests requestsSent;

    private final AtomicInteger underway = new AtomicInteger();
    private int waitingCount;
    private int target;
    private volatile boolean broken;

    /**
     * A queue pair to be connected.
     *
     * @param target the other node
     * @param sendSlots the depth of the send queue
     * @param sharers how many threads post to it
     * @param group which group of as many threads has it
     * @param ordinal how many queue pairs of its stage go to the same peer and were there before
     */
    record Spec(Stage stage, int target, Transport transport, int sendSlots, int sharers, int group, int ordinal) {}

    /**
     * Connects one.
     *
     * @param timer the time after which it sends again
     * @param faulty whether the network may lose or repeat packets, or have them overtake each other
     */
    ConnectedQueuePair(
            NodeScope scope, NicParameters parameters, Ways ways, Resource timer, boolean faulty, Spec spec) {
        node = scope.node();
        nic = spec.group() % parameters.nics;
        this.parameters = parameters;
        this.ways = ways;
        stage = spec.stage();
        target = spec.target();
        transport = spec.transport();
        int sendSlots = spec.sendSlots();
        waiting = new Message[sendSlots];
        window = new AnswerWindow(sendSlots, scope.firstNumber());
        postNs = parameters.cpuPostNs + sharingNs(parameters, spec.sharers());
        stateKey = (transport == Transport.DC ? DYNAMIC : CONNECTED)
                | (long) spec.group() << 40
                | (long) spec.ordinal() << 20;
        requests = scope.counter("rdma.requests");
        doorbells = scope.counter("rdma.doorbells");
        Counter retransmissions = scope.counter("rdma.retransmissions");
        repeatedAnswers = scope.counter("rdma.repeatedAnswers");
        broke = scope.counter("rdma.brokenQueuePairs");
        boolean keeps = faulty && transport != Transport.UC;
        responder = new Responder(
                transport,
                keeps,
                sendSlots,
                scope.counter("rdma.repeatedRequests"),
                scope.counter("rdma.requestsToAnotherGeneration"));
        responder.expect(scope.firstNumber());
        connection = transport == Transport.DC ? new DynamicConnection(this, scope, ways.egress()) : null;
        retries = new Retries(this, window, sendSlots, keeps, parameters, ways.egress(), timer, retransmissions);
        requestsSent = retries.requestsSent();
    }

    /**
     * A lock at each post, and the queue's cache lines from the core that posted last, if that was another (FaSST
     * 3.3.2).
     */
    private static double sharingNs(NicParameters parameters, int sharers) {
        if (sharers == 1) {
            return 0;
        }
        double elsewhere = (sharers - 1.0) / sharers;
        return parameters.cpuLockNs + parameters.sharedLines * parameters.cpuLineTransferNs * elsewhere;
    }

    /** Whether it is another queue pair of the same stage to the same peer. */
    boolean isLike(Stage stage, Transport transport, int node) {
        boolean dynamic = transport == Transport.DC;
        return this.stage == stage && dynamic == (this.transport == Transport.DC) && (dynamic || target == node);
    }

    @Override
    public Responder responder() {
        return responder;
    }

    /** Null unless the transport is {@link Transport#DC}. */
    DynamicConnection connection() {
        return connection;
    }

    @Override
    public boolean read(Step step, Task task, String name, long address, int lengthBytes) {
        allow(transport == Transport.RC || transport == Transport.DC, "READ");
        if (isFull()) {
            return false;
        }
        Message message = step.take(lengthBytes);
        message.register(2, lengthBytes);
        post(step, task, Packet.READ, regionIndex(name), address, message);
        return true;
    }

    @Override
    public boolean write(Step step, Task task, String name, long address, Message payload) {
        allow(transport != Transport.UD, "WRITE");
        if (isFull()) {
            return false;
        }
        write(step, task, regionIndex(name), address, payload);
        return true;
    }

    /**
     * Writes the payload, with immediate data, to what the target's port has posted; nobody is told when it is there.
     */
    public boolean writeWithImmediate(Step step, int port, Message payload) {
        if (isFull()) {
            return false;
        }
        payload.port(port);
        write(step, null, Packet.RECEIVES, 0, payload);
        return true;
    }

    private void write(Step step, Task task, int region, long address, Message payload) {
        post(step, task, Packet.WRITE, region, address, payload);
        if (payload.lengthBytes() > parameters.inlineBytes) {
            Packet.set(payload, Packet.FETCHED);
        }
    }

    @Override
    public boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value) {
        return atomic(step, task, Packet.SWAP, name, address, expected, value);
    }

    @Override
    public boolean fetchAndAdd(Step step, Task task, String name, long address, long delta) {
        return atomic(step, task, Packet.ADD, name, address, delta, 0);
    }

    private boolean atomic(Step step, Task task, int operation, String name, long address, long first, long second) {
        allow(transport == Transport.RC || transport == Transport.DC, "ATOMIC");
        if (isFull()) {
            return false;
        }
        Message message = step.take(Packet.WORD_BYTES);
        message.register(2, first);
        message.register(3, second);
        post(step, task, operation, regionIndex(name), address, message);
        return true;
    }

    private void allow(boolean allowed, String verb) {
        if (!allowed) {
            throw new IllegalStateException("Transport " + transport + " does not allow " + verb
                    + " (FaSST Table 1): WRITE needs RC, UC or DC;" + " READ and atomics need RC or DC.");
        }
    }

    private boolean isFull() {
        return broken || underway.get() == waiting.length;
    }

    /** A slot is free: its completion was taken off the ring, or there was none to wait for. */
    @Override
    public void free() {
        underway.getAndDecrement();
    }

    private void post(Step step, Task task, int operation, int region, long address, Message message) {
        underway.getAndIncrement();
        address(message);
        message.owner(this);
        message.completeTo(task);
        message.register(1, address);
        Packet.operation(message, operation, region, number());
        waiting[waitingCount++] = message;
        step.busy(postNs);
    }

    /** Has a message go from here to the other half. */
    void address(Message message) {
        message.sourceNode(node);
        message.targetNode(target);
    }

    /** Whether it is broken for good. */
    boolean isBroken() {
        return broken;
    }

    /** What it does again. */
    Retries retries() {
        return retries;
    }

    private int number() {
        synchronized (window) {
            int sequence = window.number();
            retries.begin(sequence);
            return sequence;
        }
    }

    @Override
    public void doorbell(Step step) {
        if (waitingCount == 0) {
            return;
        }
        Packet.ring(waiting[0], waitingCount);
        step.busy(parameters.cpuDoorbellNs);
        for (int i = 0; i < waitingCount; i++) {
            step.leave(ways.posted(), waiting[i]);
            waiting[i] = null;
        }
        requests.add(waitingCount);
        doorbells.add(1);
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(parameters.cpuPollNs);
    }

    @Override
    public void target(int other) {
        if (transport != Transport.DC) {
            throw new IllegalStateException("Transport " + transport + " has one target for ever; DC can change it.");
        }
        if (underway.get() != 0) {
            throw new IllegalStateException("A DC queue pair of node " + node + " has " + underway
                    + " operations outstanding at node " + target + "; it reaches one target at a time (FaSST 7.1).");
        }
        if (other != target) {
            target = other;
            responder.expect(window.nextSequence());
        }
    }

    @Override
    public int nic() {
        return nic;
    }

    /** Where the network has faults, a gap in the numbers means a loss, so they leave in order as on a real NIC. */
    @Override
    public boolean keepsOrder() {
        return transport == Transport.UC || requestsSent != null;
    }

    @Override
    public long stateKey(Message message) {
        if (transport == Transport.DC) {
            return Packet.has(message, Packet.ARRIVED) ? stateKey | PASSIVE | message.sourceNode() : stateKey;
        }
        return stateKey | (Packet.has(message, Packet.ARRIVED) ? message.sourceNode() : target);
    }

    @Override
    public boolean mayLeave(Transit transit, Message message) {
        if (connection == null || connection.mayLeave(transit, message)) {
            return true;
        }
        if (requestsSent != null) {
            synchronized (window) {
                retries.watch(transit);
            }
        }
        return false;
    }

    @Override
    public void sent(Transit transit, Message message) {
        if (requestsSent != null && Packet.operation(message) <= Packet.ADD) {
            synchronized (window) {
                if (!broken) {
                    requestsSent.sent(transit, message);
                    retries.watch(transit);
                }
            }
        }
        if (transport != Transport.UC) {
            return;
        }
        if (message.task() == null) {
            free();
        } else {
            Message completion = transit.take(0);
            completion.completeTo(message.task(), message.attempt());
            message.completeTo(null);
            completion.place(this);
            transit.complete(stage, completion);
        }
    }

    /** An answer has passed this NIC's engine. Answers complete in the order of posting. */
    void answered(Transit transit, Message message) {
        synchronized (window) {
            int sequence = Packet.sequence(message);
            if (broken || !window.isOutstanding(sequence)) {
                repeatedAnswers.add(1);
                transit.release(message);
                return;
            }
            if (requestsSent != null) {
                requestsSent.answered(transit, sequence);
                requestsSent.executedBefore(transit, sequence);
            }
            window.accept(message);
            complete(transit);
        }
    }

    private void complete(Transit transit) {
        for (Message next = window.poll(); next != null; next = window.poll()) {
            if (next.task() == null) {
                free();
                transit.release(next);
            } else {
                next.place(this);
                transit.complete(stage, next);
            }
        }
    }

    /** The responder misses the request of this number, and has dropped what came after it: all of that goes again. */
    void missed(Transit transit, Message message) {
        synchronized (window) {
            if (!broken) {
                requestsSent.executedBefore(transit, (int) message.register(1));
                complete(transit);
                requestsSent.goBack(transit, Packet.sequence(message));
            }
            transit.release(message);
        }
    }

    /** Ends the queue pair for good. */
    void giveUp(Transit transit) {
        broken = true;
        broke.add(1);
        window.clear(transit);
        retries.clear(transit);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.ArrayDeque;
import java.util.Deque;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Store;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.TableCopies;

/**
 * A host thread that makes and serves calls. Thread i of a node calls thread i of the others, through the datagram port
 * of that number: a datagram for each call and each answer. Notices go to any thread. What a burst has gathered leaves
 * at its end, with one doorbell. No datagram is dropped for want of a receive, since contexts make at most
 * {@value #WINDOW} calls at a time. Messages and switches between contexts cost the CPU what they cost FaSST
 * ({@link RpcCost}), with one request in each message.
 *
 * <p>It neither notices nor repairs a loss: whoever waits for a lost answer waits until the run ends.
 */
public final class RpcThread implements StageProgram {
    /** A request is sent, received, answered, and its answer received. */
    private static final int MESSAGES_OF_A_REQUEST = 4;

    /** How many calls a context may have on their way. */
    static final int WINDOW = 8;

    private static final int SEND_SLOTS = 256;

    private final NodeContext scope;
    private final Settings settings;
    private final int node;
    private final int number;
    private final Store[] stores;
    private final Placement placement;
    private final Notices notices;
    private final OrderedServer ordered;
    private final double switchNs;
    private final double messageNs;
    private final int answerBytes;
    private final int mostAnswerBytes;
    private final Stage stage;
    private final DatagramTransport.Endpoint port;
    private final Deque<Message> outbox = new ArrayDeque<>();
    private final Waiting waiting = new Waiting();
    private final RecordCall made = new RecordCall();
    private final RecordCall served = new RecordCall();
    private final RecordAnswer answer = new RecordAnswer();
    private RecordServer server;
    private RpcTransaction[] contexts = {};
    private int receivesTaken;

    /**
     * Opens its port, on a stage of its own.
     *
     * @param most the most contexts that a thread of any node has
     * @param tables of its node
     * @param settings what the mix says of the protocol, {@link RpcCost}'s among it
     * @param notices of this thread, not opened yet
     * @param ordered serves calls about ordered tables; null for a protocol that runs none
     */
    RpcThread(
            NodeContext scope,
            int number,
            int most,
            TableCopies[] tables,
            Placement placement,
            Settings settings,
            Notices notices,
            OrderedServer ordered) {
        this.scope = scope;
        this.settings = settings;
        this.notices = notices;
        this.ordered = ordered;
        this.node = scope.node();
        this.placement = placement;
        this.number = number;
        RpcCost cost = RpcCost.of(settings);
        switchNs = cost.switchNs();
        messageNs = cost.messageNs() + cost.entryNs() / MESSAGES_OF_A_REQUEST;
        stores = new Store[tables.length];
        int valueBytes = 0;
        for (int i = 0; i < tables.length; i++) {
            stores[i] = tables[i].store();
            valueBytes = Math.max(valueBytes, tables[i].valueBytes());
        }
        answerBytes = RecordAnswer.HEADER_BYTES + valueBytes + Long.BYTES;
        stage = scope.stage(StageSpec.named("host" + number), this);
        DatagramTransport transport = scope.capability(DatagramTransport.class);
        if (RecordCall.HEADER_BYTES + valueBytes > transport.maxPayloadBytes()) {
            throw new RefusedException("Values of " + valueBytes + " B do not fit into datagrams of "
                    + transport.maxPayloadBytes() + " B, of which a call takes " + RecordCall.HEADER_BYTES
                    + ": use a workload with shorter ones.");
        }
        mostAnswerBytes = transport.maxPayloadBytes() - RecordAnswer.HEADER_BYTES;
        if (ordered != null) {
            ordered.refuseUnlessFitting(mostAnswerBytes);
        }
        int receives = scope.nodes() * most * WINDOW + notices.receives();
        port = transport.open(stage, number, receives, SEND_SLOTS);
        notices.open(this);
    }

    /** Who serves its calls, and who makes some. Once, while the node is built. */
    void attach(RecordServer newServer, RpcTransaction[] newContexts) {
        server = newServer;
        contexts = newContexts;
        for (RpcTransaction context : contexts) {
            stage.add(context);
        }
        stage.add(waiting);
        server.attached(this);
    }

    /** What the mix says of the protocol. */
    public Settings settings() {
        return settings;
    }

    /**
     * What its node's hardware offers, to be opened for the {@link #stage}. Only while the node is built.
     *
     * @return null if the hardware does not offer it; never null for what the protocol asks for
     *     ({@link RpcProtocolType#ownRequirements})
     */
    public <C extends Capability> C capability(Class<C> capability) {
        return scope.capability(capability);
    }

    /** The stage that all of its calls, server and transactions run on. */
    public Stage stage() {
        return stage;
    }

    /** What it costs that another context gets the CPU, in ns. */
    double switchNs() {
        return switchNs;
    }

    /** The number of its node. */
    public int node() {
        return node;
    }

    /** How many nodes there are. */
    public int nodes() {
        return scope.nodes();
    }

    /** The geometry of each table. */
    Store[] stores() {
        return stores;
    }

    /** Where records live. */
    public Placement placement() {
        return placement;
    }

    /** Who serves calls about ordered tables; null if nobody does. */
    OrderedServer ordered() {
        return ordered;
    }

    /** How much the answer to a call has room for. */
    int mostAnswerBytes() {
        return mostAnswerBytes;
    }

    /** A call of this thread's, to be filled in and made before another is. */
    RecordCall made() {
        return made;
    }

    /** Its number in its node: it calls the threads of this number. */
    public int number() {
        return number;
    }

    /**
     * Sends a notice to the server of any thread, of its own node, too: a message that gets no answer
     * ({@link RecordServer#told}). It leaves with the burst, within the node with the step, or when as many have been
     * taken before that the window to that node has room ({@link RpcProtocolType#notices}). Notices may overtake each
     * other.
     *
     * @param operation in the numbering of calls
     * @param bytes go with it, and are copied
     */
    public void tellServer(
            Step step, int toNode, int toThread, int operation, long newNumber, long second, byte[] bytes, int length) {
        notices.sent().ofNode(operation, newNumber).and(second).with(bytes, 0, length);
        notices.tell(step, toNode, toThread, Notices.SERVER);
    }

    /** The same to a context ({@link RpcTransaction#told}), without bytes. */
    public void tellContext(Step step, int toNode, int toThread, int toContext, int operation, long newNumber) {
        notices.sent().ofNode(operation, newNumber);
        notices.tell(step, toNode, toThread, toContext);
    }

    void told(Step step, RecordCall notice, int context) {
        if (context == Notices.SERVER) {
            server.told(step, notice);
        } else {
            contexts[context].told(step, notice);
        }
    }

    /** Sends a message when the burst ends, to {@link Message#port} of its target node. */
    void post(Message message) {
        outbox.add(message);
    }

    // What arrives.

    @Override
    public void receive(Step step, Message message) {
        if (!notices.isInNode(message)) {
            port.polled(step, message);
            receivesTaken++;
        }
        step.busy(messageNs);
        if (RecordCall.isNotice(message)) {
            notices.received(step, message);
            return;
        }
        if (RecordCall.isAnswer(message)) {
            contexts[RecordCall.context(message)].answered(step, message);
            return;
        }
        served.decode(message);
        Message back = served(step, served);
        if (back == null) {
            message.keep();
            waiting.add(step, message);
            return;
        }
        RecordCall.address(back, message);
        send(back);
    }

    /** A message for the thread of this number. */
    private void send(Message message) {
        message.port(number);
        outbox.add(message);
    }

    /** The answer to a call, or null if it has to wait. */
    private Message served(Step step, RecordCall call) {
        Message back = step.take(call.isOrdered() ? ordered.answerBytes(call) : answerBytes);
        answer.begin(back);
        int status = call.isOrdered() ? ordered.serve(step, call, answer) : server.serve(step, call, answer);
        if (status == RecordServer.LATER) {
            step.release(back);
            return null;
        }
        answer.status(status);
        if (call.isOrdered()) {
            RecordCall.ordered(back);
        }
        return back;
    }

    /**
     * Makes a call.
     *
     * @param item comes back with the answer
     * @return whether its answer is still to come: a call to the own node is answered at once, unless it has to wait
     */
    boolean call(Step step, RecordCall call, int to, RpcTransaction by, int item) {
        Message back = to == node ? served(step, call) : null;
        if (back != null) {
            by.answeredAtHome(step, item, back);
            step.release(back);
            return false;
        }
        Message message = step.take(call.lengthBytes());
        call.encode(message, node, by.context(), item);
        if (to == node) {
            waiting.add(step, message);
            return true;
        }
        message.targetNode(to);
        send(message);
        return true;
    }

    /** Calls that have to wait, the oldest first: each is served again after a while, until it gets an answer. */
    private final class Waiting extends Watchdog {
        private final Deque<Message> calls = new ArrayDeque<>();

        void add(Step step, Message call) {
            calls.add(call);
            arm(step, server.againNs());
        }

        @Override
        protected double look(Step step) {
            for (int i = calls.size(); i > 0; i--) {
                Message call = calls.removeFirst();
                served.decode(call);
                Message back = served(step, served);
                if (back == null) {
                    calls.add(call);
                    continue;
                }
                RecordCall.address(back, call);
                step.release(call);
                if (back.targetNode() == node) {
                    contexts[RecordCall.context(back)].answered(step, back);
                    step.release(back);
                } else {
                    send(back);
                }
            }
            return calls.isEmpty() ? Double.POSITIVE_INFINITY : step.nowNs() + server.againNs();
        }
    }

    // What leaves.

    @Override
    public Transmit transmit(Step step) {
        if (outbox.isEmpty() && receivesTaken == 0) {
            return Transmit.IDLE;
        }
        port.postReceives(step, receivesTaken, true);
        receivesTaken = 0;
        while (!outbox.isEmpty()) {
            Message first = outbox.peekFirst();
            if (!port.post(step, first.targetNode(), first.port(), first)) {
                port.doorbell(step);
                return Transmit.FULL;
            }
            step.busy(messageNs);
            outbox.removeFirst();
        }
        port.doorbell(step);
        return Transmit.SENT;
    }
}

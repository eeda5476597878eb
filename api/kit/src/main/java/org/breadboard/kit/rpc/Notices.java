// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;

/**
 * The notices that one thread sends and gets. To each node it has a window of notices that are not acknowledged yet, so
 * that receives can be posted for all that may come; the others are held back. Within a node they go through the rings
 * of stages, to the own thread, too: who sends one never runs what it causes.
 *
 * <p>The thread of its stage makes all calls, but for {@link #arrive}, which the sending one makes.
 */
final class Notices implements Hop {
    /** The context of notices that are for the server of a thread. */
    static final int SERVER = 0xffff;

    private final int node;
    private final int nodes;
    private final int number;
    private final Notices[] ofNode;
    private final int window;
    private final int[] unanswered;
    private final List<Deque<Message>> held = new ArrayList<>();
    private final RecordCall sent = new RecordCall();
    private final RecordCall got = new RecordCall();
    private RpcThread thread;

    /**
     * Adds itself to those of its node.
     *
     * @param number of its thread
     * @param ofNode by threads
     * @param window 0 for a protocol that sends none
     */
    Notices(NodeContext scope, int number, Notices[] ofNode, int window) {
        node = scope.node();
        nodes = scope.nodes();
        this.number = number;
        this.ofNode = ofNode;
        this.window = window;
        unanswered = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            held.add(new ArrayDeque<>());
        }
        ofNode[number] = this;
    }

    /** How many receives the port of its thread needs for notices and their acknowledgements. */
    int receives() {
        return nodes * window * (ofNode.length + 1);
    }

    /** While the node is built, when the thread's stage is there. */
    void open(RpcThread ofStage) {
        thread = ofStage;
        if (window > 0) {
            ofStage.stage().reserve(window * (ofNode.length + 1));
        }
    }

    /** A notice to be filled in, and to be sent before another is. */
    RecordCall sent() {
        return sent;
    }

    /** Sends what {@link #sent} has. */
    void tell(Step step, int toNode, int toThread, int toContext) {
        if (window == 0) {
            throw new IllegalStateException(
                    "a notice is sent by a protocol whose RpcProtocolType.notices says that it sends none");
        }
        Message message = step.take(sent.lengthBytes());
        sent.encode(message, node, toContext, number);
        RecordCall.notice(message);
        message.targetNode(toNode);
        message.port(toThread);
        if (unanswered[toNode] < window) {
            unanswered[toNode]++;
            dispatch(step, message);
        } else {
            held.get(toNode).add(message);
        }
    }

    private void dispatch(Step step, Message message) {
        if (message.targetNode() != node) {
            thread.post(message);
            return;
        }
        message.sourceNode(node);
        Notices peer = ofNode[message.port()];
        message.owner(peer);
        step.leave(peer, message);
    }

    @Override
    public void arrive(Transit transit, Message message) {
        transit.deliver(thread.stage(), message);
    }

    /** Whether a message comes from a thread of the own node. */
    boolean isInNode(Message message) {
        return message.owner() == this;
    }

    /** Takes a notice, or the acknowledgement of one. */
    void received(Step step, Message message) {
        if (RecordCall.isAnswer(message)) {
            int from = RecordCall.caller(message);
            Message next = held.get(from).poll();
            if (next == null) {
                unanswered[from]--;
            } else {
                dispatch(step, next);
            }
            return;
        }
        Message back = step.take(RecordAnswer.HEADER_BYTES);
        RecordCall.acknowledge(back, message, node);
        dispatch(step, back);
        got.decode(message);
        thread.told(step, got, RecordCall.context(message));
    }
}

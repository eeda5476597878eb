// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.verbs;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.Packet;

/**
 * What makes a DC queue pair a connected one: when its target changes, a disconnect to the old target and a two-way
 * handshake with the new one go before the request (FaSST 7.1). A connect that is not accepted in time is sent again as
 * often as a request is. Live, requests and handshakes may pass on different threads that serve the node, so its
 * methods take a lock.
 */
final class DynamicConnection {
    private static final int NOBODY = -1;

    private final ConnectedQueuePair queuePair;
    private final int node;
    private final Hop egress;
    private final Counter connects;
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();
    private int connectedTo = NOBODY;
    private int wanted = NOBODY;

    DynamicConnection(ConnectedQueuePair queuePair, NodeScope scope, Hop egress) {
        this.queuePair = queuePair;
        node = scope.node();
        this.egress = egress;
        connects = scope.counter("rdma.dctConnects");
    }

    /** Whether a packet may leave: a request must wait until its target is connected. */
    synchronized boolean mayLeave(Transit transit, Message message) {
        if (Packet.operation(message) >= Packet.CONNECT || message.targetNode() == connectedTo) {
            return true;
        }
        waiting.add(message);
        if (wanted == NOBODY) {
            wanted = message.targetNode();
            connects.add(1);
            int old = connectedTo;
            connectedTo = NOBODY;
            if (old != NOBODY) {
                send(transit, Packet.DISCONNECT, old);
            }
            send(transit, Packet.CONNECT, wanted);
        }
        return false;
    }

    private void send(Transit transit, int operation, int targetNode) {
        Message message = transit.take(0);
        message.sourceNode(node);
        message.targetNode(targetNode);
        message.owner(queuePair);
        Packet.operation(message, operation, 0, 0);
        egress.arrive(transit, message);
    }

    /** A packet of the handshake has passed the engine of the NIC that it was for, whose way out is {@code back}. */
    void arrived(Transit transit, Message message, Hop back) {
        switch (Packet.operation(message)) {
            case Packet.CONNECT -> {
                int requester = message.sourceNode();
                message.sourceNode(message.targetNode());
                message.targetNode(requester);
                Packet.operation(message, Packet.ACCEPT, 0, 0);
                back.arrive(transit, message);
            }
            case Packet.ACCEPT -> {
                int acceptor = message.sourceNode();
                transit.release(message);
                if (accepted(transit, acceptor)) {
                    queuePair.retries().connected();
                }
            }
            default -> transit.release(message);
        }
    }

    private synchronized boolean accepted(Transit transit, int acceptor) {
        if (acceptor != wanted) {
            return false;
        }
        connectedTo = wanted;
        wanted = NOBODY;
        for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
            egress.arrive(transit, next);
        }
        return true;
    }

    synchronized boolean isConnecting() {
        return wanted != NOBODY;
    }

    /** Nothing was heard of the handshake for too long. */
    synchronized void connectAgain(Transit transit) {
        if (wanted != NOBODY) {
            send(transit, Packet.CONNECT, wanted);
        }
    }

    /** The queue pair is broken, and what waits for the connection is not sent. */
    synchronized void clear(Transit transit) {
        wanted = NOBODY;
        for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
            transit.release(next);
        }
    }
}

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
 * handshake with the new one go before the request (FaSST 7.1). A connect that is lost is sent again as often as a
 * request is. Live, requests and handshakes may pass on different threads that serve the node, so its methods take a
 * lock.
 */
final class DynamicConnection {
    private static final int NOBODY = -1;

    private final ConnectedQueuePair queuePair;
    private final int node;
    private final int retransmissions;
    private final Hop egress;
    private final ReliableTimer timer;
    private final Counter connects;
    private final Counter lostDisconnects;
    private final Hop onLoss = this::lost;
    private final Hop connectAgain = this::connectAgain;
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();
    private int connectedTo = NOBODY;
    private int wanted = NOBODY;
    private int repeats;

    DynamicConnection(
            ConnectedQueuePair queuePair, NodeScope scope, int retransmissions, Hop egress, ReliableTimer timer) {
        this.queuePair = queuePair;
        node = scope.node();
        this.retransmissions = retransmissions;
        this.egress = egress;
        this.timer = timer;
        connects = scope.counter("rdma.dctConnects");
        lostDisconnects = scope.counter("rdma.dctLostDisconnects");
    }

    /** Whether a packet may leave: a request must wait until its target is connected. */
    synchronized boolean mayLeave(Transit transit, Message message) {
        if (Packet.operation(message) >= Packet.CONNECT || message.targetNode() == connectedTo) {
            return true;
        }
        waiting.add(message);
        if (wanted == NOBODY) {
            wanted = message.targetNode();
            repeats = 0;
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
        message.onLoss(onLoss);
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
                accepted(transit, acceptor);
            }
            default -> transit.release(message);
        }
    }

    private synchronized void accepted(Transit transit, int acceptor) {
        if (acceptor != wanted) {
            return;
        }
        connectedTo = wanted;
        wanted = NOBODY;
        for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
            egress.arrive(transit, next);
        }
    }

    private void lost(Transit transit, Message message) {
        if (Packet.operation(message) == Packet.DISCONNECT) {
            transit.drop(message, lostDisconnects);
        } else {
            timer.after(transit, message, connectAgain);
        }
    }

    private synchronized void connectAgain(Transit transit, Message message) {
        if (wanted == NOBODY) {
            transit.release(message);
        } else if (repeats == retransmissions) {
            queuePair.giveUp(transit, message);
            for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
                transit.release(next);
            }
        } else {
            repeats++;
            Packet.operation(message, Packet.CONNECT, 0, 0);
            message.sourceNode(node);
            message.targetNode(wanted);
            egress.arrive(transit, message);
        }
    }
}

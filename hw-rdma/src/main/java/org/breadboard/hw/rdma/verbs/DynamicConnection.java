package org.breadboard.hw.rdma;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;

/**
 * What makes a DC queue pair a connected one: when its target changes, a disconnect to the old target and a two-way
 * handshake with the new one go before the request (FaSST 7.1). A connect that is lost is sent again as often as a request is.
 * Live, requests and handshakes may pass on different threads that serve the node, so its methods take a lock.
 */
final class DynamicConnection {
    private static final int NOBODY = -1;

    private final ConnectedQueuePair queuePair;
    private final RdmaNic nic;
    private final ReliableTimer timer;
    private final Counter connects;
    private final Counter lostDisconnects;
    private final Hop onLoss = this::lost;
    private final Hop connectAgain = this::connectAgain;
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();
    private int connectedTo = NOBODY;
    private int wanted = NOBODY;
    private int repeats;

    DynamicConnection(ConnectedQueuePair queuePair, RdmaNic nic, ReliableTimer timer, NodeScope scope) {
        this.queuePair = queuePair;
        this.nic = nic;
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

    private void send(Transit transit, int operation, int node) {
        Message message = transit.take(0);
        message.sourceNode(nic.node());
        message.targetNode(node);
        message.owner(queuePair);
        message.onLoss(onLoss);
        Packet.operation(message, operation, 0, 0);
        nic.egress().arrive(transit, message);
    }

    /** A packet of the handshake has passed the engine of {@code at}. */
    void arrived(Transit transit, Message message, RdmaNic at) {
        switch (Packet.operation(message)) {
            case Packet.CONNECT -> {
                message.targetNode(message.sourceNode());
                message.sourceNode(at.node());
                Packet.operation(message, Packet.ACCEPT, 0, 0);
                at.egress().arrive(transit, message);
            }
            case Packet.ACCEPT -> {
                int node = message.sourceNode();
                transit.release(message);
                accepted(transit, node);
            }
            default -> transit.release(message);
        }
    }

    private synchronized void accepted(Transit transit, int node) {
        if (node != wanted) {
            return;
        }
        connectedTo = wanted;
        wanted = NOBODY;
        for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
            nic.egress().arrive(transit, next);
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
        } else if (repeats == nic.parameters().retransmissions) {
            queuePair.giveUp(transit, message);
            for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
                transit.release(next);
            }
        } else {
            repeats++;
            Packet.operation(message, Packet.CONNECT, 0, 0);
            message.sourceNode(nic.node());
            message.targetNode(wanted);
            nic.egress().arrive(transit, message);
        }
    }
}

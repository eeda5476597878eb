package org.breadboard.hw.rdma;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;

/** Messages between ports: over UD queue pairs, one for each port, or over RC ones, one for each port and node (FaSST 2.2, 3.2). */
final class Datagrams implements DatagramTransport {
    private final RdmaNic nic;
    private final NodeScope scope;
    private DatagramPort[] ports = new DatagramPort[16];

    Datagrams(RdmaNic nic, NodeScope scope) {
        this.nic = nic;
        this.scope = scope;
    }

    @Override
    public int maxPayloadBytes() {
        return nic.parameters().mtuBytes;
    }

    @Override
    public Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots) {
        if (port < 0 || port >= 1 << 16) {
            throw new RefusedException("Port " + port + " is not a datagram port: they go from 0 to 65535.");
        }
        if (port >= ports.length) {
            ports = java.util.Arrays.copyOf(ports, Math.max(port + 1, ports.length * 2));
        }
        if (ports[port] != null) {
            throw new RefusedException(
                    "Port " + port + " of node " + nic.node() + " is open already; a port belongs to" + " one stage.");
        }
        if (receiveSlots < 0 || sendSlots < 1) {
            throw new RefusedException("Port " + port + " of node " + nic.node() + " asks for a receive queue of "
                    + receiveSlots + " and a send queue of " + sendSlots + " slots; at least 0 and 1 are needed.");
        }
        stage.reserve(receiveSlots);
        ports[port] = new DatagramPort(nic, scope, stage, port, receiveSlots, sendSlots);
        return ports[port];
    }

    @Override
    public Endpoint openReliable(Stage stage, int port, int receiveSlots, int sendSlots) {
        Endpoint receives = open(stage, port, receiveSlots, 1);
        ConnectedQueuePair[] queuePairs = new ConnectedQueuePair[scope.nodes()];
        for (int node = 0; node < queuePairs.length; node++) {
            queuePairs[node] = nic.verbs().connect(stage, node, OneSidedVerbs.Transport.RC, sendSlots, 1);
        }
        return new ConnectedPort(receives, queuePairs);
    }

    /** Takes a posted receive of a port, if there is one. */
    boolean takeReceive(int port) {
        DatagramPort target = port >= 0 && port < ports.length ? ports[port] : null;
        return target != null && target.takeReceive();
    }

    /** Puts a message that has taken a receive into its stage's ring. */
    void handOver(Transit transit, Message message) {
        transit.deliver(ports[message.port()].stage, message);
    }

    /** A datagram has passed the engine: it takes a posted receive, or it is dropped and counted by who sent it. */
    void arrived(Transit transit, Message message) {
        int port = message.port();
        DatagramPort target = port >= 0 && port < ports.length ? ports[port] : null;
        DatagramPort source = (DatagramPort) message.owner();
        if (target == null) {
            transit.drop(message, source.noSuchPort);
        } else if (target.takeReceive()) {
            source.delivered.add(1);
            transit.deliver(target.stage, message);
        } else {
            transit.drop(message, source.receiverNotReady);
        }
    }
}

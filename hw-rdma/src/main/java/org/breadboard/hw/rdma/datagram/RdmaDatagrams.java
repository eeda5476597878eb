package org.breadboard.hw.rdma;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;

/** Messages between ports: over UD queue pairs, one for each port, or over RC ones, one for each port and node (FaSST 2.2, 3.2). */
final class RdmaDatagrams extends Datagrams {
    private final RdmaNic nic;
    private final NodeScope scope;

    RdmaDatagrams(RdmaNic nic, NodeScope scope) {
        super(nic.node(), nic.parameters().mtuBytes);
        this.nic = nic;
        this.scope = scope;
    }

    @Override
    protected DatagramPort port(PortSpec spec) {
        return new DatagramQueuePair(spec, scope, nic.parameters(), nic.posted());
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
        DatagramPort target = at(port);
        return target != null && target.takeReceive();
    }

    /** Puts a message that has taken a receive into its stage's ring. */
    void handOver(Transit transit, Message message) {
        transit.deliver(at(message.port()).stage(), message);
    }
}

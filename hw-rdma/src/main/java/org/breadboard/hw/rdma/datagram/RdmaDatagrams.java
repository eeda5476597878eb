// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.datagram;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Sender;
import org.breadboard.hw.rdma.verbs.ConnectedQueuePair;
import org.breadboard.hw.rdma.verbs.RdmaVerbs;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;

/**
 * Messages between ports: over UD queue pairs, one for each port, or over RC ones, one for each port and node (FaSST
 * 2.2, 3.2).
 */
public final class RdmaDatagrams extends Datagrams {
    private final HardwareContext scope;
    private final NicParameters parameters;
    private final Hop posted;
    private final RdmaVerbs verbs;
    private final boolean faulty;
    private final List<Stage> users = new ArrayList<>();

    /**
     * Of one NIC.
     *
     * @param posted where a datagram goes when the step has ended that rang the doorbell
     * @param verbs connects the queue pairs of reliable ports
     */
    public RdmaDatagrams(HardwareContext scope, NicParameters parameters, Hop posted, RdmaVerbs verbs) {
        super(scope.node(), parameters.mtuBytes);
        this.scope = scope;
        this.parameters = parameters;
        this.posted = posted;
        this.verbs = verbs;
        faulty = scope.fabric().isFaulty();
    }

    @Override
    protected DatagramPort port(PortSpec spec) {
        if (!users.contains(spec.stage())) {
            users.add(spec.stage());
        }
        int nic = users.indexOf(spec.stage()) % parameters.nics;
        return new DatagramQueuePair(spec, scope, parameters, posted, nic);
    }

    @Override
    public boolean mayLose() {
        return faulty;
    }

    @Override
    public Endpoint openReliable(Stage stage, int port, int receiveSlots, int sendSlots) {
        Endpoint receives = open(stage, port, receiveSlots, 1);
        ConnectedQueuePair[] queuePairs = new ConnectedQueuePair[scope.nodes()];
        for (int node = 0; node < queuePairs.length; node++) {
            queuePairs[node] = verbs.connect(stage, node, OneSidedVerbs.Transport.RC, sendSlots, 1);
        }
        return new ConnectedPort(receives, queuePairs);
    }

    /** The number of the NIC that a port belongs to; 0 if there is no such port. */
    public int nicOf(int port) {
        return at(port) instanceof Sender sender ? sender.nic() : 0;
    }

    /** Takes a posted receive of a port, if there is one. */
    public boolean takeReceive(int port) {
        DatagramPort target = at(port);
        return target != null && target.takeReceive();
    }

    /** Puts a message that has taken a receive into its stage's ring. */
    public void handOver(Transit transit, Message message) {
        transit.deliver(at(message.port()).stage(), message);
    }
}

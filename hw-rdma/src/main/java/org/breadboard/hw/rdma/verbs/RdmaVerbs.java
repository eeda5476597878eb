// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.verbs;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.memory.MemoryAccess;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.hw.rdma.nic.Ways;

/** One-sided verbs of one NIC: its queue pairs, and the memory that it lets others reach (FaSST 2.2). */
public final class RdmaVerbs implements OneSidedVerbs {
    private final HardwareContext context;
    private final NicParameters parameters;
    private final Ways ways;
    private final MemoryAccess memory;
    private final Resource timer;
    private final Resource home;
    private final boolean faulty;
    private final Hop requester = this::toRequester;
    private final List<ConnectedQueuePair> queuePairs = new ArrayList<>();
    private final List<Stage> users = new ArrayList<>();

    /** Of one NIC, whose ports have posted {@code receives}. */
    public RdmaVerbs(HardwareContext context, NicParameters parameters, Ways ways, MemoryAccess.Receives receives) {
        this.context = context;
        this.parameters = parameters;
        this.ways = ways;
        memory = new MemoryAccess(context, parameters, ways.answers(), receives);
        timer = context.timer("nic.retransmit", parameters.retransmitNs);
        faulty = context.fabric().isFaulty();
        home = faulty ? context.timer("nic.requester", 0) : null;
    }

    @Override
    public void register(Region region) {
        memory.register(region);
    }

    @Override
    public ConnectedQueuePair connect(Stage stage, int node, Transport transport, int sendSlots, int sharers) {
        if (node < 0 || node >= context.nodes()) {
            throw new RefusedException("Node " + context.node() + " cannot connect a queue pair to node " + node
                    + ": the cluster's nodes go from 0 to " + (context.nodes() - 1) + ".");
        }
        if (sendSlots < 1 || sharers < 1) {
            throw new RefusedException("A queue pair of node " + context.node() + " asks for " + sendSlots
                    + " send slots and " + sharers + " sharers; it needs at least 1 of each.");
        }
        if (transport == Transport.DC && parameters.dctPackets == 0) {
            throw new RefusedException("This NIC has no dynamically connected transport (dctPackets=0 in its data"
                    + " sheet); connect-ib, connectx4 and connectx5 have.");
        }
        if (!users.contains(stage)) {
            users.add(stage);
        }
        stage.reserve(sendSlots);
        int group = users.indexOf(stage) / sharers;
        int ordinal = (int) queuePairs.stream()
                .filter(other -> other.isLike(stage, transport, node))
                .count();
        ConnectedQueuePair.Spec spec =
                new ConnectedQueuePair.Spec(stage, node, transport, sendSlots, sharers, group, ordinal);
        ConnectedQueuePair queuePair = new ConnectedQueuePair(context, parameters, ways, timer, faulty, spec);
        queuePairs.add(queuePair);
        return queuePair;
    }

    /** A one-sided packet has passed the engine of this NIC. */
    public void arrived(Transit transit, Message message) {
        ConnectedQueuePair queuePair = (ConnectedQueuePair) message.owner();
        int operation = Packet.operation(message);
        if (operation <= Packet.ADD) {
            queuePair.responder().arrived(transit, message, memory);
        } else if (operation == Packet.CONNECT || operation == Packet.DISCONNECT) {
            queuePair.connection().arrived(transit, message, ways.egress());
        } else if (faulty) {
            // Live, one thread then sends again and completes, so that completions keep their order.
            transit.forward(home, message, requester);
        } else {
            toRequester(transit, message);
        }
    }

    private void toRequester(Transit transit, Message message) {
        ConnectedQueuePair queuePair = (ConnectedQueuePair) message.owner();
        switch (Packet.operation(message)) {
            case Packet.ACCEPT -> queuePair.connection().arrived(transit, message, ways.egress());
            case Packet.MISSING -> queuePair.missed(transit, message);
            case Packet.NOT_READY -> queuePair.retries().notReady(transit, message);
            default -> queuePair.answered(transit, message);
        }
    }
}

package org.breadboard.hw.rdma;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;

/** One-sided verbs of one NIC: its queue pairs, and the memory that it lets others reach (FaSST 2.2). */
final class Verbs implements OneSidedVerbs {
    private final RdmaNic nic;
    private final HardwareContext context;
    private final MemoryAccess memory;
    private final ReliableTimer timer;
    private final List<ConnectedQueuePair> queuePairs = new ArrayList<>();
    private final List<Stage> users = new ArrayList<>();

    Verbs(RdmaNic nic, HardwareContext context) {
        this.nic = nic;
        this.context = context;
        memory = new MemoryAccess(nic, context);
        timer = new ReliableTimer(nic, context);
    }

    @Override
    public void register(Region region) {
        memory.register(region);
    }

    @Override
    public ConnectedQueuePair connect(Stage stage, int node, Transport transport, int sendSlots, int sharers) {
        if (node < 0 || node >= context.nodes()) {
            throw new RefusedException("Node " + nic.node() + " cannot connect a queue pair to node " + node
                    + ": the cluster's nodes go from 0 to " + (context.nodes() - 1) + ".");
        }
        if (sendSlots < 1 || sharers < 1) {
            throw new RefusedException("A queue pair of node " + nic.node() + " asks for " + sendSlots
                    + " send slots and " + sharers + " sharers; it needs at least 1 of each.");
        }
        if (transport == Transport.DC && nic.parameters().dctPackets == 0) {
            throw new RefusedException("This NIC has no dynamically connected transport (dctPackets=0 in its data"
                    + " sheet); connect-ib and connectx5 have.");
        }
        if (!users.contains(stage)) {
            users.add(stage);
        }
        stage.reserve(sendSlots);
        int group = users.indexOf(stage) / sharers;
        int ordinal = (int) queuePairs.stream()
                .filter(other -> other.isLike(stage, transport, node))
                .count();
        ConnectedQueuePair queuePair =
                new ConnectedQueuePair(nic, timer, context, stage, node, transport, sendSlots, sharers, group, ordinal);
        queuePairs.add(queuePair);
        return queuePair;
    }

    /** A one-sided packet has passed the engine of this NIC. */
    void arrived(Transit transit, Message message) {
        ConnectedQueuePair queuePair = (ConnectedQueuePair) message.owner();
        int operation = Packet.operation(message);
        if (operation >= Packet.CONNECT) {
            queuePair.connection().arrived(transit, message, nic);
        } else if (operation > Packet.ADD) {
            queuePair.answered(transit, message);
        } else {
            queuePair.responder().arrived(transit, message, memory);
        }
    }
}

package org.breadboard.hw.rdma;

import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;

/**
 * One node's NIC. A packet's way: the end of the step that rang the doorbell, the engine, the link, the engine of the other
 * NIC, and there the ring of a stage, or memory and back. One engine serves what leaves and what arrives, in order.
 */
final class RdmaNic implements Device {
    private final int node;
    private final NicParameters parameters;
    private final Resource engine;
    private final Hop link;
    private final Datagrams datagrams;
    private final Verbs verbs;

    private final Hop egress = this::leave;
    private final Hop sent = this::sent;
    private final Hop served = this::served;

    RdmaNic(HardwareContext context) {
        node = context.node();
        parameters = new NicParameters(context.profile());
        engine = context.resource("nic.engine", new EngineCost(parameters), 0);
        link = context.fabric()
                .attach(node, parameters.usableGbps, parameters.oneWayNs, this::arrive)
                .egress();
        datagrams = new Datagrams(this, context);
        verbs = new Verbs(this, context);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == DatagramTransport.class) {
            return capability.cast(datagrams);
        }
        return capability == OneSidedVerbs.class ? capability.cast(verbs) : null;
    }

    int node() {
        return node;
    }

    NicParameters parameters() {
        return parameters;
    }

    /** Where a packet of this node begins: its step has ended, and the engine takes it. */
    Hop egress() {
        return egress;
    }

    private void leave(Transit transit, Message message) {
        if (((Sender) message.owner()).mayLeave(transit, message)) {
            transit.forward(engine, message, sent);
        }
    }

    private void sent(Transit transit, Message message) {
        ((Sender) message.owner()).sent(transit, message);
        putOnLink(transit, message);
    }

    /** Puts a packet on the link, past the engine, which has been charged for it already. */
    void putOnLink(Transit transit, Message message) {
        message.wireBytes(Packet.wireBytes(message, parameters));
        link.arrive(transit, message);
    }

    private void arrive(Transit transit, Message message) {
        Packet.set(message, Packet.ARRIVED);
        transit.forward(engine, message, served);
    }

    private void served(Transit transit, Message message) {
        if (Packet.operation(message) == Packet.DATAGRAM) {
            datagrams.arrived(transit, message);
        } else {
            verbs.arrived(transit, message);
        }
    }
}

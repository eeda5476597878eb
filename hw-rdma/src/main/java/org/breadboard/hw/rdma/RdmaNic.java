// SPDX-License-Identifier: Apache-2.0
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
import org.breadboard.hw.rdma.datagram.RdmaDatagrams;
import org.breadboard.hw.rdma.nic.EngineCost;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.hw.rdma.nic.Sender;
import org.breadboard.hw.rdma.nic.Ways;
import org.breadboard.hw.rdma.verbs.RdmaVerbs;
import org.breadboard.kit.hardware.DatagramPort;

/**
 * One node's NICs, of which most machines have one. A packet's way: the end of the step that rang the doorbell, PCIe,
 * the engine, the link, the engine of the other NIC, and there PCIe and the ring of a stage, or memory and back. One
 * engine serves what leaves and what arrives, in order. Several NICs share the machine's link to the network, which is
 * as wide as theirs together.
 *
 * <p>Where a data sheet has latencies of its own for PCIe, work requests whose payload the NIC must fetch take longer
 * to the engine than inlined ones, which may overtake them: the responder of a reliable connection puts them in order,
 * and unreliable connections, which could not, wait with all of theirs.
 */
final class RdmaNic implements Device {
    private final NicParameters parameters;
    private final Resource[] engines;
    private final Hop link;
    private final RdmaDatagrams datagrams;
    private final RdmaVerbs verbs;

    private final Resource posting;
    private final Resource fetching;
    private final Resource reading;
    private final Resource acknowledging;
    private final Resource delivering;

    private final Hop posted = this::posted;
    private final Hop leave = this::leave;
    private final Hop sent = this::sent;
    private final Hop answered = this::putOnLink;
    private final Hop served = this::served;
    private final Hop delivered = this::delivered;
    private final Hop handedOver = this::handedOver;

    RdmaNic(HardwareContext context) {
        parameters = new NicParameters(context.profile());
        engines = new Resource[parameters.nics];
        for (int i = 0; i < engines.length; i++) {
            engines[i] = context.resource("nic.engine", new EngineCost(parameters), parameters.pipelineNs);
        }
        posting = delay(context, "pcie.post", parameters.hostToNicNs);
        fetching = delay(context, "pcie.fetch", parameters.hostToNicNs + parameters.hostReadNs);
        reading = delay(context, "pcie.read", parameters.hostReadNs + parameters.pipelineNs);
        acknowledging = delay(context, "nic.acknowledge", parameters.pipelineNs);
        delivering = delay(context, "pcie.deliver", parameters.nicToHostNs);
        link = context.fabric()
                .attach(context.node(), parameters.usableGbps, parameters.oneWayNs, this::arrive)
                .egress();
        verbs = new RdmaVerbs(context, parameters, new Ways(posted, leave, this::answer), this::receive);
        datagrams = new RdmaDatagrams(context, parameters, posted, verbs);
    }

    /** A time that packets take side by side; null if there is none. */
    private static Resource delay(HardwareContext context, String name, double delayNs) {
        return delayNs == 0 ? null : context.resource(name, message -> 0, delayNs);
    }

    private static void pass(Transit transit, Resource delay, Message message, Hop next) {
        if (delay == null) {
            next.arrive(transit, message);
        } else {
            transit.forward(delay, message, next);
        }
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == DatagramTransport.class) {
            return capability.cast(datagrams);
        }
        return capability == OneSidedVerbs.class ? capability.cast(verbs) : null;
    }

    private void posted(Transit transit, Message message) {
        boolean waits = Packet.has(message, Packet.FETCHED) || ((Sender) message.owner()).keepsOrder();
        pass(transit, waits ? fetching : posting, message, leave);
    }

    private void leave(Transit transit, Message message) {
        Sender sender = (Sender) message.owner();
        if (sender.mayLeave(transit, message)) {
            transit.forward(engines[sender.nic()], message, sent);
        }
    }

    private void sent(Transit transit, Message message) {
        ((Sender) message.owner()).sent(transit, message);
        putOnLink(transit, message);
    }

    /** Sends the answer to an executed request, past the engine, which has been charged for it already. */
    private void answer(Transit transit, Message message) {
        int operation = Packet.operation(message);
        boolean reads = operation != Packet.WRITE + Packet.ANSWER && operation < Packet.CONNECT;
        pass(transit, reads ? reading : acknowledging, message, answered);
    }

    /** Hands a copy of what a reliable connection brought to its port; false if that has no receive posted. */
    private boolean receive(Transit transit, Message message) {
        if (!datagrams.takeReceive(message.port())) {
            return false;
        }
        Message copy = transit.copy(message);
        pass(transit, delivering, copy, handedOver);
        return true;
    }

    private void handedOver(Transit transit, Message message) {
        datagrams.handOver(transit, message);
    }

    private void putOnLink(Transit transit, Message message) {
        message.wireBytes(Packet.wireBytes(message, parameters));
        link.arrive(transit, message);
    }

    private void arrive(Transit transit, Message message) {
        if (!(message.owner() instanceof Sender) && message.owner() instanceof DatagramPort) {
            // A NIC of another kind sent it, and from those only datagrams are understood.
            Packet.operation(message, Packet.DATAGRAM, 0, 0);
        }
        Packet.set(message, Packet.ARRIVED);
        transit.forward(engines.length == 1 ? engines[0] : engines[target(message)], message, served);
    }

    /** The number of the NIC that a packet arrives at. Machines of one run may have different numbers of them. */
    private int target(Message message) {
        boolean toPort = Packet.operation(message) == Packet.DATAGRAM;
        int nic = toPort ? datagrams.nicOf(message.port()) : ((Sender) message.owner()).nic();
        return nic % engines.length;
    }

    private void served(Transit transit, Message message) {
        int operation = Packet.operation(message);
        boolean toHost = operation == Packet.DATAGRAM || operation > Packet.ADD && operation < Packet.CONNECT;
        pass(transit, toHost ? delivering : null, message, delivered);
    }

    private void delivered(Transit transit, Message message) {
        if (Packet.operation(message) == Packet.DATAGRAM) {
            datagrams.arrived(transit, message);
        } else {
            verbs.arrived(transit, message);
        }
    }
}

package com.example.plainnic;

import com.example.plainnic.backlog.SendBacklog;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;
import org.breadboard.kit.hardware.Slots;

/**
 * The NIC of one node. A datagram's way: the end of the step that rang the doorbell, this NIC's engine, the link, the
 * switch, the other link, the other NIC's engine, and the ring of a stage. All costs are at resources.
 */
final class PlainNicDevice implements Device {
    /** In front of a payload on the wire: Ethernet, IPv4, UDP, check sequence, preamble and gap. */
    private static final int HEADER_BYTES = 14 + 20 + 8 + 4 + 20;

    private final HardwareContext context;
    private final double cpuPacketNs;
    private final Resource engine;
    private final Ports ports;
    private final Hop link;
    /** Changed by any thread that serves the node. */
    private final AtomicInteger backlog = new AtomicInteger();

    PlainNicDevice(HardwareContext context) {
        this.context = context;
        cpuPacketNs = context.profile().get(PlainNic.CPU_PACKET_NS);
        double engineNs = context.profile().get(PlainNic.ENGINE_NS);
        engine = context.resource("nic.engine", message -> engineNs, 0);
        ports = new Ports(context.node(), context.profile().get(PlainNic.MTU_BYTES));
        link = context.fabric()
                .attach(
                        context.node(),
                        context.profile().get(PlainNic.LINK_GBPS),
                        context.profile().get(PlainNic.ONE_WAY_NS),
                        (transit, message) -> transit.forward(engine, message, ports::arrived))
                .egress();
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == SendBacklog.class) {
            SendBacklog waiting = backlog::get;
            return capability.cast(waiting);
        }
        return capability == DatagramTransport.class ? capability.cast(ports) : null;
    }

    private void leave(Transit transit, Message message) {
        transit.forward(engine, message, this::sent);
    }

    private void sent(Transit transit, Message message) {
        ((Port) message.owner()).sendQueue.free();
        backlog.decrementAndGet();
        link.arrive(transit, message);
    }

    private final class Ports extends Datagrams {
        Ports(int node, int maxPayloadBytes) {
            super(node, maxPayloadBytes);
        }

        @Override
        protected DatagramPort port(PortSpec spec) {
            return new Port(spec, maxPayloadBytes());
        }
    }

    private final class Port extends DatagramPort {
        private final int node;
        private final Slots sendQueue;

        Port(Datagrams.PortSpec spec, int maxPayloadBytes) {
            super(spec, maxPayloadBytes, PlainNicDevice.this::leave, Counts.of(context, "plain-nic"));
            node = spec.node();
            sendQueue = new Slots(spec.sendSlots());
        }

        @Override
        protected boolean accept(Step step, int targetNode, int targetPort, Message message) {
            if (!sendQueue.take()) {
                return false;
            }
            message.sourceNode(node);
            message.targetNode(targetNode);
            message.port(targetPort);
            message.wireBytes(message.lengthBytes() + HEADER_BYTES);
            step.busy(cpuPacketNs);
            return true;
        }

        @Override
        protected void ring(Step step, Message first, int count) {
            // This NIC looks at its queue by itself.
            backlog.addAndGet(count);
        }

        @Override
        public void polled(Step step, Message message) {
            step.busy(cpuPacketNs);
        }
    }
}

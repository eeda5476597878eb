// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;

/**
 * One node's Ethernet NIC. A datagram's way: the end of the step that sent it, the headers in front of its bytes, the
 * NIC, the link, the switch, the link, and there the headers come off again. Where it came from, and which port it is
 * for, is what its bytes say on arrival. {@link Message#kind()} travels along beside them.
 */
final class EthernetNic implements Device, DatagramTransport {
    private final HardwareContext context;
    private final int node;
    private final EthernetParameters parameters;
    private final Resource transmit;
    private final Hop link;
    private final Hop leave = this::leave;
    private final Hop sent = this::sent;
    private final Counter delivered;
    private final Counter receiveQueueFull;
    private final Counter noSuchPort;
    private final Counter malformed;
    private EthernetPort[] ports = new EthernetPort[16];

    EthernetNic(HardwareContext context) {
        this.context = context;
        node = context.node();
        if (node >= Frame.NODES) {
            throw new RefusedException("Node " + node + " has no Ethernet address here: they are for " + Frame.NODES
                    + " nodes, counted from 0.");
        }
        parameters = new EthernetParameters(context.profile());
        transmit = context.resource("nic.transmit", message -> parameters.nicPacketNs, 0);
        // The fabric takes half of what it is told on either side of the switch.
        double oneWayNs = 2 * parameters.hostToSwitchNs;
        link = context.fabric()
                .attach(node, parameters.linkGbps, oneWayNs, this::arrive)
                .egress();
        delivered = context.counter("ethernet.delivered");
        receiveQueueFull = context.unexpected("ethernet.receiveQueueFull");
        noSuchPort = context.unexpected("ethernet.noSuchPort");
        malformed = context.unexpected("ethernet.malformed");
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        return capability == DatagramTransport.class ? capability.cast(this) : null;
    }

    @Override
    public int maxPayloadBytes() {
        return parameters.maxPayloadBytes;
    }

    @Override
    public Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots) {
        if (port < 0 || port >= 1 << 16) {
            throw new RefusedException("Port " + port + " is not a UDP port: they go from 0 to 65535.");
        }
        if (port >= ports.length) {
            ports = Arrays.copyOf(ports, Math.max(port + 1, ports.length * 2));
        }
        if (ports[port] != null) {
            throw new RefusedException(
                    "Port " + port + " of node " + node + " is open already; a port belongs to one stage.");
        }
        if (receiveSlots < 0 || sendSlots < 1) {
            throw new RefusedException("Port " + port + " of node " + node + " asks for a receive queue of "
                    + receiveSlots + " and a send queue of " + sendSlots + " slots; at least 0 and 1 are needed.");
        }
        stage.reserve(receiveSlots);
        ports[port] = new EthernetPort(this, context, stage, port, receiveSlots, sendSlots);
        return ports[port];
    }

    int node() {
        return node;
    }

    EthernetParameters parameters() {
        return parameters;
    }

    /** Where a datagram begins when the step that sent it has ended; nobody else holds the message then. */
    Hop leave() {
        return leave;
    }

    private void leave(Transit transit, Message datagram) {
        int payloadBytes = datagram.lengthBytes();
        int lengthBytes = Frame.HEADER_BYTES + payloadBytes;
        Message frame = datagram;
        if (datagram.capacityBytes() < lengthBytes) {
            frame = transit.take(lengthBytes);
            frame.copyOf(datagram);
            transit.release(datagram);
        }
        byte[] bytes = frame.bytes();
        System.arraycopy(bytes, 0, bytes, Frame.HEADER_BYTES, payloadBytes);
        EthernetPort from = (EthernetPort) frame.owner();
        Frame.write(bytes, node, from.number(), frame.targetNode(), frame.port(), payloadBytes);
        frame.lengthBytes(lengthBytes);
        frame.wireBytes(Frame.wireBytes(lengthBytes));
        transit.forward(transmit, frame, sent);
    }

    private void sent(Transit transit, Message frame) {
        ((EthernetPort) frame.owner()).sent();
        link.arrive(transit, frame);
    }

    private void arrive(Transit transit, Message frame) {
        byte[] bytes = frame.bytes();
        if (!Frame.isUdp(bytes, frame.lengthBytes()) || !Frame.isIntact(bytes) || Frame.targetNode(bytes) != node) {
            transit.drop(frame, malformed);
            return;
        }
        int port = Frame.targetPort(bytes);
        EthernetPort target = port < ports.length ? ports[port] : null;
        if (target == null) {
            transit.drop(frame, noSuchPort);
        } else if (!target.takeReceive()) {
            transit.drop(frame, receiveQueueFull);
        } else {
            int payloadBytes = Frame.payloadBytes(bytes);
            frame.sourceNode(Frame.sourceNode(bytes));
            frame.targetNode(node);
            frame.port(port);
            System.arraycopy(bytes, Frame.HEADER_BYTES, bytes, 0, payloadBytes);
            frame.lengthBytes(payloadBytes);
            delivered.add(1);
            transit.deliver(target.stage(), frame);
        }
    }
}

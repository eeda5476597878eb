// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.kit.hardware.ReliableLink;

/**
 * The way of messages through a HADES node's NIC: the end of the step that posted one, the engine, the link, the engine
 * of the other NIC. What a node sends to itself does not leave it. One thread: that of the node's stages.
 *
 * <p>HADES's messages are RDMA operations (HADES VII), over reliable connections: where the network has faults they are
 * numbered, acknowledged and sent again. Here they are so by the node and not by the queue pair, in the same way.
 */
public final class NicPort {
    private final int node;
    private final NicParameters parameters;
    private final Outlet outlet;
    private final Hop received;
    private final Resource engine;
    private final Resource memory;
    private final Fabric.Port port;

    private final Hop leave = this::leave;
    private final Hop onLink = this::onLink;
    private final Hop answering;

    /** @param received what becomes of messages that have come through the engine */
    public NicPort(HardwareContext context, Outlet outlet, Hop received) {
        this.outlet = outlet;
        this.received = received;
        node = context.node();
        parameters = new NicParameters(context.profile());
        engine = context.resource("nic.engine", message -> parameters.nicMessageNs, 0);
        memory = context.resource("nic.memory", new MemoryDelay(), 0);
        port = context.fabric().attach(node, parameters.linkGbps, parameters.roundTripNs / 2, this::arrive);
        ReliableLink.over(context, port, parameters.link, message -> true);
        answering = afterMemory(leave);
    }

    /** Answers wait for memory side by side. */
    private static final class MemoryDelay implements Resource.Cost {
        @Override
        public double serviceNs(Message message) {
            return 0;
        }

        @Override
        public double latencyNs(Message message, double serviceNs) {
            return Wire.delayNs(message);
        }
    }

    /** How many queue pairs the NIC can have. */
    public int queuePairs() {
        return parameters.queuePairs;
    }

    /** Charges the CPU for handing the NIC a work request. */
    public void post(Step step) {
        step.busy(parameters.postNs);
    }

    // Sending.

    /** What follows is sent in this step. */
    public void use(Step step) {
        outlet.use(step);
    }

    /** What follows is sent at this hop. */
    public void use(Transit transit) {
        outlet.use(transit);
    }

    /** An empty message of a transaction of this node. */
    public Message message(int kind, Coordinator coordinator, long attempt, int target, int capacityBytes) {
        Message message = outlet.take(capacityBytes);
        message.kind(kind);
        message.owner(coordinator);
        message.sourceNode(node);
        message.targetNode(target);
        Wire.attempt(message, attempt);
        return message;
    }

    /** Sends a message on its way, with so many bytes behind its header on the wire. */
    public void send(Message message, int payloadBytes) {
        message.wireBytes(wireBytes(payloadBytes));
        outlet.leave(leave, message);
    }

    /**
     * The bytes that a message with so many behind its header takes on the link, with headers and gaps of its packets.
     */
    public int wireBytes(int payloadBytes) {
        int bytes = Wire.HEADER_BYTES + payloadBytes;
        int packets = Math.max(1, (bytes + parameters.mtuBytes - 1) / parameters.mtuBytes);
        return bytes + packets * parameters.frameBytes;
    }

    /** Tells a transaction of another node something that it did not ask. */
    public void tell(int kind, Coordinator coordinator, long attempt) {
        send(message(kind, coordinator, attempt, coordinator.node(), 0), 0);
    }

    /** Turns a request into its answer, which waits for memory first. */
    public void answer(Message message, int kind, int payloadBytes, double delayNs) {
        turn(message, kind, payloadBytes);
        delay(message, delayNs, answering);
    }

    /** Turns a request into its answer, which leaves at this hop. */
    public void answer(Transit transit, Message message, int kind, int payloadBytes) {
        turn(message, kind, payloadBytes);
        leave(transit, message);
    }

    private void turn(Message message, int kind, int payloadBytes) {
        message.kind(kind);
        message.targetNode(message.sourceNode());
        message.sourceNode(node);
        message.wireBytes(wireBytes(payloadBytes));
    }

    /**
     * A hop at which messages wait for memory, each as long as {@link #delay} has said, before they go on to another
     * one.
     */
    public Hop afterMemory(Hop then) {
        return (transit, message) -> transit.forward(memory, message, then);
    }

    /** Has a message wait at a hop that {@link #afterMemory} has made. */
    public void delay(Message message, double delayNs, Hop waiting) {
        Wire.delayNs(message, delayNs);
        outlet.leave(waiting, message);
    }

    /** Where messages that are ready to leave go. */
    public Hop egress() {
        return leave;
    }

    private void leave(Transit transit, Message message) {
        transit.forward(engine, message, onLink);
    }

    private void onLink(Transit transit, Message message) {
        if (message.targetNode() == node) {
            received.arrive(transit, message);
        } else {
            port.egress().arrive(transit, message);
        }
    }

    private void arrive(Transit transit, Message message) {
        transit.forward(engine, message, received);
    }
}

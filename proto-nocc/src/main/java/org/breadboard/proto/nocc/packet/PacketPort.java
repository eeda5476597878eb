// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;

/** A datagram port that keeps what a full send queue does not take, in order. Its stage's thread. */
public final class PacketPort {
    private final DatagramTransport.Endpoint endpoint;
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();

    /** A port over an open endpoint. */
    public PacketPort(DatagramTransport.Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Takes a datagram off the completion queue and posts a receive in its place. */
    public void received(Step step, Message message) {
        endpoint.polled(step, message);
        endpoint.postReceives(step, 1, true);
    }

    /** Sends a packet when the step ends, or as soon as the send queue has room. */
    public void send(Step step, int node, int port, Message message) {
        if (waiting.isEmpty() && endpoint.post(step, node, port, message)) {
            endpoint.doorbell(step);
            return;
        }
        message.targetNode(node);
        message.port(port);
        waiting.add(message);
    }

    /** Sends one packet of those that wait. */
    public Transmit transmit(Step step) {
        Message first = waiting.peek();
        if (first == null) {
            return Transmit.IDLE;
        }
        if (!endpoint.post(step, first.targetNode(), first.port(), first)) {
            return Transmit.FULL;
        }
        waiting.remove();
        endpoint.doorbell(step);
        return Transmit.SENT;
    }
}

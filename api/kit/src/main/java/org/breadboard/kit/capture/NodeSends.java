// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.capture;

import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.api.hardware.PacketCapture.Link;
import org.breadboard.api.runtime.Message;
import org.breadboard.kit.capture.TransportPacket.Head;
import org.breadboard.kit.capture.TransportPacket.Operation;
import org.breadboard.kit.hardware.ReliableLink;

/**
 * Messages between nodes as SENDs of a reliable connection, one from each node to each other, for hardware that charges
 * its messages no more than that. Numbers of queue pairs are made up: 16 and the other node's. So are those of packets,
 * unless the link between the nodes numbers its messages ({@link ReliableLink}). One thread.
 */
public final class NodeSends {
    private static final int FIRST_QUEUE_PAIR = 16;
    private static final byte[] NONE = {};

    private final PacketNumbers numbers = new PacketNumbers();

    /** None has been sent yet. */
    public NodeSends() {}

    /**
     * What a message brings.
     *
     * @param bytes of which the first {@code knownBytes} are its own; the packet ends with these if they are not all
     * @param lengthBytes how long it is
     * @param mtuBytes the most that a packet brings
     * @param extraBytes how much more the first packet brings, if there is so much
     */
    public record Payload(byte[] bytes, int knownBytes, int lengthBytes, int mtuBytes, int extraBytes) {
        private int packets() {
            return Math.max(1, (lengthBytes - extraBytes + mtuBytes - 1) / mtuBytes);
        }

        /** Where a packet's share begins. */
        private int at(int packet) {
            return packet == 0 ? 0 : Math.min(lengthBytes, extraBytes + packet * mtuBytes);
        }
    }

    /** Shows the packets of a message, which is on the link of its sender or ({@code leaves}: false) its target. */
    public void packets(Link link, Message message, boolean leaves, Payload payload, PacketCapture.Sink sink) {
        int packets = payload.packets();
        long sequence = ReliableLink.sequence(message);
        int number = sequence < 0 ? numbers.of(message, leaves, message.targetNode(), packets) : (int) sequence;
        for (int i = 0; i < packets; i++) {
            int from = payload.at(i);
            int bytes = payload.at(i + 1) - from;
            int known = Math.max(0, Math.min(bytes, payload.knownBytes() - from));
            Head head = new Head(
                    link,
                    message.sourceNode(),
                    message.targetNode(),
                    FIRST_QUEUE_PAIR + message.sourceNode(),
                    Operation.SEND.opcode(TransportPacket.RELIABLE, i, packets),
                    i == packets - 1);
            TransportPacket packet =
                    new TransportPacket(head, NONE, payload.bytes(), known == 0 ? 0 : from, known, bytes);
            packet.number(number + i);
            sink.packet(packet.bytes(), packet.lengthBytes());
        }
    }
}

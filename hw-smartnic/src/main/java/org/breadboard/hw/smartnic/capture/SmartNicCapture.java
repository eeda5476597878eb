// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.capture;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.api.runtime.Message;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Packet;
import org.breadboard.kit.capture.EthernetHeaders;
import org.breadboard.kit.capture.NodeSends;
import org.breadboard.kit.capture.TransportPacket;
import org.breadboard.kit.hardware.ReliableLink;

/**
 * Packets of SmartNICs: UDP datagrams, or SENDs over RoCE v2, by what a frame costs in the data sheet. A port of UDP is
 * made of what a packet is for: cores have those from 49152 on, host threads those from 53248 on, one-sided requests
 * 57344. Payloads are the model's: messages, each behind a word with its length and kind. Where each message has
 * headers on the link, these are zeros, since nobody knows what they say. So a one-sided request is its operands or
 * data alone: the sheet charges it no other headers. Where the network has faults, 8 B go before them, the packet's
 * number and what it acknowledges; a packet that only acknowledges has no others.
 */
public final class SmartNicCapture implements PacketCapture {
    private static final int LINK_BYTES = 8;
    private static final int CORES = 0xc000;
    private static final int HOST = 0xd000;
    private static final int VERBS = 0xe000;
    private static final int MOST_PORTS = 0x1000;

    private final boolean onPath;
    private final Map<Integer, NicParameters> nics = new TreeMap<>();
    private final NodeSends sends = new NodeSends();

    /** Of nothing yet; {@code onPath} says of which kind the NICs are. */
    public SmartNicCapture(boolean onPath) {
        this.onPath = onPath;
    }

    @Override
    public Link attach(int node, Settings profile) {
        NicParameters parameters = new NicParameters(profile, onPath);
        nics.put(node, parameters);
        return parameters.frameBytes == EthernetHeaders.FRAME_BYTES
                ? Link.ETHERNET
                : TransportPacket.link(parameters.frameBytes);
    }

    @Override
    public void packets(Message message, boolean leaves, Sink sink) {
        NicParameters nic = nics.get(message.sourceNode());
        boolean isNumbered = ReliableLink.acknowledged(message) >= 0;
        boolean acknowledges = isNumbered && ReliableLink.sequence(message) < 0;
        byte[] payload = payload(message, nic, isNumbered, acknowledges);
        // The link's header makes the first packet longer, and no packet more.
        int extraBytes = isNumbered ? LINK_BYTES : 0;
        if (nic.frameBytes != EthernetHeaders.FRAME_BYTES) {
            NodeSends.Payload whole =
                    new NodeSends.Payload(payload, payload.length, payload.length, nic.mtuBytes, extraBytes);
            sends.packets(TransportPacket.link(nic.frameBytes), message, leaves, whole, sink);
            return;
        }
        int from = 0;
        do {
            int bytes = Math.min(payload.length - from, nic.mtuBytes + (from == 0 ? extraBytes : 0));
            datagram(message, acknowledges, payload, from, bytes, sink);
            from += bytes;
        } while (from < payload.length);
    }

    private static void datagram(
            Message message, boolean acknowledges, byte[] payload, int from, int bytes, Sink sink) {
        byte[] packet = new byte[EthernetHeaders.BYTES + bytes];
        int source = acknowledges ? CORES : CORES + Packet.source(message) % MOST_PORTS;
        int target = acknowledges ? CORES : target(message);
        EthernetHeaders.write(packet, message.sourceNode(), source, message.targetNode(), target, bytes);
        System.arraycopy(payload, from, packet, EthernetHeaders.BYTES, bytes);
        sink.packet(packet, packet.length);
    }

    private static int target(Message message) {
        if (Packet.has(message, Packet.VERB)) {
            return VERBS;
        }
        return (Packet.has(message, Packet.TO_HOST) ? HOST : CORES) + message.port() % MOST_PORTS;
    }

    private static byte[] payload(Message message, NicParameters nic, boolean isNumbered, boolean acknowledges) {
        int linkBytes = isNumbered ? LINK_BYTES : 0;
        ByteBuffer payload = ByteBuffer.allocate(linkBytes + (acknowledges ? 0 : nic.linkBytes(message)));
        if (isNumbered) {
            payload.putInt((int) Math.max(0, ReliableLink.sequence(message)))
                    .putInt((int) ReliableLink.acknowledged(message));
        }
        if (acknowledges) {
            return payload.array();
        }
        if (!Packet.has(message, Packet.GATHERED)) {
            payload.put(message.bytes(), 0, message.lengthBytes());
            return payload.array();
        }
        for (int at = 0; at < message.lengthBytes(); ) {
            int bytes = Packet.FRAMING_BYTES + Packet.lengthBytes(message, at);
            payload.position(payload.position() + nic.messageHeaderBytes).put(message.bytes(), at, bytes);
            at += bytes;
        }
        return payload.array();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.api.runtime.Message;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicParameters;
import org.breadboard.hw.htmbloom.wire.Ranges;
import org.breadboard.hw.htmbloom.wire.Wire;
import org.breadboard.kit.capture.NodeSends;
import org.breadboard.kit.capture.TransportPacket;
import org.breadboard.kit.hardware.ReliableLink;

/**
 * Packets of HADES nodes: SENDs over RoCE v2. HADES's RDMA operations have no published format, and 16 B name one here:
 * kind, attempt, transaction in network order, of which verbs of a queue pair have the kind only. Behind them are the
 * range that a read or a verb names, and the bytes that the model sends. Lines that a NIC sends for a partial write are
 * not among these; such a packet ends before them.
 */
public final class HadesCapture implements PacketCapture {
    private static final int UNNAMED_BYTES = Integer.BYTES + Long.BYTES;

    // Verbs, as kinds from Wire.VERBS on; the answer to one comes behind the last.
    private static final int READ = 0;
    private static final int WRITE = 1;
    private static final int SWAP = 2;
    private static final int ANSWER = 4;

    private final Map<Integer, NicParameters> nics = new TreeMap<>();
    private final NodeSends sends = new NodeSends();

    /** Of nothing yet. */
    public HadesCapture() {}

    @Override
    public Link attach(int node, Settings profile) {
        NicParameters parameters = new NicParameters(profile);
        nics.put(node, parameters);
        return TransportPacket.link(parameters.frameBytes);
    }

    @Override
    public void packets(Message message, boolean leaves, Sink sink) {
        NicParameters nic = nics.get(message.sourceNode());
        int lengthBytes = lengthBytes(message.wireBytes(), nic);
        ByteBuffer known = ByteBuffer.allocate(lengthBytes);
        if (lengthBytes >= Wire.HEADER_BYTES && !isBare(message)) {
            fill(message, known);
        }
        NodeSends.Payload payload =
                new NodeSends.Payload(known.array(), known.position(), lengthBytes, nic.mtuBytes, 0);
        sends.packets(TransportPacket.link(nic.frameBytes), message, leaves, payload, sink);
    }

    /** Whether it only acknowledges. */
    private static boolean isBare(Message message) {
        return ReliableLink.acknowledged(message) >= 0 && ReliableLink.sequence(message) < 0;
    }

    /** What is on the link but for the frames of packets. */
    private static int lengthBytes(int wireBytes, NicParameters nic) {
        int packets = (wireBytes + nic.frameBytes + nic.mtuBytes - 1) / (nic.frameBytes + nic.mtuBytes);
        return wireBytes - Math.max(1, packets) * nic.frameBytes;
    }

    private static void fill(Message message, ByteBuffer known) {
        int kind = message.kind();
        known.order(ByteOrder.BIG_ENDIAN).putInt(kind);
        if (message.owner() instanceof Coordinator coordinator) {
            known.putLong(Wire.attempt(message)).putInt(coordinator.transaction());
        } else {
            known.position(known.position() + UNNAMED_BYTES);
        }
        known.order(ByteOrder.LITTLE_ENDIAN);
        if (kind == Wire.READ || kind == Wire.PREPARE) {
            known.putInt(Wire.region(message)).putInt(Wire.lengthBytes(message)).putLong(Wire.address(message));
        } else if (kind == Wire.VALIDATE) {
            writes(message, known);
        } else if (kind >= Wire.VERBS && kind < Wire.VERBS + ANSWER) {
            verb(message, kind - Wire.VERBS, known);
        } else {
            bytes(message, known);
        }
    }

    private static void verb(Message message, int verb, ByteBuffer known) {
        int lengthBytes = verb == READ ? (int) message.register(2) : verb == WRITE ? message.lengthBytes() : Long.BYTES;
        known.putInt(message.port()).putInt(lengthBytes).putLong(message.register(1));
        switch (verb) {
            case READ -> {}
            case WRITE -> bytes(message, known);
            case SWAP -> known.putLong(message.register(2)).putLong(message.register(3));
            default -> known.putLong(message.register(3));
        }
    }

    private static void bytes(Message message, ByteBuffer known) {
        if (message.lengthBytes() >= known.remaining()) {
            known.put(message.bytes(), 0, known.remaining());
        }
    }

    /** Writes, and what advances; the witnesses between them are on no link. */
    private static void writes(Message message, ByteBuffer known) {
        int at = Integer.BYTES;
        for (int range = 0; range < message.getInt(0); range++) {
            at += Wire.RANGE_BYTES + (message.getInt(at + Integer.BYTES) & ~Ranges.FLAG);
        }
        known.put(message.bytes(), 0, at);
        int advances = known.remaining();
        known.put(message.bytes(), message.lengthBytes() - advances, advances);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.capture;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.api.runtime.Message;
import org.breadboard.hw.rdma.memory.Requester;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.kit.capture.PacketNumbers;
import org.breadboard.kit.capture.TransportPacket;
import org.breadboard.kit.capture.TransportPacket.Head;
import org.breadboard.kit.capture.TransportPacket.Operation;
import org.breadboard.kit.hardware.DatagramPort;

/**
 * Packets of RDMA NICs: RoCE v2 or InfiniBand, by what a packet costs in the data sheet. Operations, lengths, immediate
 * data (a message's kind), operands and payloads are the model's; so are addresses, which are offsets in a region, and
 * remote keys, which are its number in the queue pair. A port has queue pair 0x800000 and its number. Numbers of
 * connected queue pairs are made up in the order in which they are seen, and so are numbers of datagrams; those of
 * connections follow from the model's ({@link Connection}). DC's formats are not published: its requests look like
 * RC's, and its handshake has opcodes that are the manufacturer's.
 */
public final class RdmaCapture implements PacketCapture {
    private static final int FIRST_QUEUE_PAIR = 16;
    private static final int PORTS = 0x800000;
    private static final int ACKNOWLEDGED = 0x1f;
    private static final int NOT_READY = 0x20;
    private static final int SEQUENCE_ERROR = 0x60;
    private static final int SYNDROME_SHIFT = 24;
    private static final int MOST_24_BITS = 0xffffff;

    private final Map<Integer, NicParameters> nics = new TreeMap<>();
    private final Map<Integer, Integer> queuePairs = new TreeMap<>();
    private final Map<Requester, Connection> connections = new LinkedHashMap<>();
    private final PacketNumbers datagrams = new PacketNumbers();
    private final ByteBuffer headers = ByteBuffer.allocate(64);

    /** Of nothing yet. */
    public RdmaCapture() {}

    @Override
    public Link attach(int node, Settings profile) {
        NicParameters parameters = new NicParameters(profile);
        nics.put(node, parameters);
        return TransportPacket.link(parameters.frameBytes);
    }

    @Override
    public void packets(Message message, boolean leaves, Sink sink) {
        if (message.owner() instanceof Requester requester) {
            int operation = Packet.operation(message);
            Connection connection = connections.computeIfAbsent(requester, any -> connection(message, operation));
            if (operation <= Packet.ADD) {
                request(message, operation, requester.responder().transport(), connection, sink);
            } else {
                answer(message, operation, connection, sink);
            }
        } else {
            datagram(message, leaves, sink);
        }
    }

    private Connection connection(Message message, int operation) {
        boolean asks = operation <= Packet.ADD || operation == Packet.CONNECT || operation == Packet.DISCONNECT;
        int own = queuePair(message.sourceNode());
        int other = queuePair(message.targetNode());
        return asks ? new Connection(own, other) : new Connection(other, own);
    }

    private int queuePair(int node) {
        return queuePairs.merge(node, FIRST_QUEUE_PAIR, (last, first) -> last + 1);
    }

    /** A datagram's headers are those of the thread that posted it, wherever a switch has sent it. */
    private void datagram(Message message, boolean leaves, Sink sink) {
        int port = ((DatagramPort) message.owner()).number();
        headers.clear().putInt(0).putInt(PORTS | port & MOST_24_BITS).putInt(message.kind());
        int target = PORTS | message.port() & MOST_24_BITS;
        int opcode = Operation.SEND_WITH_IMMEDIATE.opcode(TransportPacket.DATAGRAM, 0, 1);
        TransportPacket packet = packet(message, target, opcode, false, 0, message.lengthBytes());
        packet.number(datagrams.of(message, leaves, port, 1));
        sink.packet(packet.bytes(), packet.lengthBytes());
    }

    private void request(Message message, int operation, Transport transport, Connection connection, Sink sink) {
        int sequence = Packet.sequence(message);
        int mtuBytes = nics.get(message.sourceNode()).mtuBytes;
        boolean receives = Packet.region(message) == Packet.RECEIVES;
        int bytes = operation == Packet.WRITE ? message.lengthBytes() : 0;
        int packets = Packet.packets(bytes, mtuBytes);
        int readBytes = operation == Packet.READ ? (int) message.register(2) : bytes;
        connection.request(sequence, Packet.packets(readBytes, mtuBytes));
        Operation kind = operation(operation, receives);
        int of = transport == Transport.UC ? TransportPacket.UNRELIABLE : TransportPacket.RELIABLE;
        for (int i = 0; i < packets; i++) {
            boolean last = i == packets - 1;
            headers.clear();
            if (i == 0) {
                remote(message, operation, readBytes);
            }
            if (last && receives) {
                headers.putInt(message.kind());
            }
            boolean acknowledge = last && transport != Transport.UC;
            int opcode = kind.opcode(of, i, packets);
            TransportPacket packet = packet(
                    message,
                    connection.responder(),
                    opcode,
                    acknowledge,
                    i * mtuBytes,
                    Math.min(mtuBytes, bytes - i * mtuBytes));
            connection.add(packet, sequence, i);
            sink.packet(packet.bytes(), packet.lengthBytes());
        }
    }

    private static Operation operation(int operation, boolean receives) {
        return switch (operation) {
            case Packet.READ -> Operation.READ;
            case Packet.SWAP -> Operation.COMPARE_AND_SWAP;
            case Packet.ADD -> Operation.FETCH_AND_ADD;
            default -> receives ? Operation.WRITE_WITH_IMMEDIATE : Operation.WRITE;
        };
    }

    /** Where in remote memory, and either how long or an atomic's operands. */
    private void remote(Message message, int operation, int lengthBytes) {
        headers.putLong(message.register(1)).putInt(Packet.region(message));
        switch (operation) {
            case Packet.SWAP -> headers.putLong(message.register(3)).putLong(message.register(2));
            case Packet.ADD -> headers.putLong(message.register(2)).putLong(0);
            default -> headers.putInt(lengthBytes);
        }
    }

    private void answer(Message message, int operation, Connection connection, Sink sink) {
        if (operation == Packet.CONNECT || operation == Packet.ACCEPT || operation == Packet.DISCONNECT) {
            handshake(message, operation, connection, sink);
            return;
        }
        int sequence = Packet.sequence(message);
        int mtuBytes = nics.get(message.sourceNode()).mtuBytes;
        boolean reads = operation == Packet.READ + Packet.ANSWER;
        int bytes = reads ? message.lengthBytes() : 0;
        int packets = Packet.packets(bytes, mtuBytes);
        if (reads) {
            connection.request(sequence, packets);
        }
        boolean atomic = operation == Packet.SWAP + Packet.ANSWER || operation == Packet.ADD + Packet.ANSWER;
        Operation kind =
                reads ? Operation.READ_RESPONSE : atomic ? Operation.ATOMIC_ACKNOWLEDGE : Operation.ACKNOWLEDGE;
        for (int i = 0; i < packets; i++) {
            headers.clear();
            if (i == 0 || i == packets - 1) {
                headers.putInt(syndrome(operation) << SYNDROME_SHIFT | sequence + 1 & MOST_24_BITS);
            }
            if (atomic) {
                headers.putLong(message.getLong(0));
            }
            TransportPacket packet = packet(
                    message,
                    connection.requester(),
                    kind.opcode(TransportPacket.RELIABLE, i, packets),
                    false,
                    i * mtuBytes,
                    Math.min(mtuBytes, bytes - i * mtuBytes));
            connection.add(packet, sequence, reads ? i : operation == Packet.WRITE + Packet.ANSWER ? -1 : 0);
            sink.packet(packet.bytes(), packet.lengthBytes());
        }
    }

    private static int syndrome(int operation) {
        return switch (operation) {
            case Packet.MISSING -> SEQUENCE_ERROR;
            case Packet.NOT_READY -> NOT_READY;
            default -> ACKNOWLEDGED;
        };
    }

    private void handshake(Message message, int operation, Connection connection, Sink sink) {
        headers.clear().putInt(0);
        int target = operation == Packet.ACCEPT ? connection.requester() : connection.responder();
        int opcode = TransportPacket.MANUFACTURER | operation & Packet.CONNECT - 1;
        TransportPacket packet = packet(message, target, opcode, false, 0, 0);
        packet.number(0);
        sink.packet(packet.bytes(), packet.lengthBytes());
    }

    /** With the extended headers that were put together. */
    private TransportPacket packet(
            Message message, int queuePair, int opcode, boolean acknowledge, int from, int bytes) {
        Link link = TransportPacket.link(nics.get(message.sourceNode()).frameBytes);
        Head head = new Head(link, message.sourceNode(), message.targetNode(), queuePair, opcode, acknowledge);
        byte[] extended = new byte[headers.position()];
        headers.get(0, extended);
        return new TransportPacket(head, extended, message.bytes(), from, bytes, bytes);
    }

    @Override
    public void end() {
        connections.values().forEach(Connection::number);
    }
}

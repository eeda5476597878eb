// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.PacketCapture.Link;

/**
 * A packet of InfiniBand's transport: behind a local route header, or behind those of Ethernet, IPv4 and UDP (RoCE v2).
 * Its checksums are right as far as its payload is known. Its payload is not padded, since the model charges no
 * padding; a packet whose payload is no multiple of 4 B says that it has no padding.
 *
 * <p>A node's local identifier is its number and one, and its addresses are those of {@link EthernetHeaders}. Partition
 * key, service level and congestion marks are the defaults.
 */
public final class TransportPacket {
    /** A SEND's opcode is one of these and the transport's; so are those of {@link Operation}. */
    public static final int RELIABLE = 0x00;
    /** Unreliable connection. */
    public static final int UNRELIABLE = 0x20;
    /** Unreliable datagram. */
    public static final int DATAGRAM = 0x60;
    /** What a manufacturer defines. */
    public static final int MANUFACTURER = 0xc0;

    /** What InfiniBand costs beside extended headers and payload: local route, base transport, both checksums. */
    public static final int INFINIBAND_BYTES = 8 + 12 + 4 + 2;
    /** What RoCE v2 costs beside them: a frame with a datagram, base transport, the invariant checksum. */
    public static final int ROCE_BYTES = EthernetHeaders.FRAME_BYTES + 12 + 4;

    static final int LOCAL_ROUTE_BYTES = 8;
    private static final int BASE_BYTES = 12;
    private static final int INVARIANT_BYTES = 4;
    private static final int VARIANT_BYTES = 2;
    private static final int ROCE_PORT = 4791;
    private static final int FIRST_DYNAMIC_PORT = 0xc000;
    private static final int DYNAMIC_PORTS = 0x4000;
    private static final int BASE_FOLLOWS = 2;
    private static final int WORD_BYTES = 4;
    private static final int MIGRATED = 0x40;
    private static final int DEFAULT_PARTITION = 0xffff;
    private static final int NUMBER = 9;
    private static final int ACKNOWLEDGE = 0x80;
    private static final int MOST_24_BITS = 0xffffff;

    private final Link link;
    private final int transport;
    private final byte[] bytes;
    private final int lengthBytes;

    /** Operations, as opcodes without their transport (InfiniBand architecture, volume 1, 9.2). */
    public enum Operation {
        /** A SEND in one packet. */
        SEND(4, 0, 1, 2),
        /** A SEND in one packet, with immediate data. */
        SEND_WITH_IMMEDIATE(5, 0, 1, 3),
        /** A WRITE. */
        WRITE(0xa, 6, 7, 8),
        /** A WRITE with immediate data. */
        WRITE_WITH_IMMEDIATE(0xb, 6, 7, 9),
        /** Asks for bytes. */
        READ(0xc, 0xc, 0xc, 0xc),
        /** The bytes that a READ asked for. */
        READ_RESPONSE(0x10, 0xd, 0xe, 0xf),
        /** Acknowledges, or says what is wrong. */
        ACKNOWLEDGE(0x11, 0x11, 0x11, 0x11),
        /** The word that an atomic has found. */
        ATOMIC_ACKNOWLEDGE(0x12, 0x12, 0x12, 0x12),
        /** A compare-and-swap. */
        COMPARE_AND_SWAP(0x13, 0x13, 0x13, 0x13),
        /** A fetch-and-add. */
        FETCH_AND_ADD(0x14, 0x14, 0x14, 0x14);

        private final int only;
        private final int first;
        private final int middle;
        private final int last;

        Operation(int only, int first, int middle, int last) {
            this.only = only;
            this.first = first;
            this.middle = middle;
            this.last = last;
        }

        /** Of a packet of a message with so many; {@code index} counts from 0. */
        public int opcode(int transport, int index, int packets) {
            int own = packets == 1 ? only : index == 0 ? first : index == packets - 1 ? last : middle;
            return transport | own;
        }
    }

    /**
     * Where a packet goes, and what it is.
     *
     * @param link what is in front of the base transport header
     * @param queuePair the number of the target's queue pair, 24 bits
     * @param opcode transport and operation
     * @param acknowledge whether it asks for an acknowledgement
     */
    public record Head(Link link, int sourceNode, int targetNode, int queuePair, int opcode, boolean acknowledge) {}

    /**
     * A packet with no number yet.
     *
     * @param extended headers between base transport and payload
     * @param payload has the payload from {@code from} on
     * @param knownBytes how much of the payload is there; the packet ends with that if it is not all
     * @param payloadBytes how long the payload is
     */
    public TransportPacket(Head head, byte[] extended, byte[] payload, int from, int knownBytes, int payloadBytes) {
        link = head.link();
        boolean ethernet = link == Link.ETHERNET;
        transport = ethernet ? EthernetHeaders.BYTES : LOCAL_ROUTE_BYTES;
        int headBytes = transport + BASE_BYTES + extended.length;
        int checkedBytes = headBytes + payloadBytes + INVARIANT_BYTES;
        lengthBytes = checkedBytes + (ethernet ? 0 : VARIANT_BYTES);
        bytes = new byte[knownBytes == payloadBytes ? lengthBytes : headBytes + knownBytes];
        if (ethernet) {
            int sourcePort =
                    FIRST_DYNAMIC_PORT + Math.floorMod(31 * head.sourceNode() + head.queuePair(), DYNAMIC_PORTS);
            EthernetHeaders.write(
                    bytes,
                    head.sourceNode(),
                    sourcePort,
                    head.targetNode(),
                    ROCE_PORT,
                    checkedBytes - EthernetHeaders.BYTES);
        } else {
            localRoute(head.sourceNode(), head.targetNode(), checkedBytes);
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes, transport, bytes.length - transport);
        rest.put((byte) head.opcode()).put((byte) MIGRATED).putShort((short) DEFAULT_PARTITION);
        rest.putInt(head.queuePair() & MOST_24_BITS).putInt(head.acknowledge() ? ACKNOWLEDGE << 24 : 0);
        rest.put(extended).put(payload, from, knownBytes);
    }

    private void localRoute(int sourceNode, int targetNode, int checkedBytes) {
        ByteBuffer route = ByteBuffer.wrap(bytes);
        route.put((byte) 0).put((byte) BASE_FOLLOWS).putShort((short) (targetNode + 1));
        route.putShort((short) (checkedBytes / WORD_BYTES)).putShort((short) (sourceNode + 1));
    }

    /**
     * What is in front of the packets of hardware.
     *
     * @param frameBytes what a packet costs beside extended headers and payload
     * @throws RefusedException if that is neither {@link #INFINIBAND_BYTES} nor {@link #ROCE_BYTES}
     */
    public static Link link(int frameBytes) {
        if (frameBytes == INFINIBAND_BYTES) {
            return Link.INFINIBAND;
        }
        if (frameBytes == ROCE_BYTES) {
            return Link.ETHERNET;
        }
        throw new RefusedException("frameBytes=" + frameBytes + " is neither " + INFINIBAND_BYTES
                + ", what InfiniBand's headers take, nor " + ROCE_BYTES
                + ", what RoCE v2's take, so nobody knows what its packets look like.");
    }

    /** Gives it a sequence number, of which 24 bits count, and checksums; again, if it has some. */
    public void number(int sequence) {
        int at = transport + NUMBER;
        bytes[at] = (byte) (sequence >> 16);
        bytes[at + 1] = (byte) (sequence >> 8);
        bytes[at + 2] = (byte) sequence;
        if (bytes.length < lengthBytes) {
            return;
        }
        boolean ethernet = link == Link.ETHERNET;
        int end = lengthBytes - INVARIANT_BYTES - (ethernet ? 0 : VARIANT_BYTES);
        ByteBuffer checks = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        checks.putInt(end, Checks.invariant(bytes, transport, end, ethernet));
        if (!ethernet) {
            checks.putShort(end + INVARIANT_BYTES, (short) Checks.variant(bytes, end + INVARIANT_BYTES));
        }
    }

    /** The packet, or its beginning. */
    public byte[] bytes() {
        return bytes;
    }

    /** How long all of it is, without what {@link Link#uncapturedBytes} counts. */
    public int lengthBytes() {
        return lengthBytes;
    }
}

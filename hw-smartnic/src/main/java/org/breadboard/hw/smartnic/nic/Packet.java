// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.nic;

import org.breadboard.api.runtime.Message;

/**
 * What travels between NICs and over PCIe. Its bytes are messages, each after a word of its length and kind, or one
 * datagram; {@link Message#port()} is the flow, queue or port that it goes to. Register 0 has flags and the number of
 * where it comes from, register 1 how many messages it carries, register 2 when it came to the host's transmit queue.
 */
public final class Packet {
    /** Length and kind of a message in a packet, 16 bits each. */
    public static final int FRAMING_BYTES = 4;

    /** What a packet of one message can hold at most, its framing included. */
    public static final int MOST_BYTES = 32_768;

    /** It goes to a host thread, otherwise to a core. */
    public static final long TO_HOST = 1;
    /** It is a datagram: the message itself, and no framing. */
    public static final long DATAGRAM = 1 << 1;
    /** It is in the ring of a core that only passes it on. */
    public static final long PASSING = 1 << 2;
    /** It shares no doorbell. */
    public static final long ALONE = 1 << 3;
    /** Its sender still counts it as underway. */
    public static final long HELD = 1 << 4;
    /** On a message that was unpacked: the first of its packet. */
    public static final long FIRST = 1 << 5;
    /** It is a one-sided request or its answer; see {@code Verb}. */
    public static final long VERB = 1 << 6;

    /** A datagram that is sent again if it gets lost. */
    public static final long RELIABLE = 1 << 7;

    /** Its messages gathered, each with headers on the link. Bits 8 to 12 are those of {@code Verb}. */
    public static final long GATHERED = 1 << 13;

    private static final int SOURCE_SHIFT = 16;

    private Packet() {}

    /** Addresses it to a flow, queue or port, with these flags; its sender counts it as underway. */
    public static void address(Message packet, int sourceNode, int source, int node, int target, long flags) {
        packet.sourceNode(sourceNode);
        packet.targetNode(node);
        packet.port(target);
        packet.register(0, flags | HELD | (long) source << SOURCE_SHIFT);
        packet.register(1, 1);
    }

    /** A datagram that a NIC of another kind sent: only those are understood. */
    public static void foreign(Message packet) {
        packet.register(0, TO_HOST | DATAGRAM);
        packet.register(1, 1);
    }

    /** Whether it must arrive; a datagram need not. */
    public static boolean mustArrive(Message packet) {
        return !has(packet, DATAGRAM) || has(packet, RELIABLE);
    }

    /** Whether a flag is set. */
    public static boolean has(Message packet, long flag) {
        return (packet.register(0) & flag) != 0;
    }

    /** Sets a flag. */
    public static void set(Message packet, long flag) {
        packet.register(0, packet.register(0) | flag);
    }

    /** Clears a flag. */
    public static void clear(Message packet, long flag) {
        packet.register(0, packet.register(0) & ~flag);
    }

    /** The flow, queue or port that it comes from. */
    public static int source(Message packet) {
        return (int) (packet.register(0) >>> SOURCE_SHIFT);
    }

    /** How many messages it carries. */
    public static int messages(Message packet) {
        return (int) packet.register(1);
    }

    /** Adds a message; there must be room for it. */
    public static void append(Message packet, Message message) {
        int at = packet.lengthBytes();
        packet.putInt(at, message.lengthBytes() | message.kind() << Short.SIZE);
        System.arraycopy(message.bytes(), 0, packet.bytes(), at + FRAMING_BYTES, message.lengthBytes());
        packet.lengthBytes(at + FRAMING_BYTES + message.lengthBytes());
    }

    /** The length of the message that begins at {@code at}. */
    public static int lengthBytes(Message packet, int at) {
        return packet.getInt(at) & 0xffff;
    }

    /** Copies the message that begins at {@code at}. */
    public static void extract(Message packet, int at, Message into) {
        int lengthBytes = lengthBytes(packet, at);
        System.arraycopy(packet.bytes(), at + FRAMING_BYTES, into.bytes(), 0, lengthBytes);
        into.lengthBytes(lengthBytes);
        into.kind(packet.getInt(at) >>> Short.SIZE);
        into.sourceNode(packet.sourceNode());
        into.targetNode(packet.targetNode());
        into.port(packet.port());
        into.epoch(packet.epoch());
    }
}

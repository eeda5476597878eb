// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import org.breadboard.api.runtime.Message;

/**
 * What travels between NICs: the work request that a {@link Message}'s registers hold. Register 0 has the operation,
 * flags, the region's index in its queue pair and the packet sequence number; register 1 the address; registers 2 and 3
 * are the length of a READ, or the operands of an atomic. Header sizes are those of the InfiniBand architecture, volume
 * 1.
 */
public final class Packet {
    /** A SEND over UD. */
    public static final int DATAGRAM = 0;
    /** The first of the requests, which go from here to {@link #ADD}. */
    public static final int READ = 1;
    /** A WRITE, with or without immediate data. */
    public static final int WRITE = 2;
    /** A compare-and-swap, the first of the atomics. */
    public static final int SWAP = 3;
    /** A fetch-and-add, the last of the requests. */
    public static final int ADD = 4;
    /** Added to a request's operation, it is the answer to it. */
    public static final int ANSWER = 8;

    /** Asks a DC target for a connection; the first of the operations that are none of a verb. */
    public static final int CONNECT = 16;
    /** Answers {@link #CONNECT}. */
    public static final int ACCEPT = CONNECT + ANSWER;
    /** Ends the connection to a DC target. */
    public static final int DISCONNECT = 17;

    /**
     * A NAK of a sequence error: asks for the request of its number, and all after it. Its second register is the
     * number of the first one that has not been executed.
     */
    public static final int MISSING = 18;
    /** A receiver-not-ready NAK: no receive was posted for a request. */
    public static final int NOT_READY = 19;

    static final int OPERATIONS = 32;

    /** In the place of a region: a WRITE with immediate data, into what the port that it names has posted. */
    public static final int RECEIVES = 0xffff;

    /** Set while it is at its target's NIC, cleared while it is at its source's. */
    public static final long ARRIVED = 1 << 8;
    /** The first of a list that a doorbell announces, and that the NIC fetches. */
    static final long RANG = 1 << 9;
    /** Its payload is not inlined. */
    public static final long FETCHED = 1 << 10;
    /** Alone with its doorbell: the CPU writes the whole work request to the NIC. */
    static final long PUSHED = 1 << 11;

    /** Extended headers of a datagram: DETH, and 4 B of immediate data, which carry the message's kind. */
    private static final int DATAGRAM_HEADER_BYTES = 8 + 4;
    /** Extended header of a READ or WRITE (RETH). */
    private static final int REMOTE_HEADER_BYTES = 16;
    /** Immediate data of a WRITE, which carry the message's kind. */
    private static final int IMMEDIATE_BYTES = 4;
    /** Extended header of an atomic (AtomicETH). */
    private static final int ATOMIC_HEADER_BYTES = 28;
    /** Header of an acknowledgement or a response (AETH). */
    private static final int ANSWER_HEADER_BYTES = 4;
    /** Old value that an atomic answers with. */
    public static final int WORD_BYTES = 8;

    /**
     * Work requests are whole lines of this size, and are written to the NIC as such (libmlx5: MLX5_SEND_WQE_BB,
     * mlx5_bf_copy).
     */
    private static final int WORK_REQUEST_LINE_BYTES = 64;
    /** Segments of a work request: control, remote or atomic address, pointer to a payload (libmlx5's wqe.h). */
    private static final int SEGMENT_BYTES = 16;
    /** The address of a datagram. */
    private static final int DATAGRAM_SEGMENT_BYTES = 48;
    /** In front of an inlined payload. */
    private static final int INLINE_HEADER_BYTES = 4;

    private Packet() {}

    /** Makes it a new operation; without flags. */
    public static void operation(Message message, int operation, int region, int sequence) {
        message.register(0, operation | (long) region << 16 | (long) sequence << 32);
    }

    /** What it does. */
    public static int operation(Message message) {
        return (int) message.register(0) & 0xff;
    }

    /** The index of its region in its queue pair, or {@link #RECEIVES}. */
    public static int region(Message message) {
        return (int) (message.register(0) >>> 16) & 0xffff;
    }

    /** Its number in its queue pair. */
    public static int sequence(Message message) {
        return (int) (message.register(0) >> 32);
    }

    /** Whether a flag is set. */
    public static boolean has(Message message, long flag) {
        return (message.register(0) & flag) != 0;
    }

    /** Sets a flag. */
    public static void set(Message message, long flag) {
        message.register(0, message.register(0) | flag);
    }

    /** Whether the operation carries the message's bytes. */
    static boolean hasPayload(int operation) {
        return operation == DATAGRAM || operation == WRITE || operation == READ + ANSWER;
    }

    /** How many packets carry a message; one at least. */
    public static int packets(int payloadBytes, int mtuBytes) {
        return payloadBytes <= mtuBytes ? 1 : (payloadBytes + mtuBytes - 1) / mtuBytes;
    }

    /** Bytes on the link, all packets of the message together. */
    public static int wireBytes(Message message, NicParameters nic) {
        int operation = operation(message);
        int payloadBytes = hasPayload(operation) ? message.lengthBytes() : 0;
        int immediateBytes = operation == WRITE && region(message) == RECEIVES ? IMMEDIATE_BYTES : 0;
        int headerBytes = extendedHeaderBytes(operation) + immediateBytes;
        return packets(payloadBytes, nic.mtuBytes) * nic.frameBytes + headerBytes + payloadBytes;
    }

    /** Whether a leaving message's payload lies in its work request. */
    static boolean isInlined(Message message, int operation) {
        return (operation == DATAGRAM || operation == WRITE) && !has(message, FETCHED);
    }

    /** Lines of a leaving message's work request. */
    static int workRequestLines(Message message, int operation) {
        int address = operation == DATAGRAM ? DATAGRAM_SEGMENT_BYTES : SEGMENT_BYTES;
        int atomic = operation == SWAP || operation == ADD ? SEGMENT_BYTES : 0;
        int data = isInlined(message, operation) ? INLINE_HEADER_BYTES + message.lengthBytes() : SEGMENT_BYTES;
        int bytes = SEGMENT_BYTES + address + atomic + data;
        return (bytes + WORK_REQUEST_LINE_BYTES - 1) / WORK_REQUEST_LINE_BYTES;
    }

    /** Marks what a doorbell announces: one work request goes with it, several are a list that the NIC fetches. */
    public static void ring(Message first, int count) {
        set(first, count == 1 ? PUSHED : RANG);
    }

    private static int extendedHeaderBytes(int operation) {
        return switch (operation) {
            case DATAGRAM -> DATAGRAM_HEADER_BYTES;
            case READ, WRITE -> REMOTE_HEADER_BYTES;
            case SWAP, ADD -> ATOMIC_HEADER_BYTES;
            case SWAP + ANSWER, ADD + ANSWER -> ANSWER_HEADER_BYTES + WORD_BYTES;
            default -> ANSWER_HEADER_BYTES;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import org.breadboard.api.runtime.Message;

/**
 * What the NICs of HADES nodes say to each other: HADES's RDMA operations (IV, V). Registers: the attempt; for reads
 * the address, the length with the ticket, the region's number with what of the witness goes along.
 */
public final class Wire {
    /** Bytes that name a message's kind, transaction and attempt. */
    public static final int HEADER_BYTES = 16;
    /** Bytes that name a range: region, length, address. */
    public static final int RANGE_BYTES = 16;

    /** Kinds, from the coordinator: track these lines as read, and send them. */
    public static final int READ = 0;
    /** Track these lines as partially written, and send them. */
    public static final int PREPARE = 1;
    /** Intend-to-commit: lock, squash what conflicts, and agree or not. */
    public static final int INTEND = 2;
    /** Validation: the transaction has committed; here are its writes. */
    public static final int VALIDATE = 3;
    /** The transaction was squashed: forget it. */
    public static final int CANCEL = 4;
    /** Lock these lines before the transaction executes. */
    public static final int LOCK = 5;

    /** Kinds, back to the coordinator: what was read. */
    public static final int DATA = 6;
    /** Ack: locked, and will not squash it. */
    public static final int ACK = 7;
    /** No Ack. */
    public static final int NACK = 8;
    /** The lines are locked. */
    public static final int GRANTED = 9;
    /** Somebody else has committed: the transaction is squashed. */
    public static final int SQUASH = 10;
    /** There is no filter left for the transaction. */
    public static final int REFUSED = 11;

    /** The first kind of one-sided verbs, see {@code VerbsQueuePair}. */
    public static final int VERBS = 12;

    private static final int ATTEMPT = 0;
    private static final int ADDRESS = 1;
    private static final int LENGTH = 2;
    private static final int REGION = 3;
    private static final int TICKET_SHIFT = 32;
    private static final int WITNESS_SHIFT = 16;
    private static final int WITNESS_WORDS_SHIFT = 56;

    private Wire() {}

    /** A kind in words, for people. */
    static String words(int kind) {
        return switch (kind) {
            case READ -> "read lines, and track them";
            case PREPARE -> "send lines that will be partially written, and track them";
            case INTEND -> "intend to commit: lock, and squash what conflicts";
            case VALIDATE -> "committed: the writes";
            case CANCEL -> "squashed: forget it";
            case LOCK -> "lock lines before execution";
            case DATA -> "the lines";
            case ACK -> "ack: locked";
            case NACK -> "no ack";
            case GRANTED -> "the lines are locked";
            case SQUASH -> "squashed by who committed";
            case REFUSED -> "no filter is left";
            default -> null;
        };
    }

    /** Says of which attempt of its transaction a message is. */
    public static void attempt(Message message, long attempt) {
        message.register(ATTEMPT, attempt);
    }

    /** The attempt of its transaction that a message is of. */
    public static long attempt(Message message) {
        return message.register(ATTEMPT);
    }

    /** Whose request it is, or whose answer. */
    public static Coordinator coordinator(Message message) {
        return (Coordinator) message.owner();
    }

    /** Names a range to read or prepare, and the ticket of its answer. */
    public static void range(Message message, int region, long address, int lengthBytes, int ticket) {
        message.register(ADDRESS, address);
        message.register(LENGTH, lengthBytes | (long) ticket << TICKET_SHIFT);
        message.register(REGION, region);
    }

    /**
     * Names the words of a witness that go along with the range.
     *
     * @param witnessBytes at most 255 words
     */
    public static void witness(Message message, long witnessAddress, int witnessBytes) {
        message.register(
                REGION,
                message.register(REGION)
                        | witnessAddress / Long.BYTES << WITNESS_SHIFT
                        | (long) (witnessBytes / Long.BYTES) << WITNESS_WORDS_SHIFT);
    }

    /** The number of the range's region, as the coordinator's node has it. */
    public static int region(Message message) {
        return (int) message.register(REGION) & 0xffff;
    }

    /** Where the range begins in its region, until {@link #delayNs(Message, double)} says something else. */
    public static long address(Message message) {
        return message.register(ADDRESS);
    }

    /** How long the range is. */
    public static int lengthBytes(Message message) {
        return (int) message.register(LENGTH);
    }

    /** The answer's ticket. */
    public static int ticket(Message message) {
        return (int) (message.register(LENGTH) >>> TICKET_SHIFT);
    }

    /** Where the words of the witness begin that go along. */
    public static long witnessAddress(Message message) {
        return (message.register(REGION) >>> WITNESS_SHIFT & (1L << WITNESS_WORDS_SHIFT - WITNESS_SHIFT) - 1)
                * Long.BYTES;
    }

    /** How many bytes of the witness go along; 0 for none. */
    public static int witnessBytes(Message message) {
        return (int) (message.register(REGION) >>> WITNESS_WORDS_SHIFT) * Long.BYTES;
    }

    /** Notes the number of a read that goes on, once its witness is done with. */
    public static void read(Message message, int read) {
        message.register(REGION, region(message) | (long) read << WITNESS_SHIFT);
    }

    /** The number of a read that goes on. */
    public static int read(Message message) {
        return (int) (message.register(REGION) >>> WITNESS_SHIFT);
    }

    /** How long the answer waits for memory, once the request's registers are done with. */
    public static void delayNs(Message message, double ns) {
        message.register(ADDRESS, Double.doubleToRawLongBits(ns));
    }

    /** How long the answer waits for memory. */
    public static double delayNs(Message message) {
        return Double.longBitsToDouble(message.register(ADDRESS));
    }
}

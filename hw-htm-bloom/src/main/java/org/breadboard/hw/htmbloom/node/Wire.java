package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.runtime.Message;

/**
 * What the NICs of HADES nodes say to each other: HADES's RDMA operations (IV, V). Registers: the attempt; for reads the address, the length
 * with the ticket, the region's number with what of the witness goes along.
 */
final class Wire {
    /** Bytes that name a message's kind, transaction and attempt. */
    static final int HEADER_BYTES = 16;
    /** Bytes that name a range: region, length, address. */
    static final int RANGE_BYTES = 16;

    /** Kinds, from the coordinator: track these lines as read, and send them. */
    static final int READ = 0;
    /** Track these lines as partially written, and send them. */
    static final int PREPARE = 1;
    /** Intend-to-commit: lock, squash what conflicts, and agree or not. */
    static final int INTEND = 2;
    /** Validation: the transaction has committed; here are its writes. */
    static final int VALIDATE = 3;
    /** The transaction was squashed: forget it. */
    static final int CANCEL = 4;
    /** Lock these lines before the transaction executes. */
    static final int LOCK = 5;

    /** Kinds, back to the coordinator: what was read. */
    static final int DATA = 6;
    /** Ack: locked, and will not squash it. */
    static final int ACK = 7;
    /** No Ack. */
    static final int NACK = 8;
    /** The lines are locked. */
    static final int GRANTED = 9;
    /** Somebody else has committed: the transaction is squashed. */
    static final int SQUASH = 10;
    /** There is no filter left for the transaction. */
    static final int REFUSED = 11;

    /** The first kind of one-sided verbs, see {@link VerbsQueuePair}. */
    static final int VERBS = 12;

    private static final int ATTEMPT = 0;
    private static final int ADDRESS = 1;
    private static final int LENGTH = 2;
    private static final int REGION = 3;
    private static final int TICKET_SHIFT = 32;
    private static final int WITNESS_SHIFT = 16;
    private static final int WITNESS_WORDS_SHIFT = 56;

    private Wire() {}

    static void attempt(Message message, long attempt) {
        message.register(ATTEMPT, attempt);
    }

    static long attempt(Message message) {
        return message.register(ATTEMPT);
    }

    static void range(Message message, int region, long address, int lengthBytes, int ticket) {
        message.register(ADDRESS, address);
        message.register(LENGTH, lengthBytes | (long) ticket << TICKET_SHIFT);
        message.register(REGION, region);
    }

    /** @param witnessBytes at most 255 words */
    static void witness(Message message, long witnessAddress, int witnessBytes) {
        message.register(
                REGION,
                message.register(REGION)
                        | witnessAddress / Long.BYTES << WITNESS_SHIFT
                        | (long) (witnessBytes / Long.BYTES) << WITNESS_WORDS_SHIFT);
    }

    static int region(Message message) {
        return (int) message.register(REGION) & 0xffff;
    }

    static long address(Message message) {
        return message.register(ADDRESS);
    }

    static int lengthBytes(Message message) {
        return (int) message.register(LENGTH);
    }

    static int ticket(Message message) {
        return (int) (message.register(LENGTH) >>> TICKET_SHIFT);
    }

    static long witnessAddress(Message message) {
        return (message.register(REGION) >>> WITNESS_SHIFT & (1L << WITNESS_WORDS_SHIFT - WITNESS_SHIFT) - 1)
                * Long.BYTES;
    }

    static int witnessBytes(Message message) {
        return (int) (message.register(REGION) >>> WITNESS_WORDS_SHIFT) * Long.BYTES;
    }

    /** Notes the number of a read that goes on, once its witness is done with. */
    static void read(Message message, int read) {
        message.register(REGION, region(message) | (long) read << WITNESS_SHIFT);
    }

    static int read(Message message) {
        return (int) (message.register(REGION) >>> WITNESS_SHIFT);
    }

    /** How long the answer waits for memory, once the request's registers are done with. */
    static void delayNs(Message message, double ns) {
        message.register(ADDRESS, Double.doubleToRawLongBits(ns));
    }

    static double delayNs(Message message) {
        return Double.longBitsToDouble(message.register(ADDRESS));
    }
}

package org.breadboard.proto.xenic.txn;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;

/**
 * What Xenic's messages begin with: 16 B that say which transaction of which core they are about, what came of it, and how many
 * records follow. What a message is, is its kind, which its framing carries.
 *
 * <p>A <em>reference</em> names a transaction on the NIC that coordinates it: node, core, slot and the slot's use, 16 bits each.
 */
final class Wire {
    // From the host to its NIC.
    /** A transaction: its type, input, and the records that its first round wants. */
    static final int SUBMIT = 1;
    /** What the host's execution came to: more records, the write set, or an abort. */
    static final int EXECUTION = 2;
    /** How far the host has applied one of its logs. */
    static final int APPLIED = 3;

    // From the NIC to its host.
    /** What was read. */
    static final int VALUES = 4;
    /** How the transaction ended. */
    static final int RESULT = 5;

    // From the coordinator's NIC to others, and what they answer.
    /** Lock what is written, and read. */
    static final int EXECUTE = 8;

    static final int EXECUTED = 9;
    /** Look again at what was read. */
    static final int VALIDATE = 10;

    static final int VALIDATED = 11;
    /** Keep a backup's part of the write set. */
    static final int LOG = 12;

    static final int LOGGED = 13;
    /** Write a primary's part of the write set, and unlock. */
    static final int COMMIT = 14;

    static final int COMMITTED = 15;
    /** Unlock; nobody answers. */
    static final int RELEASE = 16;
    /** Execute the transaction there, and log it (Xenic 4.2.3). */
    static final int SHIP = 17;

    static final int SHIPPED = 18;
    /** Write what was executed there, and unlock. */
    static final int COMMIT_SHIPPED = 19;

    static final int HEADER_BYTES = 16;

    /** Number of an EXECUTE that has all that its transaction wants so far: it is asked whether that is current. */
    static final int ALONE = 1;

    private static final int ABOUT = 8;
    private static final int OUTCOME_SHIFT = 16;
    private static final int NUMBER_SHIFT = 32;
    private static final int SHORT = 0xffff;

    private Wire() {}

    // References.

    static long reference(int node, int core, int slot, int use) {
        return (long) node << 48 | (long) core << 32 | (long) slot << 16 | use & SHORT;
    }

    static int node(long reference) {
        return (int) (reference >>> 48);
    }

    static int core(long reference) {
        return (int) (reference >>> 32) & SHORT;
    }

    static int slot(long reference) {
        return (int) (reference >>> 16) & SHORT;
    }

    /** Who holds the locks of a transaction: unique among those that are under way. */
    static int owner(long reference) {
        return node(reference) << 22 | core(reference) << 14 | slot(reference) + 1;
    }

    // Headers.

    /** Writes the header; {@code number} is what else the kind needs. */
    static void header(Message message, int kind, long reference, int outcome, int records, int number) {
        message.kind(kind);
        byte[] bytes = message.bytes();
        Bytes.putLong(bytes, 0, reference);
        Bytes.putLong(bytes, ABOUT, records | (long) outcome << OUTCOME_SHIFT | (long) number << NUMBER_SHIFT);
        message.lengthBytes(HEADER_BYTES);
    }

    static long reference(Message message) {
        return message.getLong(0);
    }

    static int records(Message message) {
        return (int) message.getLong(ABOUT) & SHORT;
    }

    static int outcome(Message message) {
        return (int) (message.getLong(ABOUT) >>> OUTCOME_SHIFT) & SHORT;
    }

    static int number(Message message) {
        return (int) (message.getLong(ABOUT) >>> NUMBER_SHIFT);
    }

    /** Adds the records of a batch behind what the message has so far. */
    static void append(Message message, RecordBatch batch) {
        message.lengthBytes(batch.encode(message.bytes(), message.lengthBytes()));
    }
}

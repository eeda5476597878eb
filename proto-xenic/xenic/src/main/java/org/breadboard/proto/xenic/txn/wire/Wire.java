// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;

/**
 * What Xenic's messages begin with: 16 B that say which transaction of which core they are about, its outcome, and how
 * many records follow. What a message is, is its kind, which its framing carries.
 *
 * <p>A <em>reference</em> names a transaction on the NIC that coordinates it: node (10 bits), core (8), slot (14) and
 * the slot's use (31), so that it names one in the life of a configuration.
 */
public final class Wire {
    // From the host to its NIC.
    /** A transaction: its type, input, and the records that its first round wants. */
    public static final int SUBMIT = 1;
    /** What the host's execution came to: more records, the write set, or an abort. */
    public static final int EXECUTION = 2;
    /** How far the host has applied one of its logs. */
    public static final int APPLIED = 3;

    // From the NIC to its host.
    /** What was read. */
    public static final int VALUES = 4;
    /** How the transaction ended. */
    public static final int RESULT = 5;

    // From the coordinator's NIC to others, and what they answer.
    /** Lock what is written, and read. */
    public static final int EXECUTE = 8;

    /** What was locked and read, or why not. */
    public static final int EXECUTED = 9;
    /** Look again at what was read. */
    public static final int VALIDATE = 10;

    /** Whether it is as it was. */
    public static final int VALIDATED = 11;
    /** Keep a backup's part of the write set. */
    public static final int LOG = 12;

    /** The part is in host memory. */
    public static final int LOGGED = 13;
    /** Write a primary's part of the write set, and unlock. */
    public static final int COMMIT = 14;

    /** The part is written. */
    public static final int COMMITTED = 15;
    /** Unlock; nobody answers. */
    public static final int RELEASE = 16;
    /** Execute the transaction there, and log it (Xenic 4.2.3). */
    public static final int SHIP = 17;

    /** The outcome, and what it writes to the shard of the coordinator. */
    public static final int SHIPPED = 18;
    /** Write what was executed there, and unlock. */
    public static final int COMMIT_SHIPPED = 19;

    // From a host to another one.
    /** Search a part of a range, or look whether it is as it was. */
    public static final int RANGE = 20;
    /** What was found. */
    public static final int RANGE_PART = 21;

    /** Bytes in front of the records. */
    public static final int HEADER_BYTES = 16;

    /** Number of an EXECUTE that has all that its transaction wants so far: it is asked whether that is current. */
    public static final int ALONE = 1;

    private static final int ABOUT = 8;
    private static final int OUTCOME_SHIFT = 16;
    private static final int NUMBER_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final int USE_BITS = 31;
    private static final int SLOT_BITS = 14;
    private static final int CORE_BITS = 8;

    private Wire() {}

    // References.

    /** Makes a reference. */
    public static long reference(int node, int core, int slot, long use) {
        return reference(lane(node, core, slot), use);
    }

    /** Makes a reference of a {@link #lane(long)}. */
    public static long reference(long lane, long use) {
        return lane << USE_BITS | use;
    }

    /** Node, core and slot of a reference: it has one transaction after another. */
    public static long lane(long reference) {
        return reference >>> USE_BITS;
    }

    private static long lane(int node, int core, int slot) {
        return ((long) node << CORE_BITS | core) << SLOT_BITS | slot;
    }

    /** The use of a reference, from 1 on. */
    public static long use(long reference) {
        return reference & (1L << USE_BITS) - 1;
    }

    /** The node of a reference. */
    public static int node(long reference) {
        return (int) (lane(reference) >>> CORE_BITS + SLOT_BITS);
    }

    /** The core of a reference. */
    public static int core(long reference) {
        return (int) (lane(reference) >>> SLOT_BITS) & (1 << CORE_BITS) - 1;
    }

    /** The slot of a reference. */
    public static int slot(long reference) {
        return (int) lane(reference) & (1 << SLOT_BITS) - 1;
    }

    /** Who holds the locks of a transaction: unique among those that are under way, and never 0. */
    public static int owner(long reference) {
        return (int) lane(reference) + 1;
    }

    // Headers.

    /** Writes the header; {@code number} is what else the kind needs. */
    public static void header(Message message, int kind, long reference, int outcome, int records, int number) {
        message.kind(kind);
        byte[] bytes = message.bytes();
        Bytes.putLong(bytes, 0, reference);
        Bytes.putLong(bytes, ABOUT, records | (long) outcome << OUTCOME_SHIFT | (long) number << NUMBER_SHIFT);
        message.lengthBytes(HEADER_BYTES);
    }

    /** The reference of a message; of {@link #APPLIED}, the position. */
    public static long reference(Message message) {
        return message.getLong(0);
    }

    /** How many records follow. */
    public static int records(Message message) {
        return (int) message.getLong(ABOUT) & SHORT;
    }

    /** The {@link Outcome}, by its ordinal. */
    public static int outcome(Message message) {
        return (int) (message.getLong(ABOUT) >>> OUTCOME_SHIFT) & SHORT;
    }

    /** What else the header says. */
    public static int number(Message message) {
        return (int) (message.getLong(ABOUT) >>> NUMBER_SHIFT);
    }

    /** Adds the records of a batch behind what the message has so far. */
    public static void append(Message message, RecordBatch batch) {
        message.lengthBytes(batch.encode(message.bytes(), message.lengthBytes()));
    }
}

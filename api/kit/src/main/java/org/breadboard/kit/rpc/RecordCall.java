// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;

/**
 * A call about a record, of 32 B and a value, or 40 B with a second number; or one about the node that it goes to
 * ({@link #isOfNode}). A notice ({@link RpcThread#tellServer}) looks the same. A thread has one for those that it sends
 * and one for those that it gets, and uses them again and again.
 *
 * <p>On the wire: what it is (1 B), flags (1 B), the caller's context (2 B), its item (4 B), the caller's node (2 B),
 * table (2 B), partition (4 B), key (8 B), a number (8 B), value, and the second number (8 B) at the end if a flag says
 * so. A notice has the context that it is for, and as its item the thread that sends it.
 */
public final class RecordCall {
    static final int HEADER_BYTES = 32;

    private static final int FLAGS = 1;
    private static final int CONTEXT = 2;
    private static final int ITEM = 4;
    private static final int NODE = 8;
    private static final int PARTITION = 12;
    private static final int KEY = 16;
    private static final int NUMBER = 24;
    private static final long BYTE = 0xff;
    private static final int SHORT = 0xffff;
    /**
     * Flags: whether it is an answer, whether a second number stands at its end, whether it is a notice, and whether it
     * is the kit's own, about ordered tables.
     */
    private static final int ANSWER = 1;

    private static final int SECOND = 2;
    private static final int NOTICE = 4;
    private static final int ORDERED = 8;
    /** Instead of a table. */
    private static final int NO_TABLE = SHORT;

    private int operation;
    private int table;
    private int partition;
    private long key;
    private long number;
    private boolean hasSecond;
    private long second;
    private boolean ordered;
    private byte[] value;
    private int valueAt;
    private int valueBytes;

    RecordCall() {}

    /** Begins a call without a value. */
    RecordCall of(int newOperation, int newTable, int newPartition, long newKey, long newNumber) {
        if ((newOperation & ~(int) BYTE) != 0) {
            throw new IllegalArgumentException("operation " + newOperation + " is not from 0 to 255");
        }
        operation = newOperation;
        table = newTable;
        partition = newPartition;
        key = newKey;
        number = newNumber;
        hasSecond = false;
        ordered = false;
        valueBytes = 0;
        return this;
    }

    /** Begins a call about no record. */
    RecordCall ofNode(int newOperation, long newNumber) {
        return of(newOperation, NO_TABLE, 0, 0, newNumber);
    }

    /** Adds a second number. */
    RecordCall and(long newSecond) {
        hasSecond = true;
        second = newSecond;
        return this;
    }

    /** Makes it one about ordered tables, which an {@link OrderedServer} serves. */
    RecordCall ofOrdered() {
        ordered = true;
        return this;
    }

    /** Adds a value, which is copied when the call is made. */
    RecordCall with(byte[] bytes, int at, int lengthBytes) {
        value = bytes;
        valueAt = at;
        valueBytes = lengthBytes;
        return this;
    }

    /** What is asked for, from 0 to 255, in the protocol's numbering. */
    public int operation() {
        return operation;
    }

    /** Whether it is about the node that serves it, and no record: it has no table, partition and key. */
    public boolean isOfNode() {
        return table == NO_TABLE;
    }

    /** Whether it is about ordered tables. */
    boolean isOrdered() {
        return ordered;
    }

    /** The table. */
    public int table() {
        return table;
    }

    /** The partition. */
    public int partition() {
        return partition;
    }

    /** The key. */
    public long key() {
        return key;
    }

    /** A number that goes with it, such as a version. */
    public long number() {
        return number;
    }

    /** A second number; 0 if there is none. */
    public long second() {
        return hasSecond ? second : 0;
    }

    /** The array that holds the value. */
    public byte[] value() {
        return value;
    }

    /** Where the value begins. */
    public int valueAt() {
        return valueAt;
    }

    /** How long the value is; 0 for none. */
    public int valueBytes() {
        return valueBytes;
    }

    // On the wire.

    int lengthBytes() {
        return HEADER_BYTES + valueBytes + (hasSecond ? Long.BYTES : 0);
    }

    void encode(Message message, int node, int context, int item) {
        int flags = (hasSecond ? SECOND : 0) | (ordered ? ORDERED : 0);
        Bytes.putLong(message.bytes(), 0, operation | flags << Byte.SIZE | (long) context << 16 | (long) item << 32);
        Bytes.putLong(message.bytes(), NODE, node | (long) table << 16 | (long) partition << 32);
        message.putLong(KEY, key);
        message.putLong(NUMBER, number);
        if (valueBytes > 0) {
            System.arraycopy(value, valueAt, message.bytes(), HEADER_BYTES, valueBytes);
        }
        if (hasSecond) {
            Bytes.putLong(message.bytes(), HEADER_BYTES + valueBytes, second);
        }
        message.lengthBytes(lengthBytes());
    }

    void decode(Message message) {
        operation = (int) (message.bytes()[0] & BYTE);
        table = message.getInt(NODE) >>> 16;
        partition = message.getInt(PARTITION);
        key = message.getLong(KEY);
        number = message.getLong(NUMBER);
        value = message.bytes();
        valueAt = HEADER_BYTES;
        hasSecond = hasSecond(message);
        ordered = isOrdered(message);
        valueBytes = message.lengthBytes() - HEADER_BYTES - (hasSecond ? Long.BYTES : 0);
        second = second(message);
    }

    /** Addresses an answer, whose status and content are there, to whoever has made a call. */
    static void address(Message answer, Message call) {
        long begins = answer.getLong(0) & SHORT | ANSWER << (FLAGS * Byte.SIZE);
        answer.putLong(0, call.getLong(0) & ~(long) SHORT | begins);
        answer.targetNode(caller(call));
    }

    /** Makes an answer one to a call about ordered tables. */
    static void ordered(Message answer) {
        answer.bytes()[FLAGS] |= ORDERED;
    }

    static boolean isOrdered(Message message) {
        return (message.bytes()[FLAGS] & ORDERED) != 0;
    }

    /** Makes an encoded call a notice. */
    static void notice(Message message) {
        message.bytes()[FLAGS] |= NOTICE;
    }

    /** Whether it is a notice, or the acknowledgement of one, which is an answer, too. */
    static boolean isNotice(Message message) {
        return (message.bytes()[FLAGS] & NOTICE) != 0;
    }

    /** Fills in the acknowledgement of a notice that this node has got. */
    static void acknowledge(Message answer, Message notice, int node) {
        answer.putLong(0, notice.getLong(0));
        answer.putLong(NODE, node);
        answer.bytes()[FLAGS] = ANSWER | NOTICE;
        answer.lengthBytes(RecordAnswer.HEADER_BYTES);
        answer.targetNode(caller(notice));
        answer.port(item(notice));
    }

    /** The node of who calls, of who sends a notice, or of who acknowledges one. */
    static int caller(Message call) {
        return call.getInt(NODE) & SHORT;
    }

    static boolean isAnswer(Message message) {
        return (message.bytes()[FLAGS] & ANSWER) != 0;
    }

    /** Says of a message that a second number stands at its end. */
    static void hasSecond(Message message, boolean has) {
        message.bytes()[FLAGS] = (byte) (has ? SECOND : 0);
    }

    static boolean hasSecond(Message message) {
        return (message.bytes()[FLAGS] & SECOND) != 0;
    }

    /** What stands at the end of a message; 0 if nothing does. */
    static long second(Message message) {
        return hasSecond(message) ? Bytes.getLong(message.bytes(), message.lengthBytes() - Long.BYTES) : 0;
    }

    static int context(Message message) {
        return message.getInt(0) >>> (CONTEXT * Byte.SIZE);
    }

    static int item(Message message) {
        return message.getInt(ITEM);
    }
}

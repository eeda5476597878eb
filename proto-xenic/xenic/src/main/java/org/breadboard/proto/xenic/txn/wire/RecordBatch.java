// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.AccessMode;

/**
 * Records that a message is about: what is asked of each, what is known of it, its value. It is both what stages work
 * with and what is on the wire: 16 B for a record's place and key, 8 B for its word (version, and whether there is
 * one), and its value. One thread.
 */
public final class RecordBatch {
    /** The record was read before; its word says what was seen. */
    public static final int ANSWERED = 4;
    /** The batch has the record's new value, or says that it is removed. */
    public static final int WRITTEN = 8;
    /** The batch has a value. */
    public static final int VALUED = 16;

    /**
     * The record is in an ordered table of the coordinator's host, which sees to it; only the log has to do with it.
     */
    public static final int ORDERED = 32;
    /** Of an ordered table: the transaction's write is not its last one under the header. */
    public static final int MORE = 64;
    /** Of an ordered table, as read: a row of the last range before it whose key it has. */
    static final int ROW = 64;
    /** Of an ordered table, as read: a range; its value is the highest key and how many rows it takes. */
    static final int RANGE = 128;

    private static final int MODE = 3;
    private static final AccessMode[] MODES = {AccessMode.READ, AccessMode.UPDATE, AccessMode.INSERT, AccessMode.DELETE
    };

    private static final int PARTITION_SHIFT = 16;
    private static final int PARTITIONS = 0xfff;
    private static final int FLAGS_SHIFT = 28;
    private static final int TAG_SHIFT = 36;
    private static final int TAGS = 0xfff;
    private static final int BYTES_SHIFT = 48;
    private static final int SHORT = 0xffff;

    private static final int STRIDE = 3;
    private static final int KEY = 1;
    private static final int WORD = 2;

    private long[] words = new long[8 * STRIDE];
    private int[] valueAt = new int[8];
    private byte[] values = new byte[256];
    private int count;
    private int valuesEnd;

    /** Forgets all records. */
    public void clear() {
        count = 0;
        valuesEnd = 0;
    }

    /** How many records there are. */
    public int count() {
        return count;
    }

    /** Adds a record; {@code tag} is the number of the access as who asks counts them. Returns its index. */
    public int add(AccessMode mode, int table, int partition, long key, int tag) {
        if (count == valueAt.length) {
            words = Arrays.copyOf(words, 2 * count * STRIDE);
            valueAt = Arrays.copyOf(valueAt, 2 * count);
        }
        if (tag > TAGS) {
            throw new IllegalStateException("a transaction of more than " + (TAGS + 1)
                    + " accesses, the rows of its ranges among them, cannot be told to a NIC: use one of fewer");
        }
        int at = count * STRIDE;
        words[at] = table
                | (long) partition << PARTITION_SHIFT
                | (long) mode.ordinal() << FLAGS_SHIFT
                | (long) tag << TAG_SHIFT;
        words[at + KEY] = key;
        words[at + WORD] = 0;
        valueAt[count] = 0;
        return count++;
    }

    /** Adds a record of another batch, with its value if it has one. */
    public int add(RecordBatch other, int index) {
        int copy =
                add(other.mode(index), other.table(index), other.partition(index), other.key(index), other.tag(index));
        words[copy * STRIDE] = other.words[index * STRIDE];
        word(copy, other.word(index));
        if (other.is(index, VALUED)) {
            value(copy, other.values, other.valueAt(index), other.valueBytes(index));
        }
        return copy;
    }

    /** Adds all records of another batch. */
    public void addAll(RecordBatch other) {
        for (int i = 0; i < other.count; i++) {
            add(other, i);
        }
    }

    /** The table of a record. */
    public int table(int index) {
        return (int) words[index * STRIDE] & SHORT;
    }

    /** The partition of a record. */
    public int partition(int index) {
        return (int) (words[index * STRIDE] >>> PARTITION_SHIFT) & PARTITIONS;
    }

    /** What is asked of a record. */
    public AccessMode mode(int index) {
        return MODES[(int) (words[index * STRIDE] >>> FLAGS_SHIFT) & MODE];
    }

    /** The number of the access as who asks counts them. */
    public int tag(int index) {
        return (int) (words[index * STRIDE] >>> TAG_SHIFT) & TAGS;
    }

    /** The key of a record. */
    public long key(int index) {
        return words[index * STRIDE + KEY];
    }

    /** Whether a record has one of some flags. */
    public boolean is(int index, int flag) {
        return (words[index * STRIDE] >>> FLAGS_SHIFT & flag) != 0;
    }

    /** Gives a record a flag. */
    public void set(int index, int flag) {
        words[index * STRIDE] |= (long) flag << FLAGS_SHIFT;
    }

    /** What is known of the record, as {@link org.breadboard.proto.xenic.index.NicIndex#word} has it. */
    public long word(int index) {
        return words[index * STRIDE + WORD];
    }

    /** Says what is known of a record. */
    public void word(int index, long word) {
        words[index * STRIDE + WORD] = word;
    }

    // Values.

    /** The array with all values. */
    public byte[] values() {
        return values;
    }

    /** Where a record's value begins in {@link #values()}. */
    public int valueAt(int index) {
        return valueAt[index];
    }

    /** How long a record's value is. */
    public int valueBytes(int index) {
        return (int) (words[index * STRIDE] >>> BYTES_SHIFT);
    }

    /** Makes room for a record's value, in {@link #values()}; the array may move. */
    public void room(int index, int lengthBytes) {
        int end = valuesEnd + (lengthBytes + 7 & ~7);
        if (end > values.length) {
            values = Arrays.copyOf(values, Math.max(2 * values.length, end));
        }
        valueAt[index] = valuesEnd;
        valuesEnd = end;
        words[index * STRIDE] =
                words[index * STRIDE] & -1L >>> Long.SIZE - BYTES_SHIFT | (long) lengthBytes << BYTES_SHIFT;
        set(index, VALUED);
    }

    /** Says that the record has no value after all; its room stays unused. */
    public void dropValue(int index) {
        words[index * STRIDE] =
                words[index * STRIDE] & -1L >>> Long.SIZE - BYTES_SHIFT & ~((long) VALUED << FLAGS_SHIFT);
    }

    /** Gives a record a value. */
    public void value(int index, byte[] from, int offset, int lengthBytes) {
        room(index, lengthBytes);
        System.arraycopy(from, offset, values, valueAt[index], lengthBytes);
    }

    // On the wire.

    /** How many bytes {@link #encode} writes. */
    public int encodedBytes() {
        int bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += bytesOf(i);
        }
        return bytes;
    }

    /** How many bytes a record takes that is written with a value of so many. */
    public static int encodedBytes(int valueBytes) {
        return 24 + (valueBytes + 7 & ~7);
    }

    private int bytesOf(int index) {
        return 16 + (hasWord(index) ? Long.BYTES : 0) + (is(index, VALUED) ? valueBytes(index) + 7 & ~7 : 0);
    }

    private boolean hasWord(int index) {
        return is(index, ANSWERED | WRITTEN);
    }

    /** Writes the records behind one another; returns where they end. */
    public int encode(byte[] into, int offset) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            Bytes.putLong(into, at, words[i * STRIDE]);
            Bytes.putLong(into, at + 8, words[i * STRIDE + KEY]);
            at += 16;
            if (hasWord(i)) {
                Bytes.putLong(into, at, words[i * STRIDE + WORD]);
                at += Long.BYTES;
            }
            if (is(i, VALUED)) {
                System.arraycopy(values, valueAt[i], into, at, valueBytes(i));
                at += valueBytes(i) + 7 & ~7;
            }
        }
        return at;
    }

    /** Reads so many records, which are added; returns where they end. */
    public int decode(byte[] from, int offset, int records) {
        int at = offset;
        for (int n = 0; n < records; n++) {
            int i = add(AccessMode.READ, 0, 0, Bytes.getLong(from, at + 8), 0);
            words[i * STRIDE] = Bytes.getLong(from, at);
            at += 16;
            if (hasWord(i)) {
                word(i, Bytes.getLong(from, at));
                at += Long.BYTES;
            }
            if (is(i, VALUED)) {
                int lengthBytes = valueBytes(i);
                value(i, from, at, lengthBytes);
                at += lengthBytes + 7 & ~7;
            }
        }
        return at;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.workload.Population;

/**
 * A value of the workloads that only read and overwrite objects: how often it was updated, a checksum over key, counter
 * and content, and content that differs from writer to writer. A lost update shows in the counters, a mixture of two
 * values in the checksum.
 */
public final class StoredObject {
    /** The id of the one table. */
    public static final int TABLE = 0;

    /** The least size of a value, without content. */
    public static final int CONTENT = 16;

    static final int COUNTER = 0;
    static final int CHECKSUM = 8;

    private StoredObject() {}

    /** A table of {@code keys} objects of {@code valueBytes} that nobody has updated. */
    public static Population all(long keys, int valueBytes) {
        return new DenseRows(keys, (key, value) -> fill(key, value, valueBytes));
    }

    /** Writes the first value of a key, which nobody has updated. */
    public static void fill(long key, byte[] value, int valueBytes) {
        Bytes.putLong(value, COUNTER, 0);
        long sum = Hash64.of(key, 0);
        for (int at = CONTENT; at < valueBytes; at += Long.BYTES) {
            long word = content(key, at, valueBytes);
            sum = Hash64.of(sum, word);
            for (int i = at; i < Math.min(at + Long.BYTES, valueBytes); i++) {
                value[i] = (byte) (word >>> (i - at) * 8);
            }
        }
        Bytes.putLong(value, CHECKSUM, sum);
    }

    /** Gives the record of an access one more update and the content of a writer. */
    public static void update(LogicContext transaction, int access, long writer, int valueBytes) {
        update(transaction, access, writer, valueBytes, 0);
    }

    /** The same, and the updates are counted from 0 again at {@code wrapAt}, unless that is 0. */
    public static void update(LogicContext transaction, int access, long writer, int valueBytes, long wrapAt) {
        long next = transaction.getLong(access, COUNTER) + 1;
        long counter = next == wrapAt ? 0 : next;
        transaction.putLong(access, COUNTER, counter);
        long sum = Hash64.of(transaction.key(access), counter);
        for (int at = CONTENT; at < valueBytes; at += Long.BYTES) {
            long word = content(writer, at, valueBytes);
            sum = Hash64.of(sum, word);
            if (valueBytes - at >= Long.BYTES) {
                transaction.putLong(access, at, word);
            } else {
                for (int i = at; i < valueBytes; i++) {
                    transaction.putByte(access, i, (int) (word >>> (i - at) * 8));
                }
            }
        }
        transaction.putLong(access, CHECKSUM, sum);
    }

    /** Whether the checksum of a value is right. */
    static boolean intact(long key, byte[] value, int valueBytes) {
        long sum = Hash64.of(key, Bytes.getLong(value, COUNTER));
        for (int at = CONTENT; at < valueBytes; at += Long.BYTES) {
            long word = 0;
            for (int i = Math.min(at + Long.BYTES, valueBytes) - 1; i >= at; i--) {
                word = word << 8 | value[i] & 0xff;
            }
            sum = Hash64.of(sum, word);
        }
        return sum == Bytes.getLong(value, CHECKSUM);
    }

    /** A writer's word at an offset; the last one may be shorter than 8 B, and is zero beyond the value's end. */
    private static long content(long writer, int at, int valueBytes) {
        int bits = Math.min(Long.SIZE, (valueBytes - at) * 8);
        return Hash64.of(writer, at) >>> Long.SIZE - bits;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;

/**
 * A field of a record: who wrote it, a random number, and words that follow from writer, key and field. So a field that
 * is torn, or that stands where it does not belong, is found, and two writers leave different bytes. Initially every
 * writer is 0.
 */
final class Field {
    /** A writer, and something that follows from it. */
    static final int LEAST_BYTES = 16;

    private Field() {}

    /** Fills a field of a record's value. */
    static void fill(long key, int field, byte[] value, int fieldBytes) {
        long content = content(key, field, 0);
        int from = field * fieldBytes;
        int at = Long.BYTES;
        for (; at + Long.BYTES <= fieldBytes; at += Long.BYTES) {
            Bytes.putLong(value, from + at, word(content, at));
        }
        for (int rest = at; rest < fieldBytes; rest++) {
            value[from + rest] = (byte) (word(content, at) >>> (rest - at) * 8);
        }
    }

    /** Puts a writer's field into an access that overwrites it. */
    static void put(LogicContext transaction, int access, int field, long writer, int fieldBytes) {
        long content = content(transaction.key(access), field, writer);
        int from = field * fieldBytes;
        transaction.putLong(access, from, writer);
        int at = Long.BYTES;
        for (; at + Long.BYTES <= fieldBytes; at += Long.BYTES) {
            transaction.putLong(access, from + at, word(content, at));
        }
        for (int rest = at; rest < fieldBytes; rest++) {
            transaction.putByte(access, from + rest, (int) (word(content, at) >>> (rest - at) * 8));
        }
    }

    /** Whether a field of a record's value is one that somebody wrote there. */
    static boolean intact(long key, int field, byte[] value, int fieldBytes) {
        int from = field * fieldBytes;
        long content = content(key, field, Bytes.getLong(value, from));
        int at = Long.BYTES;
        for (; at + Long.BYTES <= fieldBytes; at += Long.BYTES) {
            if (Bytes.getLong(value, from + at) != word(content, at)) {
                return false;
            }
        }
        for (int rest = at; rest < fieldBytes; rest++) {
            if (value[from + rest] != (byte) (word(content, at) >>> (rest - at) * 8)) {
                return false;
            }
        }
        return true;
    }

    private static long content(long key, int field, long writer) {
        return Hash64.of(Hash64.of(key, field), writer);
    }

    /** Cheaper than a hash: a record has a hundred of them, and a population millions of records. */
    private static long word(long content, int at) {
        return Long.rotateLeft(content, at) ^ (long) at * 0x9e3779b97f4a7c15L;
    }
}

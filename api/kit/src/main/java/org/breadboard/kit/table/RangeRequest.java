// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Bytes;

/**
 * A request for a part of a range, and its answer, as {@link SpreadRanges} and {@link RangeServer} exchange them.
 *
 * <p>A request, of 40 B: what is wanted (1 B), whether the largest key comes first (1 B), table (2 B), partition (2 B),
 * the most rows (2 B), the lowest key (8 B), the highest (8 B), and what the part was found like (8 B, twice). An
 * answer, of 24 B and its rows: a status (1 B), how many rows (2 B from byte 2), what the part was found like (8 B,
 * twice), and of each row key (8 B), version (8 B) and value.
 */
final class RangeRequest {
    /** What a request for rows begins with, and one that asks whether they are still the same. */
    static final int FETCH = 0x41;

    static final int CHECK = 0x42;

    // Of an answer.
    static final int DONE = 0;
    static final int LOCKED = 1;
    static final int CHANGED = 2;

    static final int BYTES = 40;
    static final int ANSWER_BYTES = 24;
    static final int ROW_BYTES = 16;

    private static final int BYTE = 0xff;
    private static final int SHORT = 0xffff;

    int what;
    boolean down;
    int table;
    int partition;
    int rows;
    long low;
    long high;
    /** What the part was found like, of a request that was read. */
    final Likeness like = new Likeness();

    /** Writes it, with what the part was found like. */
    void encode(Likeness found, byte[] bytes, int at) {
        Bytes.putLong(
                bytes,
                at,
                what | (down ? 1L << 8 : 0) | (long) table << 16 | (long) partition << 32 | (long) rows << 48);
        Bytes.putLong(bytes, at + 8, low);
        Bytes.putLong(bytes, at + 16, high);
        found.encode(bytes, at + 24);
    }

    void decode(byte[] bytes, int at) {
        long first = Bytes.getLong(bytes, at);
        what = (int) first & BYTE;
        down = (first >>> 8 & BYTE) != 0;
        table = (int) (first >>> 16) & SHORT;
        partition = (int) (first >>> 32) & SHORT;
        rows = (int) (first >>> 48);
        low = Bytes.getLong(bytes, at + 8);
        high = Bytes.getLong(bytes, at + 16);
        like.decode(bytes, at + 24);
    }

    static void begin(byte[] bytes, int at, int status, int rows) {
        Bytes.putLong(bytes, at, status | (long) rows << 16);
    }

    static int status(byte[] bytes, int at) {
        return bytes[at] & BYTE;
    }

    static int rows(byte[] bytes, int at) {
        return (int) (Bytes.getLong(bytes, at) >>> 16) & SHORT;
    }

    /**
     * What a part of a range was found like: its keys, their versions and its guards, in 128 bits. Versions and guards
     * never return, so where two of them are equal, nothing has changed in between.
     */
    static final class Likeness {
        private static final long PRIME = 0x9e3779b97f4a7c15L;

        private long one;
        private long other;

        void clear() {
            one = 1;
            other = 2;
        }

        void add(long word) {
            one = mix(one ^ word);
            other = mix(other + word * PRIME) ^ one >>> 1;
        }

        private static long mix(long word) {
            long z = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }

        boolean is(Likeness like) {
            return one == like.one && other == like.other;
        }

        void encode(byte[] bytes, int at) {
            Bytes.putLong(bytes, at, one);
            Bytes.putLong(bytes, at + 8, other);
        }

        void decode(byte[] bytes, int at) {
            one = Bytes.getLong(bytes, at);
            other = Bytes.getLong(bytes, at + 8);
        }
    }
}

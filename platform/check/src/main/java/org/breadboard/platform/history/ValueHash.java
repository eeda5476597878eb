// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit hash of a value that stands for the value in a history.
 *
 * <p>It takes eight bytes at a time, little-endian: each word is multiplied by an odd constant, folded into the state
 * by exclusive-or, and the state is rotated and multiplied again; what is left over is taken as one zero-padded word,
 * and the length is mixed in first, so that padding cannot be confused with data. A final avalanche of two
 * multiply-and-shift rounds spreads every input bit over the result. It is not meant to resist an adversary. It is a
 * pure function of the bytes, on any machine.
 */
public final class ValueHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long WORD_FACTOR = 0x9E3779B97F4A7C15L;
    private static final long STATE_FACTOR = 0xD6E8FEB86659FD93L;

    private ValueHash() {}

    /**
     * Hashes a range of bytes.
     *
     * @param bytes where the value is
     * @param offset index of its first byte
     * @param length its length, in bytes
     * @return the hash
     */
    public static long of(byte[] bytes, int offset, int length) {
        long state = start(length);
        int at = offset;
        int end = offset + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            state = take(state, (long) LONGS.get(bytes, at));
        }
        if (at < end) {
            long word = 0;
            for (int shift = 0; at < end; shift += Byte.SIZE) {
                word |= (bytes[at++] & 0xFFL) << shift;
            }
            state = take(state, word);
        }
        return finish(state);
    }

    /** Begins a hash over a value of this many bytes, for callers whose bytes are not in an array. */
    public static long start(int valueBytes) {
        return (valueBytes + 1L) * STATE_FACTOR;
    }

    /** Takes the next eight bytes, as a little-endian word; the last one padded with zeros. */
    public static long take(long state, long word) {
        return Long.rotateLeft(state ^ word * WORD_FACTOR, 29) * STATE_FACTOR;
    }

    /** Ends a hash begun with {@link #start}. */
    public static long finish(long state) {
        long h = state ^ state >>> 32;
        h *= STATE_FACTOR;
        h ^= h >>> 29;
        h *= WORD_FACTOR;
        return h ^ h >>> 32;
    }
}

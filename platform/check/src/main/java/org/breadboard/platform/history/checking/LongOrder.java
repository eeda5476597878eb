// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.Arrays;

/** Stable orders of indices by 64-bit keys: least-significant-digit radix sort, skipping digits that all keys share. */
final class LongOrder {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private LongOrder() {}

    /**
     * Sorts indices.
     *
     * @param keys signed keys by index
     * @param indices the indices to sort, first {@code count} valid
     * @param count how many
     * @return the sorted indices; may be the given array
     */
    static int[] sort(long[] keys, int[] indices, int count) {
        if (count < 2) {
            return indices;
        }
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        boolean sorted = true;
        for (int i = 0; i < count; i++) {
            long key = keys[indices[i]];
            sorted &= i == 0 || key >= keys[indices[i - 1]];
            min = Math.min(min, key);
            max = Math.max(max, key);
        }
        int[] from = indices;
        if (sorted) {
            return from;
        }
        int[] to = new int[count];
        int[] starts = new int[DIGITS + 1];
        int significantBits = Long.SIZE - Long.numberOfLeadingZeros(max - min);
        for (int shift = 0; shift < significantBits; shift += DIGIT_BITS) {
            Arrays.fill(starts, 0);
            for (int i = 0; i < count; i++) {
                starts[1 + digit(keys[from[i]], min, shift)]++;
            }
            for (int d = 0; d < DIGITS; d++) {
                starts[d + 1] += starts[d];
            }
            for (int i = 0; i < count; i++) {
                to[starts[digit(keys[from[i]], min, shift)]++] = from[i];
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static int digit(long key, long min, int shift) {
        return (int) (key - min >>> shift) & DIGITS - 1;
    }
}

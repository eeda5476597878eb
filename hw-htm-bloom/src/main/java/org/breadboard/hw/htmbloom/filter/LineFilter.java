// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import org.breadboard.hw.htmbloom.cache.CacheLine;

/**
 * The geometry of a kind of Bloom filter over cache lines. The bits of a filter are {@link #words} words of an array
 * that the caller owns, beginning at {@code at}; all zero is the empty filter. A filter never misses a line that was
 * inserted; it may claim one that was not. Immutable, any thread; whoever owns the array serialises the calls. Nothing
 * allocates.
 */
public abstract sealed class LineFilter permits CrcFilter, WriteFilter {
    private final int bits;

    LineFilter(int bits) {
        this.bits = bits;
    }

    /** Bits of storage of one filter. */
    public final int bits() {
        return bits;
    }

    /** Words of an array that one filter takes. */
    public final int words() {
        return bits / Long.SIZE;
    }

    /**
     * Inserts a line.
     *
     * @param hash {@link CacheLine#hash} of the line, so that one hash serves several filters
     */
    public abstract void insert(long[] words, int at, long line, int hash);

    /**
     * Whether the line may have been inserted; always yes if it was.
     *
     * @param hash {@link CacheLine#hash} of the line
     */
    public abstract boolean probe(long[] words, int at, long line, int hash);

    /** Whether two filters of this geometry may have a line in common; always yes if they have. */
    public abstract boolean intersects(long[] words, int at, long[] others, int othersAt);

    /**
     * The probability that a line that was not inserted is claimed, after a number of distinct lines were inserted, if
     * the hash bits and LLC indexes of all of them are uniform and independent.
     */
    public abstract double falsePositiveRate(int lines);

    /** Makes a filter empty. */
    public final void clear(long[] words, int at) {
        for (int i = at; i < at + words(); i++) {
            words[i] = 0;
        }
    }

    /** Whether nothing was inserted since the filter was empty. */
    public final boolean isEmpty(long[] words, int at) {
        for (int i = at; i < at + words(); i++) {
            if (words[i] != 0) {
                return false;
            }
        }
        return true;
    }

    static void set(long[] words, int at, int bit) {
        words[at + (bit >>> 6)] |= 1L << bit;
    }

    static boolean isSet(long[] words, int at, int bit) {
        return (words[at + (bit >>> 6)] >>> bit & 1) != 0;
    }

    static boolean overlap(long[] words, int at, long[] others, int othersAt, int length) {
        for (int i = 0; i < length; i++) {
            if ((words[at + i] & others[othersAt + i]) != 0) {
                return true;
            }
        }
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import org.breadboard.api.RefusedException;
import org.breadboard.hw.htmbloom.cache.CacheLine;

/**
 * A filter of one array of bits, of which a line sets some: each is a slice of one CRC-32C. HADES's read filters and
 * those of its NIC are of 1 Kbit (published: Table III) with two slices (derived from Table IV's 1 Kbit row); the CRC
 * section of its write filters has one ({@link WriteFilter}).
 */
public final class CrcFilter extends LineFilter {
    private static final int LEAST_BITS = Long.SIZE;

    private final int mask;
    private final int sliceBits;
    private final int hashes;

    /**
     * @param bits of storage
     * @param hashes how many bits a line sets, counting those that coincide
     * @throws RefusedException if the bits are no power of two from 64, or the CRC has fewer bits than the hashes need
     */
    public CrcFilter(int bits, int hashes) {
        super(checkedBits("A filter", bits));
        mask = bits - 1;
        sliceBits = Integer.numberOfTrailingZeros(bits);
        this.hashes = hashes;
        if (hashes < 1 || (long) hashes * sliceBits > CacheLine.HASH_BITS) {
            throw new RefusedException(hashes + " hashes of " + sliceBits + " bits each, for a filter of " + bits
                    + " bits, cannot be taken from a CRC of " + CacheLine.HASH_BITS + " bits: choose from 1 to "
                    + CacheLine.HASH_BITS / sliceBits + " hashes");
        }
    }

    /** A number of bits that can be built, or a refusal. */
    static int checkedBits(String what, int bits) {
        if (bits < LEAST_BITS || Integer.bitCount(bits) != 1) {
            throw new RefusedException(what + " of " + bits
                    + " bits cannot be built: choose a power of two that is at least " + LEAST_BITS);
        }
        return bits;
    }

    /** How many bits a line sets. */
    public int hashes() {
        return hashes;
    }

    @Override
    public void insert(long[] words, int at, long line, int hash) {
        int rest = hash;
        for (int i = 0; i < hashes; i++) {
            set(words, at, rest & mask);
            rest >>>= sliceBits;
        }
    }

    @Override
    public boolean probe(long[] words, int at, long line, int hash) {
        int rest = hash;
        for (int i = 0; i < hashes; i++) {
            if (!isSet(words, at, rest & mask)) {
                return false;
            }
            rest >>>= sliceBits;
        }
        return true;
    }

    /** Yes if they have a bit in common: hardware does it with one AND. */
    @Override
    public boolean intersects(long[] words, int at, long[] others, int othersAt) {
        return overlap(words, at, others, othersAt, words());
    }

    /**
     * Takes the bits of a line for independent: too low by little for filters as large as HADES's, by some percent for
     * the smallest that are nearly full.
     */
    @Override
    public double falsePositiveRate(int lines) {
        return Math.pow(1 - Math.pow(1 - 1.0 / bits(), (double) lines * hashes), hashes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import org.breadboard.api.RefusedException;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;

/**
 * A write filter of a core, in two sections (HADES V.C): the first is hashed by CRC, the second by the line's LLC index
 * modulo its size. A line is claimed if both sections claim it. Each bit of the second stands for a few sets of the
 * LLC, so that the lines that a transaction wrote are found in the sets that {@link #firstSet} and {@link #nextSet}
 * name. HADES's have 512 and 4096 bits (published: Table III), and a line sets one bit in each ("a conventional hash
 * function" and the index bits: V.C).
 */
public final class WriteFilter extends LineFilter {
    private final CrcFilter crc;
    private final LlcGeometry llc;
    private final int indexBits;
    private final int crcWords;

    /**
     * @param crc the first section
     * @param indexBits of the second section
     * @param llc whose sets the second section stands for
     * @throws RefusedException if the second section's bits are no power of two from 64, or more than the LLC has sets
     */
    public WriteFilter(CrcFilter crc, int indexBits, LlcGeometry llc) {
        super(crc.bits() + CrcFilter.checkedBits("An index section", indexBits));
        if (indexBits > llc.sets()) {
            throw new RefusedException(
                    "An index section of " + indexBits + " bits has more bits than the LLC's " + llc.sets()
                            + " sets could ever set: choose a smaller power of two, or more hardware.llcSliceSets");
        }
        this.crc = crc;
        this.llc = llc;
        this.indexBits = indexBits;
        crcWords = crc.words();
    }

    /** The LLC whose sets it finds. */
    public LlcGeometry llc() {
        return llc;
    }

    /** Bits of the second section. */
    public int indexBits() {
        return indexBits;
    }

    @Override
    public void insert(long[] words, int at, long line, int hash) {
        crc.insert(words, at, line, hash);
        set(words, at + crcWords, indexBit(line));
    }

    @Override
    public boolean probe(long[] words, int at, long line, int hash) {
        return isSet(words, at + crcWords, indexBit(line)) && crc.probe(words, at, line, hash);
    }

    /** Yes if they have a bit in common in each section, as two filters of one line do. */
    @Override
    public boolean intersects(long[] words, int at, long[] others, int othersAt) {
        return crc.intersects(words, at, others, othersAt)
                && overlap(words, at + crcWords, others, othersAt + crcWords, words() - crcWords);
    }

    @Override
    public double falsePositiveRate(int lines) {
        double index = 0;
        // The LLC's sets may be no multiple of the section's bits; then some bits stand for one set more than others.
        int few = llc.sets() / indexBits;
        int withOneMore = llc.sets() % indexBits;
        double share = (double) (few + 1) / llc.sets();
        index += withOneMore * share * (1 - Math.pow(1 - share, lines));
        share = (double) few / llc.sets();
        index += (indexBits - withOneMore) * share * (1 - Math.pow(1 - share, lines));
        return crc.falsePositiveRate(lines) * index;
    }

    /**
     * The lowest-bit set of the LLC, by {@link LlcGeometry#indexOf}, in which an inserted line may be; −1 if the filter
     * is empty.
     */
    public int firstSet(long[] words, int at) {
        return nextBit(words, at, 0);
    }

    /**
     * The set after one that this or {@link #firstSet} answered, or −1 if there is none: bit after bit, and the sets of
     * a bit in turn. Each is named once.
     */
    public int nextSet(long[] words, int at, int set) {
        int sameBit = set + indexBits;
        return sameBit < llc.sets() ? sameBit : nextBit(words, at, (set & indexBits - 1) + 1);
    }

    private int nextBit(long[] words, int at, int from) {
        int first = at + crcWords;
        for (int word = from >>> 6; word < indexBits >>> 6; word++) {
            long left = words[first + word];
            if (word == from >>> 6) {
                left &= -1L << from;
            }
            if (left != 0) {
                return word * Long.SIZE + Long.numberOfTrailingZeros(left);
            }
        }
        return -1;
    }

    private int indexBit(long line) {
        return llc.indexOf(line) & indexBits - 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import java.util.Arrays;

/**
 * Which blocks of 64 bytes of two regions of one size do not have the same bytes, one bit each. Looked up once, for who
 * asks of many stretches. Immutable.
 */
public final class BytesApart {
    private static final int BLOCK_SHIFT = 6;
    private static final int BLOCK_WORDS = 8;
    private static final int PAGE_BLOCKS = PagedRegion.PAGE_WORDS / BLOCK_WORDS;

    private final long[] blocks;

    private BytesApart(long[] blocks) {
        this.blocks = blocks;
    }

    /** Compares pages, each in some array of words. */
    static final class Builder {
        private final long[] blocks;

        Builder(int pages) {
            blocks = new long[(pages * PAGE_BLOCKS + Long.SIZE - 1) / Long.SIZE];
        }

        /** Looks at a page of two regions from its first word in each; one that both share needs no look. */
        void compare(int page, long[] ones, int one, long[] others, int other, int words) {
            if (ones == others && one == other) {
                return;
            }
            long bits = 0;
            for (int from = 0; from < words; ) {
                int equal = Arrays.mismatch(ones, one + from, one + words, others, other + from, other + words);
                if (equal < 0) {
                    break;
                }
                int block = (from + equal) / BLOCK_WORDS;
                bits |= 1L << block;
                from = (block + 1) * BLOCK_WORDS;
            }
            int first = page * PAGE_BLOCKS;
            blocks[first >>> 6] |= bits << first;
        }

        BytesApart build() {
            return new BytesApart(blocks);
        }
    }

    /** Whether any of the blocks of these bytes is not the same in both. */
    public boolean any(long from, long to) {
        long first = from >>> BLOCK_SHIFT;
        long last = (to - 1) >>> BLOCK_SHIFT;
        int at = (int) (first >>> 6);
        int lastAt = (int) (last >>> 6);
        // Bits below the first block are none of these, and bits above the last one.
        long bits = blocks[at] & -1L << first;
        for (; at < lastAt; bits = blocks[++at]) {
            if (bits != 0) {
                return true;
            }
        }
        return (bits & -1L >>> ~last) != 0;
    }
}

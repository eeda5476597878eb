// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;

/**
 * Pieces of a region that come and go: numbered from 1, a free one's link stands where {@code linkAt} of it says. Under
 * the tree's writer lock.
 */
final class Pool {
    private final long usedAt;
    private final long freeAt;
    private final long pieces;
    private final long firstLink;
    private final long strideBytes;

    /**
     * A pool.
     *
     * @param stateAt where its two words stand: how many pieces were ever used, and the first free one
     * @param firstLink where the link of the first piece stands
     */
    Pool(long stateAt, long pieces, long firstLink, long strideBytes) {
        usedAt = stateAt;
        freeAt = stateAt + Long.BYTES;
        this.pieces = pieces;
        this.firstLink = firstLink;
        this.strideBytes = strideBytes;
    }

    /** Whether {@code count} more can be taken; up to that many free ones are looked at. */
    boolean has(Region region, int count) {
        long left = count - (pieces - region.getLong(usedAt));
        for (long free = region.getLong(freeAt); left > 0 && free != 0; free = region.getLong(link(free))) {
            left--;
        }
        return left <= 0;
    }

    /** Takes a piece and returns its number; there must be one. */
    long take(Region region) {
        long free = region.getLong(freeAt);
        if (free != 0) {
            region.putLong(freeAt, region.getLong(link(free)));
            return free;
        }
        long next = region.getLong(usedAt) + 1;
        region.putLong(usedAt, next);
        return next;
    }

    /** Gives a piece back. */
    void give(Region region, long number) {
        region.putLong(link(number), region.getLong(freeAt));
        region.putLong(freeAt, number);
    }

    /** Takes the numbers of pieces, stretch by stretch. */
    @FunctionalInterface
    interface Stretches {
        /** Whether to show those of these pieces that are taken, which then follow. */
        default boolean stretch(long first, long last) {
            return true;
        }

        /** A piece that is taken. */
        void piece(long number);
    }

    /** Shows the number of every piece that is taken and in a stretch that is wanted, in their order. */
    void forEachTaken(Region region, Stretches visitor) {
        long used = region.getLong(usedAt);
        long[] free = new long[Math.toIntExact((used >>> 6) + 1)];
        for (long number = region.getLong(freeAt); number != 0; number = region.getLong(link(number))) {
            free[(int) (number >>> 6)] |= 1L << number;
        }
        for (int word = 0; word < free.length; word++) {
            long first = Math.max(1, (long) word << 6);
            long last = Math.min(used, ((long) word << 6) + 63);
            boolean wanted = first <= last && visitor.stretch(first, last);
            for (long number = first; wanted && number <= last; number++) {
                if ((free[word] & 1L << number) == 0) {
                    visitor.piece(number);
                }
            }
        }
    }

    private long link(long number) {
        return firstLink + (number - 1) * strideBytes;
    }
}

package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;

/**
 * Pieces of a region that come and go: numbered from 1, a free one's link stands where {@code linkAt} of it says. Under the
 * tree's writer lock.
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

    /** How many pieces were ever used: those with the numbers up to it. */
    long everUsed(Region region) {
        return region.getLong(usedAt);
    }

    /** Sets a bit for each free piece among those ever used. */
    void markFree(Region region, long[] bits) {
        for (long free = region.getLong(freeAt); free != 0; free = region.getLong(link(free))) {
            bits[(int) (free >>> 6)] |= 1L << free;
        }
    }

    private long link(long number) {
        return firstLink + (number - 1) * strideBytes;
    }
}

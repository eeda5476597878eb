// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

import org.breadboard.api.memory.Region;

/**
 * The overflow buckets of one table that are in no chain: those that were given back, in a list under a tagged head,
 * and those that were never used, under a counter. Both change by compare-and-set; any thread.
 */
final class OverflowPool {
    private static final long FREE_LIST = 0;
    private static final long FRESH = 8;
    private static final long NUMBER_MASK = 0xffffffffL;
    private static final int TAG_SHIFT = 32;

    private final int buckets;
    private final long firstLinkAt;
    private final int bucketBytes;

    /** Buckets are numbered from 1; the word that links the first to the next one stands at {@code firstLinkAt}. */
    OverflowPool(int buckets, long firstLinkAt, int bucketBytes) {
        this.buckets = buckets;
        this.firstLinkAt = firstLinkAt;
        this.bucketBytes = bucketBytes;
    }

    void format(Region region) {
        region.putLong(FREE_LIST, 0);
        region.putLong(FRESH, 0);
    }

    /** Takes a bucket and returns its number, or 0 if there is none. */
    long allocate(Region region) {
        while (true) {
            long head = region.getLongAcquire(FREE_LIST);
            long number = head & NUMBER_MASK;
            if (number == 0) {
                return allocateFresh(region);
            }
            long rest = region.getLongAcquire(link(number)) & NUMBER_MASK;
            if (region.compareAndSetLong(FREE_LIST, head, tagged(head, rest))) {
                return number;
            }
        }
    }

    private long allocateFresh(Region region) {
        while (true) {
            long fresh = region.getLongAcquire(FRESH);
            if (fresh == buckets) {
                return 0;
            }
            if (region.compareAndSetLong(FRESH, fresh, fresh + 1)) {
                return fresh + 1;
            }
        }
    }

    /** Gives a bucket back that is in no chain any more. */
    void free(Region region, long number) {
        while (true) {
            long head = region.getLongAcquire(FREE_LIST);
            region.putLong(link(number), head & NUMBER_MASK);
            if (region.compareAndSetLong(FREE_LIST, head, tagged(head, number))) {
                return;
            }
        }
    }

    /** The greatest number of a bucket that was ever taken. */
    int everUsed(Region region) {
        return (int) region.getLong(FRESH);
    }

    /** How many buckets are in chains. The region must be quiet. */
    int inUse(Region region) {
        int free = 0;
        for (long i = region.getLong(FREE_LIST) & NUMBER_MASK; i != 0; i = region.getLong(link(i)) & NUMBER_MASK) {
            free++;
        }
        return everUsed(region) - free;
    }

    private long link(long number) {
        return firstLinkAt + (number - 1) * bucketBytes;
    }

    /** A new head of the free list, told apart from an earlier one with the same bucket by its tag. */
    private static long tagged(long oldHead, long number) {
        return (((oldHead >>> TAG_SHIFT) + 1) << TAG_SHIFT) | number;
    }
}

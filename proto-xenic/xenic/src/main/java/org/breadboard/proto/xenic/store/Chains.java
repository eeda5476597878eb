// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Region;

/**
 * Linked buckets from a pool: {@code link | slots}. A chain hangs on a word elsewhere that holds the number of its
 * first bucket or 0, and all of its buckets but the last are full. One writer at a time.
 */
final class Chains {
    static final long NOWHERE = -1;
    static final int SLOTS = 8;

    private final Slots slots;
    private final int bucketSlots;
    private final Pool pool;

    Chains(Slots slots, int bucketSlots, long poolAt, int buckets, long firstAt) {
        this.slots = slots;
        this.bucketSlots = bucketSlots;
        pool = new Pool(poolAt, buckets, firstAt, SLOTS + bucketSlots * slots.slotBytes());
    }

    Pool pool() {
        return pool;
    }

    int bucketSlots() {
        return bucketSlots;
    }

    int bucketBytes() {
        return SLOTS + bucketSlots * slots.slotBytes();
    }

    /** The address of the bucket that a link names, or 0 at the end of a chain and in a bucket that is in none. */
    long bucket(long link) {
        return link <= 0 ? 0 : pool.address(link);
    }

    long slot(long bucket, int index) {
        return bucket + SLOTS + (long) index * slots.slotBytes();
    }

    /** The slot that holds a key, or {@link #NOWHERE}. */
    long find(Region region, long linkAt, long key) {
        for (long link = region.getLong(linkAt); link != 0; link = region.getLong(pool.address(link))) {
            long bucket = pool.address(link);
            for (int i = 0; i < bucketSlots; i++) {
                long slot = slot(bucket, i);
                if (Slots.taken(region, slot) && Slots.key(region, slot) == key) {
                    return slot;
                }
            }
        }
        return NOWHERE;
    }

    /** A free slot at the end of a chain, in a new bucket if need be, or {@link #NOWHERE} if the pool is used up. */
    long room(Region region, long linkAt) {
        long at = linkAt;
        while (region.getLong(at) != 0) {
            at = pool.address(region.getLong(at));
        }
        if (at != linkAt) {
            for (int i = 0; i < bucketSlots; i++) {
                if (!Slots.taken(region, slot(at, i))) {
                    return slot(at, i);
                }
            }
        }
        long number = pool.take(region);
        if (number == 0) {
            return NOWHERE;
        }
        region.putLong(pool.address(number), 0);
        region.putLongRelease(at, number);
        return slot(pool.address(number), 0);
    }

    /** The record at the end of a chain, which is not empty. */
    long last(Region region, long linkAt) {
        long bucket = pool.address(region.getLong(linkAt));
        while (region.getLong(bucket) != 0) {
            bucket = pool.address(region.getLong(bucket));
        }
        int index = bucketSlots - 1;
        while (!Slots.taken(region, slot(bucket, index))) {
            index--;
        }
        return slot(bucket, index);
    }

    /** Empties the last slot of a chain, and gives back its bucket if that is then empty. */
    void dropLast(Region region, long linkAt) {
        long last = last(region, linkAt);
        slots.clear(region, last);
        long at = linkAt;
        long bucket = pool.address(region.getLong(at));
        while (region.getLong(bucket) != 0) {
            at = bucket;
            bucket = pool.address(region.getLong(bucket));
        }
        if (last == slot(bucket, 0)) {
            region.putLongRelease(at, 0);
            pool.give(region, pool.number(bucket));
        }
    }

    /** Tells of the records in all buckets, in the order of addresses. */
    void forEach(Region region, SlotVisitor visitor) {
        long used = pool.everUsed(region);
        for (long number = 1; number <= used; number++) {
            for (int i = 0; i < bucketSlots; i++) {
                long slot = slot(pool.address(number), i);
                if (Slots.taken(region, slot)) {
                    visitor.slot(slot);
                }
            }
        }
    }

    /** Told of slots. */
    interface SlotVisitor {
        void slot(long slot);
    }
}

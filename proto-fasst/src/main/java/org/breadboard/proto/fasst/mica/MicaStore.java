// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * The geometry of one MICA table and what can be done with a region that is laid out so (FaSST 5, Fig. 5).
 *
 * <p><b>Layout.</b> A preamble of 64 B (the pool of overflow buckets), the main buckets, the overflow buckets. A bucket
 * is 16 B plus, for each slot, 8 B of key and the value rounded up to 8 B. Its first word is the header (lock and
 * version, used in main buckets only, and shared by all keys of the chain), its second says which slots are taken and
 * which overflow bucket comes next.
 *
 * <p><b>Concurrency.</b> Who calls {@link #insert}, {@link #reserve}, {@link #delete} or writes a value holds the lock
 * of the key's header (or knows by other means that nobody else changes that chain). Overflow buckets come from a pool
 * by compare-and-set, so that writers of different chains need not know each other. Readers take no lock: they load the
 * header with {@link Region#getLongAcquire}, look up and copy, call {@link Region#loadFence}, and load the header
 * again; unless both loads gave the same unlocked word, what they saw means nothing. A reader that is led astray by a
 * chain that changes under it stays within the region and comes back.
 */
public final class MicaStore implements Store {
    /** Says that a key is not there. */
    static final long NOWHERE = -1;

    static final int META = 8;
    static final int KEYS = 16;

    private static final Layout LAYOUT = new Layout("fasst.mica", 1);
    private static final int PREAMBLE_BYTES = 64;
    private static final long NUMBER_MASK = 0xffffffffL;
    private static final int USED_SHIFT = 32;

    private final int mainBuckets;
    private final int overflowBuckets;
    private final int slots;
    private final int valueBytes;
    private final int slotBytes;
    private final int bucketBytes;
    private final long overflowAt;
    private final OverflowPool pool;

    MicaStore(int mainBuckets, int overflowBuckets, int slots, int valueBytes) {
        this.mainBuckets = mainBuckets;
        this.overflowBuckets = overflowBuckets;
        this.slots = slots;
        this.valueBytes = valueBytes;
        this.slotBytes = (valueBytes + 7) & ~7;
        this.bucketBytes = KEYS + slots * (Long.BYTES + slotBytes);
        this.overflowAt = PREAMBLE_BYTES + (long) mainBuckets * bucketBytes;
        this.pool = new OverflowPool(overflowBuckets, overflowAt + META, bucketBytes);
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return overflowAt + (long) overflowBuckets * bucketBytes;
    }

    @Override
    public void format(Region region) {
        pool.format(region);
    }

    @Override
    public MicaCursor cursor() {
        return new MicaCursor(this, indexBytes());
    }

    /**
     * A cursor for who fetches from afar: it needs a bucket with its values at once, if that is no longer than so many
     * bytes, and otherwise as {@link #cursor()} does.
     */
    public MicaCursor cursor(int mostBytes) {
        return new MicaCursor(this, bucketBytes <= mostBytes ? bucketBytes : indexBytes());
    }

    /** The number of the main bucket whose header stands at that address, counted from 0. */
    public long bucketOf(long header) {
        return (header - PREAMBLE_BYTES) / bucketBytes;
    }

    /** The address of the header of a main bucket. */
    public long headerOf(long bucket) {
        return PREAMBLE_BYTES + bucket * bucketBytes;
    }

    /** How far headers of main buckets are from each other. */
    public int bucketBytes() {
        return bucketBytes;
    }

    /** The size of a value, as asked for. */
    public int valueBytes() {
        return valueBytes;
    }

    /** How many main buckets there are. */
    public int mainBuckets() {
        return mainBuckets;
    }

    /** How many overflow buckets the pool has. */
    public int overflowBuckets() {
        return overflowBuckets;
    }

    @Override
    public long headerAddress(long key) {
        return headerOf(hash(key) & (mainBuckets - 1));
    }

    @Override
    public long insert(Region region, long key) {
        long bucket = headerAddress(key);
        long room = NOWHERE;
        int roomSlot = 0;
        while (true) {
            long meta = region.getLong(bucket + META);
            int slot = slotOf(region, bucket, meta, key);
            if (slot >= 0) {
                return EXISTS;
            }
            int free = Integer.numberOfTrailingZeros(~used(meta));
            if (room == NOWHERE && free < slots) {
                room = bucket;
                roomSlot = free;
            }
            if (next(meta) == 0) {
                break;
            }
            bucket = overflow(next(meta));
        }
        if (room == NOWHERE) {
            room = extend(region, bucket);
            if (room == NOWHERE) {
                return FULL;
            }
        }
        region.putLong(keyAddress(room, roomSlot), key);
        region.putLong(room + META, region.getLong(room + META) | slotBit(roomSlot));
        return valueAddress(room, roomSlot);
    }

    /**
     * Makes sure that {@code count} keys that are not there yet can be inserted into the chain of {@code key}; false if
     * the pool is used up. Room once reserved stays until the chain's next delete.
     */
    public boolean reserve(Region region, long key, int count) {
        long bucket = headerAddress(key);
        int free = 0;
        while (true) {
            long meta = region.getLong(bucket + META);
            free += slots - Integer.bitCount(used(meta));
            if (free >= count) {
                return true;
            }
            bucket = next(meta) == 0 ? extend(region, bucket) : overflow(next(meta));
            if (bucket == NOWHERE) {
                return false;
            }
        }
    }

    @Override
    public boolean delete(Region region, long key) {
        long main = headerAddress(key);
        long bucket = main;
        while (true) {
            long meta = region.getLong(bucket + META);
            int slot = slotOf(region, bucket, meta, key);
            if (slot >= 0) {
                region.putLong(bucket + META, meta & ~slotBit(slot));
                prune(region, main);
                return true;
            }
            if (next(meta) == 0) {
                return false;
            }
            bucket = overflow(next(meta));
        }
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        for (int i = 0; i < mainBuckets; i++) {
            visit(region, headerOf(i), true, visitor);
        }
        int everUsed = pool.everUsed(region);
        for (int i = 1; i <= everUsed; i++) {
            visit(region, overflow(i), false, visitor);
        }
    }

    /** How many overflow buckets are in chains. The region must be quiet. */
    public int overflowBucketsInUse(Region region) {
        return pool.inUse(region);
    }

    int slots() {
        return slots;
    }

    /** How far a lookup may follow a chain before it must be astray. */
    int longestChain() {
        return overflowBuckets + 1;
    }

    int indexBytes() {
        return KEYS + slots * Long.BYTES;
    }

    long valueAddress(long bucket, int slot) {
        return bucket + KEYS + (long) slots * Long.BYTES + (long) slot * slotBytes;
    }

    static long keyAddress(long bucket, int slot) {
        return bucket + KEYS + (long) slot * Long.BYTES;
    }

    /** The address of the overflow bucket with that number, counted from 1. */
    long overflow(long number) {
        return overflowAt + (number - 1) * bucketBytes;
    }

    /** The number of the next overflow bucket, or 0. */
    static long next(long meta) {
        return meta & NUMBER_MASK;
    }

    /** One bit for each slot that is taken. */
    static int used(long meta) {
        return (int) (meta >>> USED_SHIFT);
    }

    private static long slotBit(int slot) {
        return 1L << (USED_SHIFT + slot);
    }

    /** The slot of a bucket that holds the key, or -1. */
    int slotOf(Region region, long bucket, long meta, long key) {
        for (int used = used(meta); used != 0; used &= used - 1) {
            int slot = Integer.numberOfTrailingZeros(used);
            if (region.getLong(keyAddress(bucket, slot)) == key) {
                return slot;
            }
        }
        return -1;
    }

    /** The header word of an overflow bucket's records stands in the main bucket of its chain. */
    private void visit(Region region, long bucket, boolean main, RecordVisitor visitor) {
        boolean wanted = visitor.wants(bucket, bucket + bucketBytes);
        if (!wanted && (main || !visitor.wantsForHeaders())) {
            return;
        }
        for (int used = used(region.getLong(bucket + META)); used != 0; used &= used - 1) {
            int slot = Integer.numberOfTrailingZeros(used);
            long key = region.getLong(keyAddress(bucket, slot));
            long header = headerAddress(key);
            if (wanted || visitor.wants(header, header + Long.BYTES)) {
                visitor.record(key, header, valueAddress(bucket, slot), valueBytes);
            }
        }
    }

    /** Links an empty overflow bucket behind the last one and returns it, or {@link #NOWHERE}. */
    private long extend(Region region, long last) {
        long number = pool.allocate(region);
        if (number == 0) {
            return NOWHERE;
        }
        long bucket = overflow(number);
        region.putLong(bucket + META, 0);
        region.storeFence();
        region.putLong(last + META, region.getLong(last + META) | number);
        return bucket;
    }

    /** Unlinks the empty overflow buckets of a chain and gives them back. */
    private void prune(Region region, long main) {
        long bucket = main;
        while (true) {
            long meta = region.getLong(bucket + META);
            long number = next(meta);
            if (number == 0) {
                return;
            }
            long follower = region.getLong(overflow(number) + META);
            if (used(follower) != 0) {
                bucket = overflow(number);
            } else {
                region.putLong(bucket + META, meta & ~NUMBER_MASK | next(follower));
                pool.free(region, number);
            }
        }
    }

    /** A mixer of its own, so that buckets have nothing to do with how keys were partitioned. */
    private static long hash(long key) {
        long h = key ^ Long.rotateRight(key, 25) ^ Long.rotateRight(key, 50);
        h *= 0xa24baed4963ee407L;
        h ^= h >>> 24 ^ h >>> 49;
        h *= 0x9fb21c651e98df25L;
        return h ^ h >>> 28;
    }
}

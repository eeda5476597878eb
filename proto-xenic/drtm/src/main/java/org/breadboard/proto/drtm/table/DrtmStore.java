// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import java.util.function.LongConsumer;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.proto.drtm.setup.BucketContents;

/**
 * DrTM+H's hash table as Xenic 4.1.4 has it: buckets of four objects, chained where four are not enough, filled to 90%
 * as Table 2 is measured. A remote reader who does not know an object's address reads a whole bucket, with the values
 * that are in it, and then the next one of the chain. Objects never move. With {@link BucketContents#ADDRESSES} a
 * bucket has the addresses of its objects, which stand apart, as in DrTM+H's source.
 *
 * <p><b>Layout.</b> 64 B (how many chained buckets and objects are in use), the main buckets, the chained buckets. A
 * bucket is the number of its follower, and four objects; an object is its key, the 16 B header of DrTM+H's source (the
 * header word, and a word that says whether the slot is taken), and the value. A READ of one object leaves its key out.
 * Where objects stand apart, behind the buckets, a slot is a key and an address, 0 if it is free, and the second word
 * of an object's header is the address of its slot, 0 if no slot has it.
 *
 * <p><b>Concurrency.</b> {@link #insert} and {@link #delete} want the region for themselves. Values and header words
 * may change under any number of lookups, since these look at neither.
 */
public final class DrtmStore implements Store {
    /** B of Table 2 (published: 4, DrTM+H's source). */
    static final int SLOTS = 4;

    /** As many buckets are asked for together by who visits all: where few were written, most are not looked at. */
    private static final int STRETCH = 16;

    /** Of an object: the header word, and the word that says whether it is there. */
    static final int HEADER_BYTES = 16;

    /** Of the main buckets' slots, as many as there are records for: Table 2's occupancy (Xenic 4.1.4). */
    private static final double FILLED = 0.9;

    // At 90%, 0.31 chained buckets for each main one in the mean; small tables stray more.
    private static final double CHAINED_SHARE = 0.4;
    private static final int FEWEST_CHAINED = 64;
    private static final long MOST_BUCKETS = 1L << 28;

    private static final Layout LAYOUT = new Layout("drtm.table", 3);
    private static final int PREAMBLE_BYTES = 64;
    private static final int CHAINED = 0;
    private static final int RECORDS = 8;
    /** Objects that stand apart: how many places are used up, and the first of those that are free again. */
    private static final int PLACES = 16;

    private static final int FREE = 24;
    private static final int FIRST_SLOT = 8;
    private static final int HEADER = 8;
    private static final int TAKEN = HEADER + 8;

    /** Four keys, four nodes of 64 B and what follows, in cache lines (DrTM+H's source: {@code HeaderNode}). */
    private static final int ADDRESS_BUCKET_BYTES = 384;
    /** In a slot with an address: where that is. */
    private static final int ADDRESS = 8;

    private final int mainBuckets;
    private final int chainedBuckets;
    private final long records;
    private final int valueBytes;
    private final int slotBytes;
    private final int bucketBytes;
    /** Null if objects stand in their slots. */
    private final ObjectsApart objects;

    private DrtmStore(int mainBuckets, int chainedBuckets, long records, int valueBytes, BucketContents contents) {
        this.mainBuckets = mainBuckets;
        this.chainedBuckets = chainedBuckets;
        this.records = records;
        this.valueBytes = valueBytes;
        boolean apart = contents == BucketContents.ADDRESSES;
        int bytes = HEADER_BYTES + (valueBytes + 7 & ~7);
        slotBytes = apart ? (ADDRESS_BUCKET_BYTES - FIRST_SLOT) / SLOTS & ~7 : HEADER + bytes;
        bucketBytes = apart ? ADDRESS_BUCKET_BYTES : FIRST_SLOT + SLOTS * slotBytes;
        long end = bucket(mainBuckets + chainedBuckets);
        objects = apart ? new ObjectsApart(end, PLACES, FREE, bytes, valueBytes) : null;
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return isApart() ? objects.at(records) : bucket(mainBuckets + chainedBuckets);
    }

    @Override
    public void format(Region region) {
        region.putLong(CHAINED, 0);
        region.putLong(RECORDS, 0);
        if (isApart()) {
            objects.format(region);
        }
    }

    @Override
    public Cursor cursor() {
        return new DrtmCursor(this);
    }

    /** How many buckets there are: no chain is longer. */
    int buckets() {
        return mainBuckets + chainedBuckets;
    }

    /** How much a lookup reads at once: a bucket with its values. */
    int bucketBytes() {
        return bucketBytes;
    }

    /** Whether objects stand apart, and buckets have their addresses. */
    boolean isApart() {
        return objects != null;
    }

    /** Where the bucket stands that a key's chain begins with. */
    long mainBucket(long key) {
        return bucket(place(key, mainBuckets));
    }

    /** A mixer of its own, so that buckets have nothing to do with how keys were partitioned. */
    private static long place(long key, long places) {
        long h = (key ^ key >>> 32) * 0xd6e8feb86659fd93L;
        h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
        return Math.multiplyHigh((h ^ h >>> 32) >>> 1, places << 1);
    }

    /** Where the chained bucket with that number stands, counted from 1. */
    long chainedBucket(long number) {
        return bucket(mainBuckets + number - 1);
    }

    private long bucket(long index) {
        return PREAMBLE_BYTES + index * bucketBytes;
    }

    /** Where a slot begins, behind the beginning of its bucket. */
    int slotOffset(int slot) {
        return FIRST_SLOT + slot * slotBytes;
    }

    /** Where the header word of the object stands that a slot has. */
    long headerAddressOf(Region region, long slotAddress) {
        return isApart() ? region.getLong(slotAddress + ADDRESS) : slotAddress + HEADER;
    }

    /** How much is read of an object that stands apart. */
    int objectReadBytes() {
        return HEADER_BYTES + valueBytes;
    }

    /** Where the object stands that the copy of a slot at {@code at} says, which stands apart. */
    static long address(byte[] bytes, int at) {
        return Bytes.getLong(bytes, at + ADDRESS);
    }

    /** Where the header word stands of an object that is in its slot. */
    static long headerAddressIn(long slotAddress) {
        return slotAddress + HEADER;
    }

    /** Whether the copy of a slot that begins at {@code at} holds the object of a key. */
    boolean holds(byte[] bytes, int at, long key) {
        return Bytes.getLong(bytes, at + takenAt()) != 0 && Bytes.getLong(bytes, at) == key;
    }

    /** Whether a slot holds the object of a key. */
    boolean holds(Region region, long slotAddress, long key) {
        return isTaken(region, slotAddress) && region.getLong(slotAddress) == key;
    }

    private boolean isTaken(Region region, long slotAddress) {
        return region.getLong(slotAddress + takenAt()) != 0;
    }

    private int takenAt() {
        return isApart() ? ADDRESS : TAKEN;
    }

    /**
     * A store for so many records, with values of so many bytes.
     *
     * @throws RefusedException if there are more records than one partition can hold
     */
    public static DrtmStore of(long records, int valueBytes, BucketContents contents) {
        long main = Math.max(1, (long) Math.ceil(records / FILLED / SLOTS));
        if (main > MOST_BUCKETS) {
            throw new RefusedException(
                    "a table of " + records + " records in one partition is more than DrTM+H's store holds");
        }
        return new DrtmStore((int) main, (int) (FEWEST_CHAINED + main * CHAINED_SHARE), records, valueBytes, contents);
    }

    @Override
    public long headerAddress(long key) {
        throw new UnsupportedOperationException("where a header stands is told by a lookup");
    }

    @Override
    public long insert(Region region, long key) {
        long bucket = mainBucket(key);
        long free = 0;
        while (true) {
            for (int i = 0; i < SLOTS; i++) {
                long slot = bucket + slotOffset(i);
                if (holds(region, slot, key)) {
                    return EXISTS;
                }
                free = free == 0 && !isTaken(region, slot) ? slot : free;
            }
            long next = region.getLong(bucket);
            if (next == 0) {
                break;
            }
            bucket = chainedBucket(next);
        }
        long used = region.getLong(RECORDS);
        if (used == records || free == 0 && region.getLong(CHAINED) == chainedBuckets) {
            return FULL;
        }
        if (free == 0) {
            long number = region.getAndAddLong(CHAINED, 1) + 1;
            region.putLong(bucket, number);
            free = chainedBucket(number) + slotOffset(0);
        }
        region.putLong(RECORDS, used + 1);
        region.putLong(free, key);
        if (isApart()) {
            long object = objects.take(region, free);
            region.putLong(free + ADDRESS, object);
            return object + HEADER_BYTES;
        }
        region.putLong(free + HEADER, 0);
        region.putLong(free + TAKEN, 1);
        return headerAddressIn(free) + HEADER_BYTES;
    }

    @Override
    public boolean delete(Region region, long key) {
        for (long bucket = mainBucket(key); ; ) {
            for (int i = 0; i < SLOTS; i++) {
                long slot = bucket + slotOffset(i);
                if (holds(region, slot, key)) {
                    if (isApart()) {
                        objects.giveUp(region, region.getLong(slot + ADDRESS));
                    }
                    region.putLong(slot + takenAt(), 0);
                    region.putLong(RECORDS, region.getLong(RECORDS) - 1);
                    return true;
                }
            }
            long next = region.getLong(bucket);
            if (next == 0) {
                return false;
            }
            bucket = chainedBucket(next);
        }
    }

    /** How many buckets of a region are in use, those that are chained included. */
    public long bucketsInUse(Region region) {
        return mainBuckets + region.getLong(CHAINED);
    }

    /**
     * How many objects of a region are locked. For checks, when all is quiet.
     *
     * @param everywhere whether all buckets are looked at, or those that may have been written
     */
    public long locked(Region region, boolean everywhere) {
        long[] locked = {0};
        LongConsumer counter = header -> locked[0] += RecordWord.isLocked(region.getLongAcquire(header)) ? 1 : 0;
        if (isApart()) {
            objects.forEachHeader(region, everywhere, counter);
        } else {
            LocksLeft.forEachWritten(
                    region,
                    everywhere,
                    bucket(0),
                    bucketBytes,
                    bucketsInUse(region),
                    bucket -> forEachHeader(region, bucket, counter));
        }
        return locked[0];
    }

    /** Visits the header words of the objects in a bucket, counted from 0 over those in use. */
    public void forEachHeader(Region region, long index, LongConsumer visitor) {
        for (int i = 0; i < SLOTS; i++) {
            long slot = bucket(index) + slotOffset(i);
            if (isTaken(region, slot)) {
                visitor.accept(headerAddressOf(region, slot));
            }
        }
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        long end = isApart() ? objects.used(region) : bucketsInUse(region);
        for (long index = 0; index < end; index += STRETCH) {
            long next = Math.min(end, index + STRETCH);
            if (isApart() && visitor.wants(objects.at(index), objects.at(next))) {
                objects.forEach(region, index, next, visitor);
            } else if (!isApart() && visitor.wants(bucket(index), bucket(next))) {
                forEachSlot(region, index, next, visitor);
            }
        }
    }

    private void forEachSlot(Region region, long from, long to, RecordVisitor visitor) {
        for (long index = from; index < to; index++) {
            for (int i = 0; i < SLOTS; i++) {
                long slot = bucket(index) + slotOffset(i);
                if (isTaken(region, slot) && visitor.wants(slot, slot + slotBytes)) {
                    long header = headerAddressIn(slot);
                    visitor.record(region.getLong(slot), header, header + HEADER_BYTES, valueBytes);
                }
            }
        }
    }
}

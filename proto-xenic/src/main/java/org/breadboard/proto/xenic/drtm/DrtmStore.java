package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * DrTM+H's hash table (its public source): buckets of four keys and the addresses of their records, chained where four are not
 * enough, and records of a 16 B header and the value, which never move. A remote reader who does not know the address reads a
 * bucket of 384 B first.
 *
 * <p><b>Layout.</b> 64 B (how many chained buckets and records are in use), the main buckets, the chained buckets, the records. A
 * bucket is the number of its follower, and four times key and record address, where 0 is nowhere; the rest of its 384 B is what
 * the source keeps there and this model does not need.
 *
 * <p><b>Concurrency.</b> {@link #insert} and {@link #delete} want the region for themselves. Values and header words may change under
 * any number of lookups, since these look at neither.
 */
final class DrtmStore implements Store {
    static final int BUCKET_BYTES = 384;
    static final int SLOTS = 4;

    /** Of a record: the header word, and a word that the source uses and this model does not. */
    static final int HEADER_BYTES = 16;

    private static final double FILLED = 0.75;
    private static final double CHAINED_SHARE = 0.25;
    private static final long MOST_BUCKETS = 1L << 22;

    private static final Layout LAYOUT = new Layout("drtm.table", 1);
    private static final int PREAMBLE_BYTES = 64;
    private static final int CHAINED = 0;
    private static final int RECORDS = 8;
    private static final int FIRST_SLOT = 8;
    private static final int SLOT_BYTES = 16;
    private static final int ADDRESS = 8;

    private final int mainBuckets;
    private final int chainedBuckets;
    private final long records;
    private final int valueBytes;
    private final int recordBytes;
    private final long recordsAt;

    private DrtmStore(int mainBuckets, int chainedBuckets, long records, int valueBytes) {
        this.mainBuckets = mainBuckets;
        this.chainedBuckets = chainedBuckets;
        this.records = records;
        this.valueBytes = valueBytes;
        recordBytes = HEADER_BYTES + (valueBytes + 7 & ~7);
        recordsAt = PREAMBLE_BYTES + ((long) mainBuckets + chainedBuckets) * BUCKET_BYTES;
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return recordsAt + records * recordBytes;
    }

    @Override
    public void format(Region region) {
        region.putLong(CHAINED, 0);
        region.putLong(RECORDS, 0);
    }

    @Override
    public DrtmCursor cursor() {
        return new DrtmCursor(this);
    }

    int valueBytes() {
        return valueBytes;
    }

    /** How many buckets there are: no chain is longer. */
    int buckets() {
        return mainBuckets + chainedBuckets;
    }

    /** Where the bucket stands that a key's chain begins with. */
    long mainBucket(long key) {
        return PREAMBLE_BYTES + (hash(key) & mainBuckets - 1) * (long) BUCKET_BYTES;
    }

    /** Where the chained bucket with that number stands, counted from 1. */
    long chainedBucket(long number) {
        return PREAMBLE_BYTES + (mainBuckets + number - 1) * BUCKET_BYTES;
    }

    static int keyOffset(int slot) {
        return FIRST_SLOT + slot * SLOT_BYTES;
    }

    static int addressOffset(int slot) {
        return keyOffset(slot) + ADDRESS;
    }

    /** A store for so many records: three quarters of its main slots would be taken (assumed; the source sizes it by hand). */
    static DrtmStore of(long records, int valueBytes) {
        long wanted = (long) Math.ceil(records / FILLED / SLOTS);
        long main = Long.highestOneBit(Math.max(1, wanted * 2 - 1));
        if (main > MOST_BUCKETS) {
            throw new RefusedException(
                    "a table of " + records + " records in one partition is more than DrTM+H's store holds");
        }
        return new DrtmStore((int) main, (int) Math.max(16, main * CHAINED_SHARE), records, valueBytes);
    }

    @Override
    public long headerAddress(long key) {
        throw new UnsupportedOperationException("where a header stands is told by a lookup");
    }

    @Override
    public long insert(Region region, long key) {
        long bucket = mainBucket(key);
        long freeAt = 0;
        while (true) {
            for (int slot = 0; slot < SLOTS; slot++) {
                if (region.getLong(bucket + addressOffset(slot)) == 0) {
                    freeAt = freeAt == 0 ? bucket + keyOffset(slot) : freeAt;
                } else if (region.getLong(bucket + keyOffset(slot)) == key) {
                    return EXISTS;
                }
            }
            long next = region.getLong(bucket);
            if (next == 0) {
                break;
            }
            bucket = chainedBucket(next);
        }
        long used = region.getLong(RECORDS);
        if (used == records || freeAt == 0 && region.getLong(CHAINED) == chainedBuckets) {
            return FULL;
        }
        if (freeAt == 0) {
            long number = region.getAndAddLong(CHAINED, 1) + 1;
            region.putLong(bucket, number);
            freeAt = chainedBucket(number) + FIRST_SLOT;
        }
        region.putLong(RECORDS, used + 1);
        long record = recordsAt + used * recordBytes;
        region.putLong(freeAt, key);
        region.putLong(freeAt + ADDRESS, record);
        return record + HEADER_BYTES;
    }

    @Override
    public boolean delete(Region region, long key) {
        for (long bucket = mainBucket(key); ; ) {
            for (int slot = 0; slot < SLOTS; slot++) {
                if (region.getLong(bucket + addressOffset(slot)) != 0
                        && region.getLong(bucket + keyOffset(slot)) == key) {
                    region.putLong(bucket + addressOffset(slot), 0);
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

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        long buckets = mainBuckets + region.getLong(CHAINED);
        for (long i = 0; i < buckets; i++) {
            long bucket = PREAMBLE_BYTES + i * BUCKET_BYTES;
            for (int slot = 0; slot < SLOTS; slot++) {
                long record = region.getLong(bucket + addressOffset(slot));
                if (record != 0) {
                    visitor.record(region.getLong(bucket + keyOffset(slot)), record, record + HEADER_BYTES, valueBytes);
                }
            }
        }
    }

    /** A mixer that has nothing to do with how keys are partitioned. */
    private static int hash(long key) {
        long h = key * 0x9e3779b97f4a7c15L;
        h ^= h >>> 32;
        h *= 0xd6e8feb86659fd93L;
        return (int) (h >>> 32);
    }
}

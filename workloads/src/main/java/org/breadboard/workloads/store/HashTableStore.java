// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.workloads.parts.Hash64;

/**
 * The geometry of a hash table with chains, at least a bucket for each record.
 *
 * <p><b>Layout.</b> A preamble of 64 B, buckets (a header word for all keys of the bucket, and its first record's
 * address), records (the next one's address, key, value). Records stay where they are.
 *
 * <p><b>Concurrency.</b> Lookups may run side by side. An insert or a delete wants a quiet region: nothing else runs on
 * it meanwhile.
 */
final class HashTableStore implements Store {
    private static final Layout LAYOUT = new Layout("workloads.hash-table", 1);
    private static final int BUCKET_BYTES = 16;
    private static final int FIRST = 8;
    private static final int NEXT = 0;
    private static final int KEY = 8;
    private static final int VALUE = 16;

    private final int valueBytes;
    private final long mask;
    private final Records records;

    HashTableStore(long records, int valueBytes) {
        this.valueBytes = valueBytes;
        mask = Sizes.powerOfTwo(records) - 1;
        long recordsAt = Sizes.PREAMBLE_BYTES + (mask + 1) * BUCKET_BYTES;
        this.records = new Records(recordsAt, records, VALUE + Sizes.words(valueBytes), NEXT);
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return records.end();
    }

    @Override
    public void format(Region region) {
        // Zeros are an empty table.
    }

    @Override
    public Cursor cursor() {
        return new Lookup(this);
    }

    @Override
    public long insert(Region region, long key) {
        if (linkTo(region, key) != 0) {
            return EXISTS;
        }
        long record = records.take(region);
        if (record == 0) {
            return FULL;
        }
        long first = headerAddress(key) + FIRST;
        region.putLong(record + NEXT, region.getLong(first));
        region.putLong(record + KEY, key);
        region.putLong(first, record);
        return record + VALUE;
    }

    @Override
    public boolean delete(Region region, long key) {
        long link = linkTo(region, key);
        if (link == 0) {
            return false;
        }
        long record = region.getLong(link);
        region.putLong(link, region.getLong(record + NEXT));
        records.give(region, record);
        return true;
    }

    @Override
    public long headerAddress(long key) {
        return Sizes.PREAMBLE_BYTES + (Hash64.of(key) & mask) * BUCKET_BYTES;
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        records.forEach(region, record -> {
            long key = region.getLong(record + KEY);
            visitor.record(key, headerAddress(key), record + VALUE, valueBytes);
        });
    }

    /** Where the address of a key's record stands, or 0. */
    private long linkTo(Region region, long key) {
        long link = headerAddress(key) + FIRST;
        for (long record; (record = region.getLong(link)) != 0; link = record + NEXT) {
            if (region.getLong(record + KEY) == key) {
                return link;
            }
        }
        return 0;
    }

    /** The bucket's first address, then next address and key of one record after another. */
    private static final class Lookup extends IndexCursor {
        private final HashTableStore store;
        private long record;

        Lookup(HashTableStore store) {
            super(store, VALUE);
            this.store = store;
        }

        @Override
        public State find(long wanted) {
            record = 0;
            return begin(wanted, store.headerAddress(wanted) + FIRST, Long.BYTES);
        }

        @Override
        public State give(byte[] bytes, int offset) {
            if (record != 0 && Bytes.getLong(bytes, offset + KEY) == key()) {
                return found(record + VALUE);
            }
            record = Bytes.getLong(bytes, offset + NEXT);
            return record == 0 ? State.ABSENT : need(record, VALUE);
        }
    }
}

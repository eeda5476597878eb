package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;

/** A lookup in DrTM+H's table, bucket after bucket. The record stands elsewhere: whoever is not at home reads it, too. */
final class DrtmCursor implements Cursor {
    private final DrtmStore store;
    private long key;
    private long bucket;
    private long record;
    private int fetches;

    DrtmCursor(DrtmStore store) {
        this.store = store;
    }

    @Override
    public State find(long wanted) {
        key = wanted;
        bucket = store.mainBucket(wanted);
        fetches = 1;
        return State.NEED;
    }

    @Override
    public State give(byte[] bytes, int offset) {
        for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
            long address = Bytes.getLong(bytes, offset + DrtmStore.addressOffset(slot));
            if (address != 0 && Bytes.getLong(bytes, offset + DrtmStore.keyOffset(slot)) == key) {
                record = address;
                return State.FOUND;
            }
        }
        return follow(Bytes.getLong(bytes, offset));
    }

    @Override
    public State load(Region region) {
        while (true) {
            for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
                long address = region.getLong(bucket + DrtmStore.addressOffset(slot));
                if (address != 0 && region.getLong(bucket + DrtmStore.keyOffset(slot)) == key) {
                    record = address;
                    return State.FOUND;
                }
            }
            if (follow(region.getLong(bucket)) == State.ABSENT) {
                return State.ABSENT;
            }
        }
    }

    private State follow(long number) {
        if (number == 0 || fetches > store.buckets()) {
            return State.ABSENT;
        }
        bucket = store.chainedBucket(number);
        fetches++;
        return State.NEED;
    }

    @Override
    public long needAddress() {
        return bucket;
    }

    @Override
    public int needBytes() {
        return DrtmStore.BUCKET_BYTES;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long valueAddress() {
        return record + DrtmStore.HEADER_BYTES;
    }

    @Override
    public long headerAddress() {
        return record;
    }

    @Override
    public int valueBytes() {
        return store.valueBytes();
    }

    @Override
    public int fetches() {
        return fetches;
    }
}

package org.breadboard.proto.xenic.drtm.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;

/** A lookup in DrTM+H's table, bucket after bucket. What is found lies in the bucket that was read last, with its value. */
final class DrtmCursor implements Cursor {
    private final DrtmStore store;
    private long key;
    private long bucket;
    private long header;
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
            int at = store.slotOffset(slot);
            if (DrtmStore.holds(bytes, offset + at, key)) {
                header = DrtmStore.headerAddressOf(bucket + at);
                return State.FOUND;
            }
        }
        return follow(Bytes.getLong(bytes, offset));
    }

    @Override
    public State load(Region region) {
        while (true) {
            for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
                long at = bucket + store.slotOffset(slot);
                if (DrtmStore.holds(region, at, key)) {
                    header = DrtmStore.headerAddressOf(at);
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
        return store.bucketBytes();
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long valueAddress() {
        return header + DrtmStore.HEADER_BYTES;
    }

    @Override
    public long headerAddress() {
        return header;
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

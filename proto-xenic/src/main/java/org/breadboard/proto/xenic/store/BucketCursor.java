package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;

/**
 * A lookup in a table of buckets: it asks for a row of neighbouring buckets and then for one linked bucket after
 * another.
 */
final class BucketCursor implements RemoteCursor {
    private final Buckets buckets;
    private final int rowBuckets;
    private long key;
    private long home;
    private long bucket;
    private long slot;
    private int fetches;
    private int objects;
    private int objectsToFound;

    BucketCursor(Buckets buckets, int rowBuckets) {
        this.buckets = buckets;
        this.rowBuckets = rowBuckets;
    }

    @Override
    public State find(long wanted) {
        key = wanted;
        home = buckets.home(wanted);
        bucket = 0;
        fetches = 1;
        objects = rowBuckets * buckets.bucketSlots();
        objectsToFound = 0;
        return State.NEED;
    }

    @Override
    public State give(byte[] bytes, int offset) {
        if (bucket != 0) {
            return search(bytes, offset, bucket, Chains.SLOTS, buckets.chains().bucketSlots())
                    ? State.FOUND
                    : follow(Bytes.getLong(bytes, offset));
        }
        for (int i = 0; i < rowBuckets; i++) {
            int at = offset + i * buckets.bucketBytes();
            if (search(bytes, at, buckets.address(home + i), Buckets.SLOTS, buckets.bucketSlots())) {
                return State.FOUND;
            }
        }
        return follow(Bytes.getLong(bytes, offset + Buckets.LINK));
    }

    private boolean search(byte[] bytes, int offset, long address, int firstSlot, int count) {
        int at = firstSlot;
        for (int i = 0; i < count; i++, at += buckets.slots().slotBytes()) {
            objectsToFound++;
            if (Slots.taken(Bytes.getLong(bytes, offset + at))
                    && Bytes.getLong(bytes, offset + at + Slots.KEY) == key) {
                slot = address + at;
                return true;
            }
        }
        return false;
    }

    private State follow(long link) {
        if (link == 0) {
            return State.ABSENT;
        }
        bucket = buckets.chains().bucket(link);
        fetches++;
        objects += buckets.chains().bucketSlots();
        return State.NEED;
    }

    @Override
    public State load(Region region) {
        slot = buckets.find(region, key, home, rowBuckets);
        return slot == Chains.NOWHERE ? State.ABSENT : State.FOUND;
    }

    @Override
    public long needAddress() {
        return bucket != 0 ? bucket : buckets.address(home);
    }

    @Override
    public int needBytes() {
        return bucket != 0 ? buckets.chains().bucketBytes() : rowBuckets * buckets.bucketBytes();
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long valueAddress() {
        return slot + Slots.VALUE;
    }

    @Override
    public long headerAddress() {
        return buckets.address(home);
    }

    @Override
    public int valueBytes() {
        return buckets.valueBytes();
    }

    @Override
    public int fetches() {
        return fetches;
    }

    @Override
    public int objects() {
        return objects;
    }

    @Override
    public int objectsToFound() {
        return objectsToFound;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LookupCursor;

/**
 * A lookup in a table of buckets: it asks for a row of neighbouring buckets and then for one linked bucket after
 * another.
 */
final class BucketCursor extends LookupCursor implements RemoteCursor {
    private final Buckets buckets;
    private final int rowBuckets;
    private long home;
    private long bucket;
    private int objects;
    private int objectsToFound;

    BucketCursor(Buckets buckets, int rowBuckets) {
        this.buckets = buckets;
        this.rowBuckets = rowBuckets;
    }

    @Override
    public State find(long wanted) {
        home = buckets.home(wanted);
        bucket = 0;
        objects = rowBuckets * buckets.bucketSlots();
        objectsToFound = 0;
        return begin(wanted, buckets.address(home), rowBuckets * buckets.bucketBytes());
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
                    && Bytes.getLong(bytes, offset + at + Slots.KEY) == key()) {
                found(address + at + Slots.VALUE);
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
        objects += buckets.chains().bucketSlots();
        return need(bucket, buckets.chains().bucketBytes());
    }

    @Override
    public State load(Region region) {
        long slot = buckets.find(region, key(), home, rowBuckets);
        return slot == Chains.NOWHERE ? State.ABSENT : found(slot + Slots.VALUE);
    }

    @Override
    public long headerAddress() {
        return buckets.address(home);
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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LookupCursor;

/**
 * A lookup in DrTM+H's table, bucket after bucket. What is found lies in the bucket that was read last, with its value;
 * or, where buckets have addresses, it is read by itself, behind its bucket.
 */
final class DrtmCursor extends LookupCursor {
    private final DrtmStore store;
    private long bucket;
    private long header;
    private boolean isAtObject;

    DrtmCursor(DrtmStore store) {
        this.store = store;
    }

    @Override
    public State find(long wanted) {
        isAtObject = false;
        bucket = store.mainBucket(wanted);
        return begin(wanted, bucket, store.bucketBytes());
    }

    @Override
    public State give(byte[] bytes, int offset) {
        if (isAtObject) {
            return foundAt(header);
        }
        for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
            int at = store.slotOffset(slot);
            if (store.holds(bytes, offset + at, key())) {
                return store.isApart()
                        ? needObject(DrtmStore.address(bytes, offset + at))
                        : foundAt(DrtmStore.headerAddressIn(bucket + at));
            }
        }
        return follow(Bytes.getLong(bytes, offset));
    }

    @Override
    public State load(Region region) {
        while (true) {
            for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
                long at = bucket + store.slotOffset(slot);
                if (store.holds(region, at, key())) {
                    long address = store.headerAddressOf(region, at);
                    if (store.isApart()) {
                        needObject(address);
                    }
                    return foundAt(address);
                }
            }
            if (follow(region.getLong(bucket)) == State.ABSENT) {
                return State.ABSENT;
            }
        }
    }

    private State needObject(long address) {
        isAtObject = true;
        header = address;
        return need(address, store.objectReadBytes());
    }

    private State foundAt(long address) {
        header = address;
        return found(header + DrtmStore.HEADER_BYTES);
    }

    private State follow(long number) {
        if (number == 0 || fetches() > store.buckets()) {
            return State.ABSENT;
        }
        bucket = store.chainedBucket(number);
        return need(bucket, store.bucketBytes());
    }

    @Override
    public long headerAddress() {
        return header;
    }
}

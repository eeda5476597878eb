package org.breadboard.proto.xenic.drtm.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LookupCursor;

/**
 * A lookup in DrTM+H's table, bucket after bucket. What is found lies in the bucket that was read last, with its value.
 */
final class DrtmCursor extends LookupCursor {
    private final DrtmStore store;
    private long bucket;
    private long header;

    DrtmCursor(DrtmStore store) {
        this.store = store;
    }

    @Override
    public State find(long wanted) {
        bucket = store.mainBucket(wanted);
        return begin(wanted, bucket, store.bucketBytes());
    }

    @Override
    public State give(byte[] bytes, int offset) {
        for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
            int at = store.slotOffset(slot);
            if (DrtmStore.holds(bytes, offset + at, key())) {
                return foundAt(bucket + at);
            }
        }
        return follow(Bytes.getLong(bytes, offset));
    }

    @Override
    public State load(Region region) {
        while (true) {
            for (int slot = 0; slot < DrtmStore.SLOTS; slot++) {
                long at = bucket + store.slotOffset(slot);
                if (DrtmStore.holds(region, at, key())) {
                    return foundAt(at);
                }
            }
            if (follow(region.getLong(bucket)) == State.ABSENT) {
                return State.ABSENT;
            }
        }
    }

    private State foundAt(long slot) {
        header = DrtmStore.headerAddressOf(slot);
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

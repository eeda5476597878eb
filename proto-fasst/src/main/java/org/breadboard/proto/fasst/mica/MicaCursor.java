// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LookupCursor;

/**
 * A lookup in a MICA table. Each step needs the front of one bucket (header, chain and keys), or a whole one; the value
 * stands where {@link #valueAddress()} says.
 */
public final class MicaCursor extends LookupCursor {
    private final MicaStore store;
    private final int stepBytes;
    private long header;
    private long bucket;

    MicaCursor(MicaStore store, int stepBytes) {
        this.store = store;
        this.stepBytes = stepBytes;
    }

    @Override
    public State find(long wanted) {
        header = store.headerAddress(wanted);
        bucket = header;
        return begin(wanted, bucket, stepBytes);
    }

    @Override
    public State give(byte[] bytes, int offset) {
        long meta = Bytes.getLong(bytes, offset + MicaStore.META);
        for (int used = MicaStore.used(meta); used != 0; used &= used - 1) {
            int slot = Integer.numberOfTrailingZeros(used);
            if (slot < store.slots() && Bytes.getLong(bytes, offset + MicaStore.KEYS + slot * Long.BYTES) == key()) {
                return found(store.valueAddress(bucket, slot));
            }
        }
        return follow(MicaStore.next(meta));
    }

    @Override
    public State load(Region region) {
        State state;
        do {
            long meta = region.getLong(bucket + MicaStore.META);
            int slot = store.slotOf(region, bucket, meta, key());
            state = slot >= 0 ? found(store.valueAddress(bucket, slot)) : follow(MicaStore.next(meta));
        } while (state == State.NEED);
        return state;
    }

    @Override
    public long headerAddress() {
        return header;
    }

    private State follow(long number) {
        if (number == 0 || fetches() > store.longestChain()) {
            return State.ABSENT;
        }
        bucket = store.overflow(number);
        return need(bucket, stepBytes);
    }
}

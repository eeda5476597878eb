package org.breadboard.proto.fasst.mica;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;

/**
 * A lookup in a MICA table. Each step needs the front of one bucket (header, chain and keys); the value stands where {@link
 * #valueAddress()} says.
 */
public final class MicaCursor implements Cursor {
    private final MicaStore store;
    private long key;
    private long bucket;
    private int slot;
    private int fetches;

    MicaCursor(MicaStore store) {
        this.store = store;
    }

    @Override
    public State find(long wanted) {
        key = wanted;
        bucket = store.headerAddress(wanted);
        fetches = 1;
        return State.NEED;
    }

    @Override
    public State give(byte[] bytes, int offset) {
        long meta = Bytes.getLong(bytes, offset + MicaStore.META);
        for (int used = MicaStore.used(meta); used != 0; used &= used - 1) {
            slot = Integer.numberOfTrailingZeros(used);
            if (slot < store.slots() && Bytes.getLong(bytes, offset + MicaStore.KEYS + slot * Long.BYTES) == key) {
                return State.FOUND;
            }
        }
        return follow(MicaStore.next(meta));
    }

    @Override
    public State load(Region region) {
        State state;
        do {
            long meta = region.getLong(bucket + MicaStore.META);
            slot = store.slotOf(region, bucket, meta, key);
            state = slot >= 0 ? State.FOUND : follow(MicaStore.next(meta));
        } while (state == State.NEED);
        return state;
    }

    @Override
    public long needAddress() {
        return bucket;
    }

    @Override
    public int needBytes() {
        return store.indexBytes();
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long valueAddress() {
        return store.valueAddress(bucket, slot);
    }

    @Override
    public long headerAddress() {
        return store.headerAddress(key);
    }

    @Override
    public int valueBytes() {
        return store.valueBytes();
    }

    @Override
    public int fetches() {
        return fetches;
    }

    private State follow(long number) {
        if (number == 0 || fetches > store.longestChain()) {
            return State.ABSENT;
        }
        bucket = store.overflow(number);
        fetches++;
        return State.NEED;
    }
}

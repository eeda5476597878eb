// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;

/** A store with a slot for each key from 0 on: a header, a word that says whether there is a record, and the value. */
public final class SlotStore implements Store {
    private static final int EXISTS_AT = 8;
    private static final int VALUE_AT = 16;

    private final int keys;
    private final long most;
    private final int valueBytes;
    private final long slotBytes;

    /** For so many keys, of which {@code most} may have records at one time. */
    public SlotStore(int keys, long most, int valueBytes) {
        this.keys = keys;
        this.most = most;
        this.valueBytes = valueBytes;
        slotBytes = VALUE_AT + (valueBytes + 7) / 8 * 8L;
    }

    @Override
    public Layout layout() {
        return new Layout("slots", 1);
    }

    @Override
    public long regionBytes() {
        return keys * slotBytes;
    }

    @Override
    public void format(Region region) {
        // Zeros are an empty store.
    }

    @Override
    public Cursor cursor() {
        return new Lookup();
    }

    @Override
    public long insert(Region region, long key) {
        long at = headerAddress(key) + EXISTS_AT;
        if (region.getLong(at) != 0) {
            return EXISTS;
        }
        long[] count = {0};
        forEach(region, (record, headerAddress, valueAddress, length) -> count[0]++);
        if (count[0] >= most) {
            return FULL;
        }
        region.putLong(at, 1);
        return headerAddress(key) + VALUE_AT;
    }

    @Override
    public boolean delete(Region region, long key) {
        long at = headerAddress(key) + EXISTS_AT;
        boolean existed = region.getLong(at) != 0;
        region.putLong(at, 0);
        return existed;
    }

    @Override
    public long headerAddress(long key) {
        return key * slotBytes;
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        for (long key = 0; key < keys; key++) {
            long header = headerAddress(key);
            if (region.getLong(header + EXISTS_AT) != 0) {
                visitor.record(key, header, header + VALUE_AT, valueBytes);
            }
        }
    }

    private final class Lookup extends LookupCursor {
        Lookup() {}

        @Override
        public State find(long key) {
            return begin(key, SlotStore.this.headerAddress(key), VALUE_AT);
        }

        @Override
        public State give(byte[] bytes, int offset) {
            return bytes[offset + EXISTS_AT] != 0 ? found(headerAddress() + VALUE_AT) : State.ABSENT;
        }

        @Override
        public State load(Region region) {
            byte[] bytes = new byte[needBytes()];
            region.read(needAddress(), bytes, 0, bytes.length);
            return give(bytes, 0);
        }

        @Override
        public long headerAddress() {
            return SlotStore.this.headerAddress(key());
        }
    }
}

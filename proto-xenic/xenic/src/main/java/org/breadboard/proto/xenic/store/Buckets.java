// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * An array of buckets, {@code header | link | slots}, each the home of some keys and the head of a chain of linked
 * buckets: what Hopscotch and chained tables have in common. One writer at a time, and no readers meanwhile but under a
 * lock.
 */
final class Buckets {
    static final int LINK = 8;
    static final int SLOTS = 16;

    private static final int PREAMBLE_BYTES = 64;

    private final long homes;
    private final long count;
    private final int bucketSlots;
    private final int valueBytes;
    private final Slots slots;
    private final Chains chains;

    /**
     * {@code spare} buckets behind the homes are no key's home; {@code linked} ones of {@code linkedSlots} are in the
     * pool.
     */
    Buckets(long homes, int spare, int bucketSlots, int linked, int linkedSlots, int valueBytes) {
        this.homes = homes;
        this.bucketSlots = bucketSlots;
        this.valueBytes = valueBytes;
        count = homes + spare;
        slots = new Slots(valueBytes, 0);
        chains = new Chains(slots, linkedSlots, 0, linked, PREAMBLE_BYTES + count * bucketBytes());
    }

    long regionBytes() {
        return chains.pool().endAt();
    }

    void format(Region region) {
        for (long at = 0; at < PREAMBLE_BYTES; at += Long.BYTES) {
            region.putLong(at, 0);
        }
    }

    long home(long key) {
        return KeyHash.place(key, homes);
    }

    long address(long bucket) {
        return PREAMBLE_BYTES + bucket * bucketBytes();
    }

    int bucketBytes() {
        return SLOTS + bucketSlots * slots.slotBytes();
    }

    int bucketSlots() {
        return bucketSlots;
    }

    Slots slots() {
        return slots;
    }

    Chains chains() {
        return chains;
    }

    long tableSlots() {
        return count * bucketSlots;
    }

    /** The address of a slot, counted through all buckets. */
    long slot(long position) {
        return address(position / bucketSlots) + SLOTS + position % bucketSlots * slots.slotBytes();
    }

    /** The slot of a key in a row of buckets from its home on, or in its home's chain; or NOWHERE. */
    long find(Region region, long key, long home, int rowBuckets) {
        for (long i = home; i < home + rowBuckets; i++) {
            long slot = address(i) + SLOTS;
            for (int j = 0; j < bucketSlots; j++, slot += slots.slotBytes()) {
                if (Slots.taken(region, slot) && Slots.key(region, slot) == key) {
                    return slot;
                }
            }
        }
        return chains.find(region, address(home) + LINK, key);
    }

    /** Puts a key into a slot, or at the end of its home's chain if {@code slot} is NOWHERE. */
    long put(Region region, long slot, long key) {
        long place = slot != Chains.NOWHERE ? slot : chains.room(region, address(home(key)) + LINK);
        if (place == Chains.NOWHERE) {
            return Store.FULL;
        }
        slots.put(region, place, key, 0, null, 0, 0);
        return place + Slots.VALUE;
    }

    /** Removes the record in a slot; the last one of its home's chain takes its place. */
    void remove(Region region, long slot, long key) {
        long linkAt = address(home(key)) + LINK;
        if (region.getLong(linkAt) == 0) {
            slots.clear(region, slot);
            return;
        }
        long last = chains.last(region, linkAt);
        if (last != slot) {
            slots.copy(region, last, slot);
        }
        chains.dropLast(region, linkAt);
    }

    void forEach(Region region, Store.RecordVisitor visitor) {
        for (long position = 0; position < tableSlots(); position++) {
            if (Slots.taken(region, slot(position))) {
                visit(region, slot(position), visitor);
            }
        }
        chains.forEach(region, slot -> visit(region, slot, visitor));
    }

    private void visit(Region region, long slot, Store.RecordVisitor visitor) {
        long key = Slots.key(region, slot);
        long header = address(home(key));
        if (visitor.wants(slot, slot + slots.slotBytes())
                || visitor.wantsForHeaders() && visitor.wants(header, header + Long.BYTES)) {
            visitor.record(key, header, slot + Slots.VALUE, valueBytes);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * Insertion (Xenic 4.1.2). Since neighbours are in the order of their homes, the records that Robin Hood swapping would
 * displace are the first ones of each run of equal homes between the new record's place and the next free slot; each
 * goes to where the next run begins. So the copy list need not be written down: it is walked forwards to see that
 * nobody reaches the limit, and backwards, from the free slot, to move. If somebody would reach it, it is the new
 * record that goes to its segment's overflow bucket, and nothing moves. In a table that does not swap, it takes the
 * first free slot.
 */
final class RobinHoodInsertion {
    private final RobinHoodStore store;

    RobinHoodInsertion(RobinHoodStore store) {
        this.store = store;
    }

    long insert(Region region, long key, long version, byte[] value, int offset, Placements placements) {
        long home = store.homeOf(key);
        long position = store.position(region, key, home);
        int segment = store.segmentOfHome(home);
        long linkAt = store.segmentAddress(segment) + RobinHoodStore.LINK;
        if (position >= 0 || store.overflow.find(region, linkAt, key) != Chains.NOWHERE) {
            return Store.EXISTS;
        }
        position = -1 - position;
        long free = store.swaps()
                ? free(region, home, position)
                : position - home < store.limit() ? position : Chains.NOWHERE;
        long block = store.inline() ? 0 : takeBlock(region, key, version, value, offset);
        long slot = block == Chains.NOWHERE
                ? Chains.NOWHERE
                : free == Chains.NOWHERE ? store.overflow.room(region, linkAt) : store.slotAddress(position);
        if (slot == Chains.NOWHERE) {
            giveBlock(region, block);
            return Store.FULL;
        }
        if (free != Chains.NOWHERE) {
            displace(region, position, free, placements);
        }
        if (store.inline()) {
            store.slots.put(region, slot, key, version, value, offset, store.valueBytes());
        } else {
            store.slots.putWord(region, slot, key, block);
        }
        placements.placed(segment, free == Chains.NOWHERE ? store.limit() : (int) (position - home));
        return store.slot(slot, block) + Slots.VALUE;
    }

    /**
     * The free slot up to which records can be displaced, or NOWHERE if the new one or one of them would reach the
     * limit.
     */
    private long free(Region region, long home, long position) {
        long runHome = home;
        for (long at = position; at < store.tableSlots(); at++) {
            boolean taken = Slots.taken(region, store.slotAddress(at));
            long nextHome = taken ? store.homeAt(region, at) : Long.MAX_VALUE;
            if (nextHome == runHome) {
                continue;
            }
            if (at - runHome >= store.limit()) {
                return Chains.NOWHERE;
            }
            if (!taken) {
                return at;
            }
            runHome = nextHome;
        }
        return Chains.NOWHERE;
    }

    /** Makes the slot at {@code position} free to be overwritten. */
    private void displace(Region region, long position, long free, Placements placements) {
        long target = free;
        while (target > position) {
            long home = store.homeAt(region, target - 1);
            long source = target - 1;
            while (source > position && store.homeAt(region, source - 1) == home) {
                source--;
            }
            store.slots.copy(region, store.slotAddress(source), store.slotAddress(target));
            placements.placed(store.segmentOfHome(home), (int) (target - home));
            target = source;
        }
    }

    private long takeBlock(Region region, long key, long version, byte[] value, int offset) {
        long number = store.blocks.pool().take(region);
        if (number == 0) {
            return Chains.NOWHERE;
        }
        long block = store.blocks.slot(store.blocks.pool().address(number), 0);
        store.values.put(region, block, key, version, value, offset, store.valueBytes());
        return block;
    }

    void giveBlock(Region region, long block) {
        if (block > 0) {
            store.values.clear(region, block);
            store.blocks.pool().give(region, store.blocks.pool().number(block - Chains.SLOTS));
        }
    }
}

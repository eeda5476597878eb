// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Region;

/**
 * Deletion without tombstones (Xenic 4.1.2): a record of the segment's overflow bucket takes the place of the deleted
 * one if its home allows; else the records behind move back, one from each run of equal homes, until a slot whose
 * follower is empty or at home. In a table that does not swap, each record that may moves back into the hole, until an
 * empty slot.
 */
final class RobinHoodRemoval {
    private final RobinHoodStore store;

    RobinHoodRemoval(RobinHoodStore store) {
        this.store = store;
    }

    boolean delete(Region region, long key) {
        long home = store.homeOf(key);
        long segment = store.segmentAddress(store.segmentOfHome(home));
        long position = store.position(region, key, home);
        long slot = position >= 0
                ? store.slotAddress(position)
                : store.overflow.find(region, segment + RobinHoodStore.LINK, key);
        if (slot == Chains.NOWHERE) {
            return false;
        }
        long block = store.inline() ? 0 : region.getLong(slot + Slots.VALUE);
        if (position < 0) {
            dropFromOverflow(region, segment, slot);
        } else if (!fillFromOverflow(region, segment, position)) {
            if (store.swaps()) {
                shiftBack(region, position);
            } else {
                closeUp(region, position);
            }
        }
        if (!store.inline()) {
            store.values.clear(region, block);
            store.blocks.pool().give(region, store.blocks.pool().number(block - Chains.SLOTS));
        }
        return true;
    }

    /** Moves the segment's last overflow record over the one in {@code slot}, unless they are the same. */
    private void dropFromOverflow(Region region, long segment, long slot) {
        long last = store.overflow.last(region, segment + RobinHoodStore.LINK);
        if (last != slot) {
            store.slots.copy(region, last, slot);
            moved(region, segment);
        }
        store.overflow.dropLast(region, segment + RobinHoodStore.LINK);
    }

    /** Moves an overflow record of the segment over the one at {@code position}; false if none may stand there. */
    private boolean fillFromOverflow(Region region, long segment, long position) {
        long least = store.swaps() ? homeOr(region, position - 1, position) : runStart(region, position);
        long most = store.swaps() ? Math.min(position, homeOr(region, position + 1, Long.MAX_VALUE)) : position;
        for (long bucket = store.overflow.bucket(region.getLong(segment + RobinHoodStore.LINK)); bucket != 0; ) {
            for (int i = 0; i < store.overflow.bucketSlots(); i++) {
                long slot = store.overflow.slot(bucket, i);
                if (!Slots.taken(region, slot)) {
                    break;
                }
                long home = store.homeOf(Slots.key(region, slot));
                if (home >= least && home <= most && position - home < store.limit()) {
                    store.slots.copy(region, slot, store.slotAddress(position));
                    moved(region, segment);
                    dropFromOverflow(region, segment, slot);
                    return true;
                }
            }
            bucket = store.overflow.bucket(region.getLong(bucket));
        }
        return false;
    }

    private void shiftBack(Region region, long position) {
        long hole = position;
        while (true) {
            long source = hole + 1;
            long home = homeOr(region, source, source);
            if (home == source) {
                break;
            }
            while (homeOr(region, source + 1, NONE) == home) {
                source++;
            }
            store.slots.copy(region, store.slotAddress(source), store.slotAddress(hole));
            moved(region, store.segmentAddress(store.segmentOfHome(home)));
            hole = source;
        }
        store.slots.clear(region, store.slotAddress(hole));
    }

    /** As {@link #shiftBack}, where records are in no order: one may move if its home is not behind the hole. */
    private void closeUp(Region region, long position) {
        long hole = position;
        long last = Math.min(store.tableSlots(), hole + store.limit());
        for (long at = hole + 1; at < last && Slots.taken(region, store.slotAddress(at)); at++) {
            long home = store.homeAt(region, at);
            if (home <= hole) {
                store.slots.copy(region, store.slotAddress(at), store.slotAddress(hole));
                moved(region, store.segmentAddress(store.segmentOfHome(home)));
                hole = at;
                last = Math.min(store.tableSlots(), hole + store.limit());
            }
        }
        store.slots.clear(region, store.slotAddress(hole));
    }

    /** The lowest slot from which on all are taken up to a position. */
    private long runStart(Region region, long position) {
        long start = position;
        while (start > 0 && position - start < store.limit() && Slots.taken(region, store.slotAddress(start - 1))) {
            start--;
        }
        return start;
    }

    private static final long NONE = -1;

    private long homeOr(Region region, long position, long otherwise) {
        return position >= 0 && position < store.tableSlots() && Slots.taken(region, store.slotAddress(position))
                ? store.homeAt(region, position)
                : otherwise;
    }

    /** A record of the segment has got a copy further down, and its original is about to go. */
    private static void moved(Region region, long segment) {
        long moves = region.getLong(segment + RobinHoodStore.MOVES);
        region.putLongRelease(segment + RobinHoodStore.MOVES, moves + 1);
        region.storeFence();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;

/**
 * The geometry of one Hopscotch table as FaRM has it (Xenic 4.1.4): a key stands among the H slots from the first slot
 * of its home bucket on, or in that bucket's chain of overflow buckets. An insertion looks for a free slot by linear
 * probing and moves records, each within its own neighbourhood, until a slot of the right neighbourhood is free; where
 * that fails, the record goes to the chain. A lookup reads the neighbourhood at once.
 *
 * <p>It is here to be compared with, so it claims nothing about readers during a change: they must be kept out.
 */
public final class HopscotchStore extends BucketStore {
    private static final Layout LAYOUT = new Layout("xenic.hopscotch", 1);

    private final int neighbourhoodSlots;
    private final int probeSlots;
    private final Buckets buckets;

    HopscotchStore(
            long homes,
            int homeSlots,
            int neighbourhoodSlots,
            int probeSlots,
            int linked,
            int linkedSlots,
            int valueBytes) {
        super(
                LAYOUT,
                new Buckets(homes, neighbourhoodSlots / homeSlots - 1, homeSlots, linked, linkedSlots, valueBytes),
                neighbourhoodSlots / homeSlots);
        this.neighbourhoodSlots = neighbourhoodSlots;
        this.probeSlots = probeSlots;
        buckets = buckets();
    }

    @Override
    public long insert(Region region, long key) {
        if (slotOf(region, key) != Chains.NOWHERE) {
            return EXISTS;
        }
        return buckets.put(region, room(region, buckets.home(key) * buckets.bucketSlots()), key);
    }

    /** Makes room in the neighbourhood that begins at a position; NOWHERE if that fails. */
    private long room(Region region, long first) {
        long free = first;
        long end = Math.min(buckets.tableSlots(), first + probeSlots);
        while (free < end && Slots.taken(region, buckets.slot(free))) {
            free++;
        }
        if (free >= end) {
            return Chains.NOWHERE;
        }
        while (free >= first + neighbourhoodSlots) {
            long source = movable(region, free);
            if (source == Chains.NOWHERE) {
                return Chains.NOWHERE;
            }
            buckets.slots().copy(region, buckets.slot(source), buckets.slot(free));
            buckets.slots().clear(region, buckets.slot(source));
            free = source;
        }
        return buckets.slot(free);
    }

    /** The first position whose record may stand at {@code free} as well. */
    private long movable(Region region, long free) {
        for (long source = free - neighbourhoodSlots + 1; source < free; source++) {
            long first = buckets.home(Slots.key(region, buckets.slot(source))) * buckets.bucketSlots();
            if (free < first + neighbourhoodSlots) {
                return source;
            }
        }
        return Chains.NOWHERE;
    }

    /** How many overflow buckets are in use. The region must be quiet. */
    public long overflowBucketsInUse(Region region) {
        return buckets.chains().pool().inUse(region);
    }
}

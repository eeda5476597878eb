// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;

/**
 * The geometry of one chained table: buckets of B slots, and linked buckets of B where one is full (DrTM+H, as Xenic
 * 4.1.4 has it). A lookup reads bucket after bucket. Its header word stands in the home bucket, covers the chain, and
 * is to be locked before it is changed; readers check it before and after.
 */
public final class ChainedStore extends BucketStore {
    private static final Layout LAYOUT = new Layout("xenic.chained", 1);

    ChainedStore(long homes, int bucketSlots, int linked, int valueBytes) {
        super(LAYOUT, new Buckets(homes, 0, bucketSlots, linked, bucketSlots, valueBytes), 1);
    }

    @Override
    public long insert(Region region, long key) {
        if (slotOf(region, key) != Chains.NOWHERE) {
            return EXISTS;
        }
        Buckets buckets = buckets();
        long home = buckets.home(key);
        for (int i = 0; i < buckets.bucketSlots(); i++) {
            long slot = buckets.slot(home * buckets.bucketSlots() + i);
            if (!Slots.taken(region, slot)) {
                return buckets.put(region, slot, key);
            }
        }
        return buckets.put(region, Chains.NOWHERE, key);
    }
}

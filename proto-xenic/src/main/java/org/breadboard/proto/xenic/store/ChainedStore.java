package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/**
 * The geometry of one chained table: buckets of B slots, and linked buckets of B where one is full (DrTM+H, as Xenic
 * 4.1.4 has it). A lookup reads bucket after bucket. Its header word stands in the home bucket, covers the chain, and
 * is to be locked by who changes it; readers check it before and after.
 */
public final class ChainedStore implements Store {
    private static final Layout LAYOUT = new Layout("xenic.chained", 1);

    private final Buckets buckets;

    ChainedStore(long homes, int bucketSlots, int linked, int valueBytes) {
        buckets = new Buckets(homes, 0, bucketSlots, linked, bucketSlots, valueBytes);
    }

    @Override
    public Layout layout() {
        return LAYOUT;
    }

    @Override
    public long regionBytes() {
        return buckets.regionBytes();
    }

    @Override
    public void format(Region region) {
        buckets.format(region);
    }

    @Override
    public RemoteCursor cursor() {
        return new BucketCursor(buckets, 1);
    }

    @Override
    public long insert(Region region, long key) {
        long home = buckets.home(key);
        if (buckets.find(region, key, home, 1) != Chains.NOWHERE) {
            return EXISTS;
        }
        for (int i = 0; i < buckets.bucketSlots(); i++) {
            long slot = buckets.slot(home * buckets.bucketSlots() + i);
            if (!Slots.taken(region, slot)) {
                return buckets.put(region, slot, key);
            }
        }
        return buckets.put(region, Chains.NOWHERE, key);
    }

    @Override
    public boolean delete(Region region, long key) {
        long slot = buckets.find(region, key, buckets.home(key), 1);
        if (slot == Chains.NOWHERE) {
            return false;
        }
        buckets.remove(region, slot, key);
        return true;
    }

    @Override
    public long headerAddress(long key) {
        return buckets.address(buckets.home(key));
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        buckets.forEach(region, visitor);
    }
}

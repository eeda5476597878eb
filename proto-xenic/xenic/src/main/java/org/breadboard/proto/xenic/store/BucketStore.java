// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;

/** A table of {@link Buckets} whose lookups read some neighbouring buckets from a key's home on, then a chain. */
abstract class BucketStore implements Store {
    private final Layout layout;
    private final Buckets buckets;
    private final int rowBuckets;

    /** {@code rowBuckets}: in how many neighbouring buckets a key may stand. */
    BucketStore(Layout layout, Buckets buckets, int rowBuckets) {
        this.layout = layout;
        this.buckets = buckets;
        this.rowBuckets = rowBuckets;
    }

    final Buckets buckets() {
        return buckets;
    }

    /** The slot of a key, or {@link Chains#NOWHERE}. */
    final long slotOf(Region region, long key) {
        return buckets.find(region, key, buckets.home(key), rowBuckets);
    }

    @Override
    public final Layout layout() {
        return layout;
    }

    @Override
    public final long regionBytes() {
        return buckets.regionBytes();
    }

    @Override
    public final void format(Region region) {
        buckets.format(region);
    }

    @Override
    public final RemoteCursor cursor() {
        return new BucketCursor(buckets, rowBuckets);
    }

    @Override
    public final boolean delete(Region region, long key) {
        long slot = slotOf(region, key);
        if (slot == Chains.NOWHERE) {
            return false;
        }
        buckets.remove(region, slot, key);
        return true;
    }

    @Override
    public final long headerAddress(long key) {
        return buckets.address(buckets.home(key));
    }

    @Override
    public final void forEach(Region region, RecordVisitor visitor) {
        buckets.forEach(region, visitor);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.StoreType;

/** The chained table of DrTM+H, as Xenic 4.1.4 compares with it. */
public final class ChainedStoreType implements StoreType {
    static final Setting<Integer> BUCKET_SLOTS = Setting.count(
            "bucketSlots",
            "slots",
            4,
            1,
            64,
            "slots of a bucket, B (published: 4 in DrTM+H's source; Xenic Table 2 has 4, 8 and 16)");

    private static final long MAX_BUCKETS = 1L << 28;

    /** The kind; it has no state. */
    public ChainedStoreType() {}

    @Override
    public String id() {
        return "chained";
    }

    @Override
    public String description() {
        return "hash table of buckets with linked buckets (DrTM+H, Xenic 4.1.4)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(BUCKET_SLOTS, RobinHoodStoreType.OCCUPANCY);
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public ChainedStore create(long records, int valueBytes, Settings settings) {
        if (records < 0 || valueBytes < 1) {
            throw new RefusedException("a chained store cannot hold " + records + " records of " + valueBytes
                    + " B: both must be positive");
        }
        int slots = settings.get(BUCKET_SLOTS);
        long table = RobinHoodStoreType.homes(id(), records, settings.get(RobinHoodStoreType.OCCUPANCY));
        long homes = (table + slots - 1) / slots;
        if (homes > MAX_BUCKETS) {
            throw new RefusedException("a chained store of " + records + " records needs more than the " + MAX_BUCKETS
                    + " buckets that it can have: use a smaller scale or more partitions");
        }
        return new ChainedStore(homes, slots, linked(records, homes, slots), valueBytes);
    }

    /**
     * Linked buckets that random keys need, whose number in a chain is Poisson distributed, with six deviations to
     * spare.
     */
    static int linked(long records, long homes, int slots) {
        double mean = (double) records / homes;
        double probability = StrictMath.exp(-mean);
        double expected = 0;
        for (int items = 1; items < 16 * slots + 16; items++) {
            probability *= mean / items;
            expected += probability * Math.floorDiv(items - 1, slots);
        }
        return (int) Math.min(MAX_BUCKETS, homes * expected + 6 * StrictMath.sqrt(homes * expected) + 16);
    }
}

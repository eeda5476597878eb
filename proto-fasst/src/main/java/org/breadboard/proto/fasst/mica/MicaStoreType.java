// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;

/**
 * MICA as FaSST uses it (FaSST 5, Fig. 5). Main buckets are a power of two that holds a tenth more items than asked
 * for.
 *
 * <p>The pool of overflow buckets is a tenth of the main buckets, as in the public source, or what a random population
 * of that size needs with six standard deviations to spare, whichever is more: where rounding up to a power of two
 * leaves little slack, a tenth alone would run out.
 */
public final class MicaStoreType implements StoreType {
    /** The slots per bucket that FaSST's public source uses; its paper says 7 to 15. */
    public static final int DEFAULT_SLOTS = 7;
    /** The share of overflow buckets in FaSST's public source, in percent of the main buckets. */
    public static final double DEFAULT_OVERFLOW_PERCENT = 10;

    private static final double ITEM_FACTOR = 1.1;
    private static final long MAX_BUCKETS = 1L << 30;
    /** Slots of a bucket. */
    public static final Setting<Integer> SLOTS = Setting.count(
            "slots", "", DEFAULT_SLOTS, 7, 15, "items per bucket (FaSST 5: 7 to 15; its public source: 7)");
    /** Overflow buckets, in percent of the others. */
    public static final Setting<Double> OVERFLOW_PERCENT = Setting.number(
            "overflowPercent",
            "percent",
            DEFAULT_OVERFLOW_PERCENT,
            0,
            1000,
            "least share of overflow buckets, in percent of the main buckets (FaSST's public source: 10)");

    /** The kind; it has no state. */
    public MicaStoreType() {}

    @Override
    public String id() {
        return "mica";
    }

    @Override
    public String description() {
        return "hash table of associative buckets with overflow chains (MICA, FaSST 5)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(SLOTS, OVERFLOW_PERCENT);
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public Store create(long records, int valueBytes, Settings settings) {
        return create(records, valueBytes, settings.get(SLOTS), settings.get(OVERFLOW_PERCENT));
    }

    /** As {@link #create(long, int, Settings)}, for a protocol that brings this store itself. */
    public static MicaStore create(long records, int valueBytes, int slots, double overflowPercent) {
        if (records < 0 || valueBytes < 1) {
            throw new RefusedException(
                    "a mica store cannot hold " + records + " records of " + valueBytes + " B: both must be positive");
        }
        double atLeast = StrictMath.ceil(records * ITEM_FACTOR / slots);
        if (atLeast > MAX_BUCKETS) {
            throw new RefusedException("a mica store of " + records + " records needs more than the " + MAX_BUCKETS
                    + " buckets that it can address: use a smaller scale or more partitions");
        }
        int mainBuckets = powerOfTwo((long) atLeast);
        double share = overflowPercent / 100 * mainBuckets;
        long overflow = (long) StrictMath.ceil(Math.max(share, randomOverflow(records, mainBuckets, slots)));
        return new MicaStore(mainBuckets, (int) Math.min(MAX_BUCKETS, overflow), slots, valueBytes);
    }

    /**
     * Overflow buckets that records thrown at random into main buckets need: the number in a bucket is Poisson
     * distributed.
     */
    private static double randomOverflow(long records, int mainBuckets, int slots) {
        double mean = (double) records / mainBuckets;
        double probability = StrictMath.exp(-mean);
        double expected = 0;
        for (int items = 1; items < 16 * slots; items++) {
            probability *= mean / items;
            expected += probability * Math.floorDiv(items - 1, slots);
        }
        return mainBuckets * expected + 6 * Math.sqrt(mainBuckets * expected) + 4;
    }

    private static int powerOfTwo(long atLeast) {
        long power = 1;
        while (power < atLeast) {
            power <<= 1;
        }
        return (int) power;
    }
}

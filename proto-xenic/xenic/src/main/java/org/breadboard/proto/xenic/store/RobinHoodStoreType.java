// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.StoreType;

/** The Robin Hood table of Xenic 4.1.2. */
public final class RobinHoodStoreType implements StoreType {
    static final Setting<Integer> DISPLACEMENT_LIMIT = Setting.count(
            "displacementLimit",
            "slots",
            8,
            0,
            1024,
            "slots from its home on in which a key can stand, D_m; 0 is no limit (published: Xenic Table 2 has 8, 16, 32, none)");
    static final Setting<Integer> SEGMENT_SLOTS = Setting.count(
            "segmentSlots",
            "slots",
            8,
            1,
            1 << 16,
            "slots of a segment, which share overflow buckets and hint (assumed: as many as D_m; not in Xenic)");
    static final Setting<Integer> OVERFLOW_SLOTS = Setting.count(
            "overflowSlots", "slots", 4, 1, 64, "slots of an overflow bucket (assumed: as DrTM+H's; not in Xenic)");
    static final Setting<Double> OCCUPANCY = Setting.number(
            "occupancyPercent",
            "percent",
            90,
            1,
            99,
            "share of the table's slots that the records fill (published: Xenic 4.1.4 measures at 90)");
    static final Setting<Double> OVERFLOW_PERCENT = Setting.number(
            "overflowPercent",
            "percent",
            20,
            0,
            1000,
            "slots in overflow buckets, in percent of the table's (assumed: several times what 90% occupancy takes)");
    static final Setting<Integer> INLINE_BYTES = Setting.count(
            "inlineBytes", "B", 256, 8, 4096, "largest value in the table itself (published: 256, Xenic 4.1.2)");

    static final Setting<Boolean> SWAP = Setting.flag(
            "swap",
            true,
            "an insertion displaces records that are less displaced (published: Xenic 4.1.2); false: first come, first served, the limit"
                    + " and overflow as before, which comes to Table 2's figures and not to its text");

    private static final long MAX_SLOTS = 1L << 30;
    private static final int MAX_VALUE_BYTES = 1 << 20;
    private static final int FEWEST_BUCKETS = 64;

    /** The kind; it has no state. */
    public RobinHoodStoreType() {}

    @Override
    public String id() {
        return "robin-hood";
    }

    @Override
    public String description() {
        return "hash table with Robin Hood insertion, limited displacement and overflow buckets per segment (Xenic 4.1.2)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                DISPLACEMENT_LIMIT, SEGMENT_SLOTS, OVERFLOW_SLOTS, OCCUPANCY, OVERFLOW_PERCENT, INLINE_BYTES, SWAP);
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public RobinHoodStore create(long records, int valueBytes, Settings settings) {
        return create(records, valueBytes, settings, 0);
    }

    /**
     * The same.
     *
     * @param firstNumber where the sequence numbers of its slots begin
     */
    public RobinHoodStore create(long records, int valueBytes, Settings settings, int firstNumber) {
        if (records < 0 || valueBytes < 1 || valueBytes > MAX_VALUE_BYTES) {
            throw new RefusedException("a robin-hood store cannot hold " + records + " records of " + valueBytes
                    + " B: values have 1 to " + MAX_VALUE_BYTES + " B");
        }
        long homes = homes("robin-hood", records, settings.get(OCCUPANCY));
        int overflowSlots = settings.get(OVERFLOW_SLOTS);
        return new RobinHoodStore(
                homes,
                settings.get(DISPLACEMENT_LIMIT),
                settings.get(SEGMENT_SLOTS),
                overflowSlots,
                buckets(homes, overflowSlots, settings.get(OVERFLOW_PERCENT)),
                valueBytes,
                valueBytes <= settings.get(INLINE_BYTES),
                settings.get(SWAP),
                firstNumber);
    }

    /** As {@link #create(long, int, Settings)} with the defaults. */
    public static RobinHoodStore create(long records, int valueBytes) {
        RobinHoodStoreType type = new RobinHoodStoreType();
        return type.create(records, valueBytes, Settings.defaultsOf(type.settings()));
    }

    /** How many overflow buckets a table of that many slots gets. */
    static int buckets(long tableSlots, int bucketSlots, double overflowPercent) {
        double share = tableSlots * overflowPercent / 100 / bucketSlots;
        return (int) Math.min((double) MAX_SLOTS / bucketSlots, FEWEST_BUCKETS + share);
    }

    /** Slots for that many records at an occupancy. */
    static long homes(String id, long records, double occupancyPercent) {
        double homes = Math.max(1, StrictMath.ceil(records * 100 / occupancyPercent));
        if (homes > MAX_SLOTS) {
            throw new RefusedException("a " + id + " store of " + records + " records needs more than the " + MAX_SLOTS
                    + " slots that it can have: use a smaller scale or more partitions");
        }
        return (long) homes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.StoreType;

/** The Hopscotch table of FaRM, as Xenic 4.1.4 compares with it. */
public final class HopscotchStoreType implements StoreType {
    static final Setting<Integer> NEIGHBOURHOOD_SLOTS = Setting.count(
            "neighbourhoodSlots",
            "slots",
            8,
            2,
            64,
            "slots from its home on in which a key can stand, H (published: 8, Xenic 4.1.4)");
    static final Setting<Integer> HOME_SLOTS = Setting.count(
            "homeSlots",
            "slots",
            4,
            1,
            32,
            "slots that share a home; H is a multiple (assumed: H / 2; Xenic 4.1.4 does not say)");
    static final Setting<Integer> PROBE_SLOTS = Setting.count(
            "probeSlots",
            "slots",
            512,
            2,
            1 << 20,
            "how far an insertion looks for a free slot (assumed: long enough to fail for other reasons only)");

    /** The kind; it has no state. */
    public HopscotchStoreType() {}

    @Override
    public String id() {
        return "hopscotch";
    }

    @Override
    public String description() {
        return "hash table with Hopscotch neighbourhoods and overflow buckets (FaRM, Xenic 4.1.4)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                NEIGHBOURHOOD_SLOTS,
                HOME_SLOTS,
                PROBE_SLOTS,
                RobinHoodStoreType.OVERFLOW_SLOTS,
                RobinHoodStoreType.OCCUPANCY,
                RobinHoodStoreType.OVERFLOW_PERCENT);
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public HopscotchStore create(long records, int valueBytes, Settings settings) {
        if (records < 0 || valueBytes < 1) {
            throw new RefusedException("a hopscotch store cannot hold " + records + " records of " + valueBytes
                    + " B: both must be positive");
        }
        int neighbourhood = settings.get(NEIGHBOURHOOD_SLOTS);
        int homeSlots = settings.get(HOME_SLOTS);
        if (neighbourhood % homeSlots != 0) {
            throw new RefusedException("neighbourhoodSlots=" + neighbourhood + " is no multiple of homeSlots="
                    + homeSlots + "; a neighbourhood consists of whole buckets.");
        }
        long table = RobinHoodStoreType.homes(id(), records, settings.get(RobinHoodStoreType.OCCUPANCY));
        int linkedSlots = settings.get(RobinHoodStoreType.OVERFLOW_SLOTS);
        return new HopscotchStore(
                (table + homeSlots - 1) / homeSlots,
                homeSlots,
                neighbourhood,
                settings.get(PROBE_SLOTS),
                RobinHoodStoreType.buckets(table, linkedSlots, settings.get(RobinHoodStoreType.OVERFLOW_PERCENT)),
                linkedSlots,
                valueBytes);
    }
}

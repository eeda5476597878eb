// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.proto.hades.cost.SoftwareCosts;
import org.breadboard.proto.hades.table.TableSettings;

/**
 * The settled settings of a run of HADES or HADES-H. Immutable; any thread.
 *
 * @param hybrid whether the node's own records are software's business (HADES-H)
 * @param squashesBeforeLocking after which a transaction locks all that it has touched before it executes again
 * @param deniedNs after which an access that was denied is tried again
 * @param breakage what is broken on purpose
 */
record HadesOptions(
        boolean hybrid,
        int squashesBeforeLocking,
        double deniedNs,
        Breakage breakage,
        TableSettings tables,
        SoftwareCosts costs) {
    private static final Setting<Integer> SQUASHES_BEFORE_LOCKING = Setting.count(
            "squashesBeforeLocking",
            "squashes",
            10,
            0,
            1_000_000,
            "after which a transaction locks what it will touch before it executes (HADES VI; assumed)");
    private static final Setting<Double> DENIED_NS = Setting.number(
            "deniedNs", "ns", 50, 0, 1e6, "after which an access that was denied is tried again (assumed)");

    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(TableSettings.settings());
        settings.addAll(SoftwareCosts.settings());
        settings.add(SQUASHES_BEFORE_LOCKING);
        settings.add(DENIED_NS);
        settings.add(BREAKAGE);
        return List.copyOf(settings);
    }

    static HadesOptions of(Settings settings, boolean hybrid) {
        return new HadesOptions(
                hybrid,
                settings.get(SQUASHES_BEFORE_LOCKING),
                settings.get(DENIED_NS),
                settings.get(BREAKAGE),
                TableSettings.of(settings),
                SoftwareCosts.of(settings));
    }
}

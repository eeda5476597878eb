package org.breadboard.proto.hades.hades;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.proto.hades.sw.SoftwareCosts;
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

    static List<Setting> settings(boolean hybrid) {
        List<Setting> settings = new ArrayList<>(TableSettings.settings());
        settings.addAll(SoftwareCosts.settings());
        settings.add(Setting.integer(
                "squashesBeforeLocking",
                "squashes",
                10,
                0,
                1_000_000,
                "after which a transaction locks what it will touch before it executes (HADES VI; assumed)"));
        settings.add(Setting.number(
                "deniedNs", "ns", 50, 0, 1e6, "after which an access that was denied is tried again (assumed)"));
        settings.add(Setting.choice("breakage", Breakage.words(hybrid), "what to break on purpose"));
        return List.copyOf(settings);
    }

    static HadesOptions of(Settings settings, boolean hybrid) {
        return new HadesOptions(
                hybrid,
                settings.count("squashesBeforeLocking"),
                settings.number("deniedNs"),
                Breakage.of(settings.choice("breakage")),
                TableSettings.of(settings),
                SoftwareCosts.of(settings));
    }
}

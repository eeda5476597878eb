package org.breadboard.proto.hades.sw;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.proto.hades.cost.SoftwareCosts;
import org.breadboard.proto.hades.table.TableSettings;

/**
 * The settled settings.
 *
 * @param costs what the software costs
 * @param tables how tables are indexed
 * @param readTries how often a record that is locked or torn is read before the attempt aborts
 * @param retryNs how long a context leaves a record of its own node alone before it looks again
 * @param pollNs CPU of looking once more at a full queue
 * @param sharers how many threads of a node share a set of queue pairs
 * @param breakage what is left out
 */
record SwOptions(
        SoftwareCosts costs,
        TableSettings tables,
        int readTries,
        double retryNs,
        double pollNs,
        int sharers,
        Breakage breakage) {
    private static final Setting<Integer> READ_TRIES = Setting.count(
            "readTries",
            "",
            3,
            1,
            1000,
            "How often a record that is locked or torn is read before the attempt aborts (assumed)");
    private static final Setting<Double> RETRY_NS = Setting.number(
            "retryNs",
            "ns",
            500,
            1,
            1e6,
            "How long a context leaves a record of its own node alone that is locked or torn (assumed: a part of a lock's time)");
    private static final Setting<Double> POLL_NS =
            Setting.number("pollNs", "ns", 50, 0, 1e6, "CPU of looking once more at a full queue (assumed)");
    private static final Setting<Integer> SHARERS = Setting.count(
            "sharers",
            "threads",
            1,
            1,
            1000,
            "Threads of a node that share a set of queue pairs, one to each node, as FaRM's do: each post then takes a lock and"
                    + " cache lines of other cores (FaSST 3.2, 3.3.2); by default each thread has its own");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(SoftwareCosts.settings());
        settings.addAll(TableSettings.settings());
        settings.add(READ_TRIES);
        settings.add(RETRY_NS);
        settings.add(POLL_NS);
        settings.add(SHARERS);
        settings.add(BREAKAGE);
        return settings;
    }

    static SwOptions of(Settings settings) {
        return new SwOptions(
                SoftwareCosts.of(settings),
                TableSettings.of(settings),
                settings.get(READ_TRIES),
                settings.get(RETRY_NS),
                settings.get(POLL_NS),
                settings.get(SHARERS),
                settings.get(BREAKAGE));
    }
}

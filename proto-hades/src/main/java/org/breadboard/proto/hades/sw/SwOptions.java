// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.proto.hades.cost.SoftwareCosts;
import org.breadboard.proto.hades.table.TableSettings;

/** What a run of SW-Impl is set to. Each field is explained by the setting of its name. Immutable; any thread. */
final class SwOptions {
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

    final SoftwareCosts costs;
    final TableSettings tables;
    final int readTries;
    final double retryNs;
    final double pollNs;
    final int sharers;
    final Breakage breakage;

    /** Of a run; the settings include {@link #settings}. */
    SwOptions(Settings settings) {
        costs = SoftwareCosts.of(settings);
        tables = TableSettings.of(settings);
        readTries = settings.get(READ_TRIES);
        retryNs = settings.get(RETRY_NS);
        pollNs = settings.get(POLL_NS);
        sharers = settings.get(SHARERS);
        breakage = settings.get(BREAKAGE);
    }

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
}

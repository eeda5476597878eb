// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A decision that is left out is found by the check at the report; with it, the same runs hold. */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = 10;

    /** Where machines may crash, but none does: only a look at the copies at the instant of the report shows it. */
    @ParameterizedTest
    @CsvSource({"hades, object-store", "hades, ycsb", "hades-h, object-store", "hades-h, ycsb"})
    void shouldFindWhatACrashWouldLose(String protocol, String workload) {
        TestMix mix = mix(protocol, workload).cluster(3, 2, 3).nemesis("crash", 1_000_000, 100);
        TestOutcome outcome = PlantedFault.assertFound(
                "skip-decision",
                SEEDS,
                seed -> mix.protocol("breakage", "skip-decision").run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
        assertEquals(0, outcome.counters().get("faults.crashed"));
        String found = outcome.verdict().anomalies().get(0);
        assertTrue(found.contains("0 of 3 nodes held its write of key "), found);
    }

    private static TestMix mix(String protocol, String workload) {
        TestMix mix = TestMix.of(PLUGINS, "hades-node", protocol, workload)
                .cluster(3, 2, 1)
                .contexts(4)
                .scale(1)
                .measureUs(300)
                .hardware("roundTripNs", 500);
        if (workload.equals("ycsb")) {
            return mix.workload("keys", 8)
                    .workload("requestDistribution", "zipf-exact")
                    .workload("requests", 4)
                    .workload("fields", 3)
                    .workload("fieldBytes", 200);
        }
        return mix.workload("keysPerThread", 6)
                .workload("reads", 3)
                .workload("writes", 1)
                .workload("binomialWrites", false);
    }
}

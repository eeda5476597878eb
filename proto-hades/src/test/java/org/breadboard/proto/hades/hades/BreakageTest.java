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

/**
 * Each rule that is left out is found by the checks after a run; with all of them, the same runs hold. Three rules have
 * their tests beside the hardware: who reads half a write is squashed before it commits; nodes that are not told of a
 * squash keep their locks for ever, so that a run does not end; and a squash that its node forgets still reaches the
 * coordinator before the wrong Ack does, unless it leaves at the end of a long step, which hardly any run meets.
 */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin());
    /** Most are found with the first seeds; of HADES-H's hidden reads one seed in a hundred may tell. */
    private static final int SEEDS = 300;

    @ParameterizedTest
    @CsvSource({
        "hades, object-store, unmarked-conflicts",
        "hades-h, object-store, unmarked-conflicts",
        "hades, object-store, unlocked-whole-lines",
        "hades-h, object-store, unlocked-whole-lines",
        "hades, object-store, tracked-late",
        "hades-h, ycsb, tracked-late",
        "hades-h, ycsb, late-versions"
    })
    void shouldFindWhatComesOfHardwareWithoutARule(String protocol, String workload, String breakage) {
        shouldBeFound(mix(protocol, workload).hardware("breakage", breakage), mix(protocol, workload), breakage);
    }

    @ParameterizedTest
    @CsvSource({"object-store, skip-local-validation", "object-store, keep-versions", "ycsb, hide-reads"})
    void shouldFindWhatComesOfSoftwareWithoutARule(String workload, String breakage) {
        shouldBeFound(mix("hades-h", workload).protocol("breakage", breakage), mix("hades-h", workload), breakage);
    }

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

    private static void shouldBeFound(TestMix broken, TestMix whole, String breakage) {
        PlantedFault.assertFound(breakage, SEEDS, broken::run, whole::run);
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

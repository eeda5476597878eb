package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule that is left out is found by the checks after a run; with all of them, the same runs hold. */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new RdmaPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = 10;

    @ParameterizedTest
    @CsvSource({"skip-validation, 3", "skip-lock, 2", "unlock-before-write, 2"})
    void shouldFindWhatComesOfABreakage(String breakage, int reads) {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "sw-impl", "object-store")
                .scale(1)
                .workload("keysPerThread", 12)
                .workload("reads", reads)
                .workload("writes", 1)
                .workload("binomialWrites", false)
                .cluster(3, 2, 1);
        mix.protocol("breakage", breakage);
        for (long seed = 1; seed <= SEEDS; seed++) {
            if (!mix.run(seed).verified()) {
                TestOutcome outcome = mix.protocol("breakage", "none").run(seed);
                assertEquals(List.of(), outcome.findings(), "without the breakage, seed " + seed);
                assertTrue(outcome.verified());
                return;
            }
        }
        throw new AssertionError(breakage + " was not found in " + SEEDS + " seeds");
    }
}

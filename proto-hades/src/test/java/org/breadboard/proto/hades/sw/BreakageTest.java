// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule that is left out is found by the checks after a run; with all of them, the same runs hold. */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new RdmaPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = 10;

    @ParameterizedTest
    @CsvSource({"skip-validation, 3", "skip-lock, 2", "unlock-before-write, 2"})
    void shouldFindWhatComesOfABreakage(String breakage, int reads) {
        assertFound(breakage, reads);
    }

    /** Whoever is refused a lock gives up: only a look at the locks shows that nobody gives them back. */
    @Test
    void shouldFindLocksThatAreLeft() {
        List<String> findings = assertFound("keep-locks", 2).findings();
        assertTrue(findings.get(0).contains(" locks on node "), findings.toString());
    }

    private static TestOutcome assertFound(String breakage, int reads) {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "sw-impl", "object-store")
                .scale(1)
                .workload("keysPerThread", 12)
                .workload("reads", reads)
                .workload("writes", 1)
                .workload("binomialWrites", false)
                .cluster(3, 2, 1);
        return PlantedFault.assertFound(
                breakage,
                SEEDS,
                seed -> mix.protocol("breakage", breakage).run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }
}

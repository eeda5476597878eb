// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** A validation that is left out is found by the checks after a run; with it, the same runs hold. */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new RdmaPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = 10;

    @Test
    void shouldFindWhatComesOfNoValidation() {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "sw-impl", "object-store")
                .scale(1)
                .workload("keysPerThread", 12)
                .workload("reads", 3)
                .workload("writes", 1)
                .workload("binomialWrites", false)
                .cluster(3, 2, 1);
        PlantedFault.assertFound(
                "skip-validation",
                SEEDS,
                seed -> mix.protocol("breakage", "skip-validation").run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }
}

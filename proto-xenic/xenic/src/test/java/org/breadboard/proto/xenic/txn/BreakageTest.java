// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** A validation that is left out is found by the checks after a run; with it, the same run holds. */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = 10;

    private static TestMix mix(int keys, int reads) {
        return TestMix.of(PLUGINS, "liquidio3", "xenic", "object-store")
                .scale(1)
                .workload("keysPerThread", keys)
                .workload("reads", reads)
                .workload("writes", 1)
                .workload("binomialWrites", false)
                .protocol("workers", 1);
    }

    /** Xenic 4.2 step 4. */
    @Test
    void shouldNeedValidation() {
        TestMix mix = mix(20, 3)
                .cluster(4, 2, 3)
                .measureUs(1_000)
                .protocol("workerPollNs", 50_000)
                .explore();
        PlantedFault.assertFound(
                "skip-validation",
                SEEDS,
                seed -> mix.protocol("breakage", "skip-validation").run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }

    @Test
    void shouldRunWithAnIndexThatIsTooSmallAndFetchMore() {
        TestMix mix = mix(600, 3);
        TestOutcome roomy = mix.run(1);
        assertFalse(tellsOfItsIndex(roomy), roomy.remarks().toString());
        TestOutcome small = mix.protocol("indexBytes", 4_000).run(1);
        assertTrue(small.verified(), small.findings().toString());
        assertTrue(
                small.counters().get("xenic.indexMisses") > 2 * roomy.counters().get("xenic.indexMisses"),
                small.counters().toString());
        assertTrue(tellsOfItsIndex(small), small.remarks().toString());
    }

    /** Whoever is left in the end has all partitions. */
    @Test
    void shouldRefuseAnIndexThatHasNoRoomForAllPartitionsWhereMachinesCrash() {
        TestMix mix = mix(20, 3).cluster(4, 2, 2).protocol("indexBytes", 300);
        assertTrue(mix.run(1).verified());
        TestMix crashing =
                mix(20, 3).cluster(4, 2, 2).protocol("indexBytes", 300).nemesis("crash");
        RefusedException refused = assertThrows(RefusedException.class, () -> crashing.run(1));
        assertTrue(refused.getMessage().contains("75 B for the index of a table"), refused.getMessage());
    }

    private static boolean tellsOfItsIndex(TestOutcome outcome) {
        return outcome.remarks().stream().anyMatch(remark -> remark.contains("index"));
    }
}

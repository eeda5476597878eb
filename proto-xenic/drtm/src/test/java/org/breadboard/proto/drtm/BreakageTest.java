// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule that is left out is found by the checks after a run; with all of them, the same runs hold. */
class BreakageTest {
    private static final List<Plugin> PLUGINS = List.of(new DrtmPlugin(), new RdmaPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = 10;

    private static TestMix contended(String protocol) {
        return TestMix.of(PLUGINS, "connectx5", protocol, "object-store")
                .scale(1)
                .workload("keysPerThread", 8)
                .workload("reads", 3)
                .workload("writes", 1);
    }

    /**
     * Updates of 24 records without backups: a commit follows its lock so closely that another has read and not locked
     * yet.
     */
    private static TestMix updates() {
        return contended("drtmh").cluster(3, 2, 1).workload("keysPerThread", 4).workload("reads", 1);
    }

    private static TestOutcome assertFound(TestMix mix, String breakage) {
        return PlantedFault.assertFound(
                breakage,
                SEEDS,
                seed -> mix.protocol("breakage", breakage).run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmh-nc", "drtmh-rpc", "drtmr"})
    void shouldNeedValidation(String protocol) {
        assertFound(contended(protocol), "skip-validation");
    }

    /**
     * A thread that is paused stores what another thread's later record has passed. The next record of that key mends
     * it, so only who looks at copies meanwhile can tell of it: where reports follow the log at once, before it is
     * applied.
     */
    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmr"})
    void shouldSeeACopyGoBackWhileTheRunGoesOn(String protocol) {
        TestMix mix = contended(protocol)
                .cluster(3, 4, 3)
                .protocol("logAck", "none")
                .workload("keysPerThread", 4)
                .workload("reads", 1)
                .nemesis("pause", 100, 25)
                .measureUs(2_000);
        List<String> findings = assertFound(mix, "apply-older").findings();
        assertTrue(
                findings.stream()
                        .anyMatch(found -> found.contains("'s copy of objects[") && found.contains(" had version ")),
                findings.toString());
    }

    /** What is written is locked at the version that was read, and need not be validated. */
    @Test
    void shouldHoldWithoutValidatingWhatIsWritten() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertEquals(
                    List.of(),
                    updates().protocol("validateWrites", false).run(seed).findings(),
                    "seed " + seed);
        }
    }
}

package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Locale;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines crash at any instant, and come back: nothing that was reported is lost, and nothing is half done. */
class CrashTest {
    private static final int SEEDS = 8;

    private static TestMix mix() {
        return mix("contended");
    }

    private static TestMix mix(String workload) {
        return TestMix.of(
                        List.of(new RdmaPlugin(), new HadesPlugin(), new WorkloadsPlugin()),
                        "connectx3",
                        "sw-impl",
                        workload)
                .cluster(4, 2, 3)
                .contexts(4)
                .measureUs(1200)
                .nemesis("crash", 600, 120);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldLoseNothingWhenMachinesCrash(int copies) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome outcome = mix().workload("shape", seed)
                    .workload("valueBytes", seed % 3 == 0 ? 200 : 16)
                    .workload("absent", seed % 2 == 0)
                    .cluster(4, 2, copies)
                    .explore()
                    .runVerified(seed);
            assertTrue(outcome.counters().get("faults.crashed") > 0, "nothing crashed with seed " + seed);
            assertEquals(0, outcome.unknown(), "seed " + seed);
        }
    }

    @Test
    void shouldLoseNothingWhenAllLosePower() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome outcome =
                    mix().nemesis("power-loss", 600, 120).explore().runVerified(seed);
            assertTrue(outcome.counters().get("faults.powerLost") > 0, "nothing crashed with seed " + seed);
        }
    }

    @Test
    void shouldRecoverOnRealThreads() {
        TestOutcome outcome = mix().live(2)
                .warmupUs(20_000)
                .measureUs(400_000)
                .nemesis("crash", 200_000, 40_000)
                .runVerified(1);
        assertTrue(outcome.counters().get("faults.crashed") > 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"SKIP_LOG_SCAN", "SKIP_LOCK_REBUILD", "SKIP_VOTE"})
    void shouldBeFoundOutIfRecoveryLeavesAStepOut(Breakage breakage) {
        String word = breakage.name().toLowerCase(Locale.ROOT).replace('_', '-');
        for (long seed = 1; seed <= 500; seed++) {
            TestOutcome outcome = mix().protocol("breakage", word)
                    .workload("shape", seed)
                    .explore()
                    .run(seed);
            if (!outcome.findings().isEmpty()) {
                return;
            }
        }
        fail(word + " was never found");
    }

    @Test
    void shouldRefuseCrashesWhereTablesAreOrdered() {
        TestMix mix = mix("tpcc").workload("warehousesPerNode", 2).scale(0.01).cluster(3, 2, 1);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().startsWith("table item is ordered"), refused.getMessage());
    }

    @Test
    void shouldYieldTheSameTwice() {
        assertEquals(mix().run(3).toString(), mix().run(3).toString());
    }
}

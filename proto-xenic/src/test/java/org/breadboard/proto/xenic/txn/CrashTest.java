package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines crash at any instant, and come back: nothing that was reported is lost, and nothing is half done. */
class CrashTest {
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 8);

    private static TestMix mix(String profile, String protocol) {
        return TestMix.of(
                        List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin()),
                        profile,
                        protocol,
                        "contended")
                .cluster(4, 2, 3)
                .contexts(4)
                .measureUs(1200)
                .protocol("workers", 2)
                .nemesis("crash", 600, 120);
    }

    private static TestMix onPath() {
        return mix("liquidio3", "xenic");
    }

    @ParameterizedTest
    @CsvSource({
        "liquidio3, xenic, 1",
        "liquidio3, xenic, 2",
        "liquidio3, xenic, 3",
        "bluefield, xenic-offpath, 1",
        "bluefield, xenic-offpath, 2",
        "bluefield, xenic-offpath, 3"
    })
    void shouldLoseNothingWhenMachinesCrash(String profile, String protocol, int copies) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome outcome = mix(profile, protocol)
                    .workload("shape", seed)
                    .workload("valueBytes", 16)
                    .workload("absent", seed % 2 == 0)
                    .cluster(4, 2, copies)
                    .explore()
                    .runVerified(seed);
            assertTrue(outcome.counters().get("faults.crashed") > 0, "nothing crashed with seed " + seed);
            assertEquals(0, outcome.unknown(), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldLoseNothingWhenAllLosePower(int copies) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome outcome = onPath().workload("shape", seed)
                    .workload("absent", seed % 2 == 0)
                    .cluster(4, 2, copies)
                    .nemesis("power-loss", 600, 120)
                    .explore()
                    .runVerified(seed);
            assertTrue(outcome.counters().get("faults.powerLost") > 0, "nothing crashed with seed " + seed);
        }
    }

    @Test
    void shouldLoseNothingWhateverTheSettings() {
        long recovered = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            boolean even = seed % 2 == 0;
            TestOutcome outcome = onPath().cluster(3 + (int) (seed % 3), 2, 1 + (int) (seed / 3 % 3))
                    .contexts(1 + (int) (seed % 7))
                    .measureUs(1500)
                    .protocol("workers", 1 + (int) (seed % 3))
                    .protocol("logBytes", even ? 4096 : 1 << 16)
                    .protocol("multiHop", seed % 5 != 0)
                    .protocol("shipping", seed % 4 != 0)
                    .protocol("combinedOperations", seed % 6 != 0)
                    .protocol("workerPollNs", seed % 5 == 1 ? 50000 : 1000)
                    .workload("shape", seed)
                    .workload("absent", seed / 2 % 2 == 1)
                    .workload("valueBytes", seed % 4 == 0 ? 304 : 16)
                    .nemesis(
                            seed % 3 == 0 ? "crash,power-loss" : "crash,pause,delay,slow",
                            even ? 300 : 150,
                            even ? 100 : 60)
                    .explore()
                    .runVerified(seed);
            recovered += outcome.counters().get("recovery.committed")
                    + outcome.counters().get("recovery.takenBack");
        }
        assertTrue(recovered > 0, "nothing was under way in any crash");
    }

    @Test
    void shouldRecoverOnRealThreads() {
        TestOutcome outcome = onPath().live(2)
                .warmupUs(20_000)
                .measureUs(400_000)
                .nemesis("crash", 200_000, 40_000)
                .runVerified(1);
        assertTrue(outcome.counters().get("faults.crashed") > 0);
    }

    /** Without a drain something is lost only if all who have it stop before a worker has come by. */
    @ParameterizedTest
    @CsvSource({
        "skip-log-scan, crash, 1000",
        "skip-lock-rebuild, crash, 1000",
        "skip-vote, crash, 1000",
        "skip-log-drain, power-loss, 20000"
    })
    void shouldBeFoundOutIfRecoveryLeavesAStepOut(String breakage, String nemesis, double workerPollNs) {
        for (long seed = 1; seed <= 500; seed++) {
            TestOutcome outcome = onPath().protocol("breakage", breakage)
                    .protocol("workerPollNs", workerPollNs)
                    .workload("shape", seed)
                    .nemesis(nemesis, 600, 120)
                    .explore()
                    .run(seed);
            if (!outcome.findings().isEmpty()) {
                return;
            }
        }
        Assertions.fail(breakage + " was never found");
    }

    @Test
    void shouldRefuseCrashesWhereTablesAreOrdered() {
        TestMix mix = onPath().workload("ordered", true);
        RefusedException refused = Assertions.assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().contains("ordered"), refused.getMessage());
    }

    @Test
    void shouldYieldTheSameTwice() {
        assertEquals(onPath().run(3).toString(), onPath().run(3).toString());
    }
}

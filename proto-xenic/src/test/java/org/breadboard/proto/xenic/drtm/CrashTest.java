package org.breadboard.proto.xenic.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines crash at any instant, and come back: nothing that was reported is lost, and nothing is half done. */
class CrashTest {
    private static final List<Plugin> PLUGINS = List.of(
            new XenicPlugin(), new RdmaPlugin(), new SmartNicPlugin(), new WorkloadsPlugin(), new OrderedChurn());
    private static final int SEEDS = 6;

    private static TestMix mix(String protocol) {
        return mix(protocol, "contended");
    }

    private static TestMix mix(String protocol, String workload) {
        return TestMix.of(PLUGINS, "connectx5", protocol, workload)
                .cluster(4, 2, 3)
                .contexts(4)
                .measureUs(1200)
                .nemesis("crash", 600, 120);
    }

    @ParameterizedTest
    @CsvSource({"drtmh, 1", "drtmh, 2", "drtmh, 3", "drtmr, 1", "drtmr, 2", "drtmr, 3", "drtmh-nc, 2"})
    void shouldLoseNothingWhenMachinesCrash(String protocol, int copies) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome outcome = mix(protocol)
                    .workload("shape", seed)
                    .cluster(4, 2, copies)
                    .explore()
                    .runVerified(seed);
            assertTrue(outcome.counters().get("faults.crashed") > 0, "nothing crashed with seed " + seed);
            assertEquals(0, outcome.unknown(), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmr"})
    void shouldLoseNothingWhenAllLosePower(String protocol) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome outcome =
                    mix(protocol).nemesis("power-loss", 600, 120).explore().runVerified(seed);
            assertTrue(outcome.counters().get("faults.powerLost") > 0, "nothing crashed with seed " + seed);
            assertEquals(0, outcome.unknown(), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmr"})
    void shouldRecoverOnRealThreads(String protocol) {
        TestOutcome outcome = mix(protocol)
                .workload("keys", 200)
                .live(2)
                .warmupUs(20_000)
                .measureUs(400_000)
                .nemesis("crash", 200_000, 40_000)
                .runVerified(1);
        assertTrue(outcome.counters().get("faults.crashed") > 0);
        assertTrue(outcome.committed() > 0);
    }

    /** Rings of two records, and transactions of up to two: most of the time somebody waits for room. */
    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmr"})
    void shouldWaitForRoomInLogsUntilTransactionsAreOver(String protocol) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            mix(protocol)
                    .workload("shape", seed)
                    .workload("valueBytes", 512)
                    .workload("accesses", 6)
                    .protocol("logSlots", 2)
                    .explore()
                    .runVerified(seed);
        }
    }

    /**
     * Backups that look at their logs seldom: some have given up their records of a transaction, and others have not.
     * There are so many keys that a write that is lost there is seldom made good by the next one.
     */
    @Test
    void shouldKnowOfTransactionsThatAreOverWhoseRecordsAreGoneInPart() {
        for (long seed = 1; seed <= 4 * SEEDS; seed++) {
            mix("drtmh")
                    .cluster(4, 2, 2)
                    .workload("shape", seed)
                    .workload("keys", 1_000)
                    .protocol("logPollNs", 50_000)
                    .explore()
                    .runVerified(seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip-log-scan", "skip-lock-rebuild", "skip-vote"})
    void shouldBeFoundOutIfRecoveryLeavesAStepOut(String breakage) {
        for (String protocol : List.of("drtmh", "drtmr")) {
            assertFound(protocol, breakage);
        }
    }

    private static void assertFound(String protocol, String breakage) {
        for (long seed = 1; seed <= 500; seed++) {
            TestOutcome outcome = mix(protocol)
                    .protocol("breakage", breakage)
                    .workload("shape", seed)
                    .explore()
                    .run(seed);
            if (!outcome.findings().isEmpty()) {
                return;
            }
        }
        fail(breakage + " of " + protocol + " was never found");
    }

    @Test
    void shouldRefuseWhatCannotRecover() {
        assertRefused(mix("drtmh").protocol("log", "rpc"), "protocol.log=rpc");
        assertRefused(mix("drtmh", "ordered-churn"), "is ordered");
        TestMix nic = TestMix.of(PLUGINS, "bluefield", "drtmh", "contended")
                .protocol("rpcs", "nic")
                .nemesis("crash", 600, 120);
        assertRefused(nic, "protocol.rpcs=nic");
    }

    private static void assertRefused(TestMix mix, String why) {
        String refusal = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(refusal.contains(why), refusal);
    }

    @Test
    void shouldYieldTheSameTwice() {
        assertEquals(mix("drtmr").run(3).toString(), mix("drtmr").run(3).toString());
    }
}

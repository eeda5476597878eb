// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrashTest {
    private static final List<Plugin> PLUGINS = List.of(
            new DrtmPlugin(), new RdmaPlugin(), new SmartNicPlugin(), new WorkloadsPlugin(), new OrderedChurn());
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 6);

    private static TestMix mix(String protocol, String workload) {
        return TestMix.of(PLUGINS, "connectx5", protocol, workload);
    }

    private static TestMix crashing(String protocol) {
        return mix(protocol, "contended")
                .cluster(4, 2, 3)
                .contexts(4)
                .measureUs(1200)
                .nemesis("crash", 600, 120);
    }

    private abstract static class Contract extends CrashContract {
        private final String protocol;

        Contract(String protocol) {
            this.protocol = protocol;
        }

        @Override
        protected TestMix mix(String workload) {
            return CrashTest.mix(protocol, workload);
        }

        @Override
        protected List<String> breakages() {
            return List.of("skip-log-scan");
        }

        /** Its tables hold a fixed set of records. */
        @Override
        protected TestMix shaped(TestMix mix, long seed) {
            return super.shaped(mix, seed).workload("absent", false);
        }

        @Override
        protected TestMix onThreads(TestMix mix) {
            return mix.workload("keys", 200);
        }
    }

    @Nested
    class DrtmH extends Contract {
        DrtmH() {
            super("drtmh");
        }
    }

    @Nested
    class DrtmR extends Contract {
        DrtmR() {
            super("drtmr");
        }
    }

    @Nested
    class DrtmHNoCache extends Contract {
        DrtmHNoCache() {
            super("drtmh-nc");
        }

        /** It recovers as DrTM+H does, and reads otherwise. */
        @Override
        protected List<String> breakages() {
            return List.of();
        }
    }

    /** Records of all that a transaction writes, and of what a machine has copies of; acknowledged or not. */
    @ParameterizedTest
    @CsvSource({"drtmh, whole, none", "drtmh, parts, none", "drtmh, parts, whole", "drtmr, parts, none"})
    void shouldRecoverFromEachKindOfLog(String protocol, String records, String ack) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            crashing(protocol)
                    .workload("shape", seed)
                    .protocol("logRecords", records)
                    .protocol("logAck", ack)
                    .explore()
                    .runVerified(seed);
        }
    }

    /** Rings of two records, and transactions of up to two: most of the time somebody waits for room. */
    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmr"})
    void shouldWaitForRoomInLogsUntilTransactionsAreOver(String protocol) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            crashing(protocol)
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
        for (long seed = 1; seed <= 4L * SEEDS; seed++) {
            crashing("drtmh")
                    .cluster(4, 2, 2)
                    .workload("shape", seed)
                    .workload("keys", 1_000)
                    .protocol("logPollNs", 50_000)
                    .explore()
                    .runVerified(seed);
        }
    }

    /**
     * Keys of an ordered table share headers, and backups that look at their logs seldom have several writes under one
     * to make up for: what comes later waits.
     */
    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmr"})
    void shouldMakeUpForWritesUnderOneHeaderInTheirOrder(String protocol) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            crashing(protocol)
                    .cluster(4, 2, 2)
                    .workload("shape", seed)
                    .workload("ordered", true)
                    .workload("absent", true)
                    .workload("fixed", true)
                    .workload("apart", true)
                    .protocol("logPollNs", 50_000)
                    .nemesis("crash,power-loss", 300, 60)
                    .explore()
                    .runVerified(seed);
        }
    }

    @Test
    void shouldLoseNothingWhenQueuePairsFailOnRealThreads() {
        TestOutcome outcome = mix("drtmh", "contended")
                .cluster(3, 2, 2)
                .contexts(4)
                .workload("keys", 200)
                .live(2)
                .warmupUs(20_000)
                .measureUs(1_000_000)
                .nemesis("qp-error", 500_000, 100_000)
                .runVerified(1);
        assertTrue(outcome.counters().get("faults.queuePairErrors") > 0);
        assertEquals(0, outcome.unknown());
    }

    @Test
    void shouldRefuseWhatCannotRecover() {
        assertRefused(crashing("drtmh").protocol("log", "rpc"), "protocol.log=rpc");
        assertRefused(crashing("drtmh").protocol("commitAcks", "passive"), "set protocol.commitAcks=awaited");
        assertRefused(crashing("drtmh-rpc"), "does not tolerate crash");
        TestMix nic = TestMix.of(PLUGINS, "bluefield", "drtmh", "contended")
                .protocol("rpcs", "nic")
                .nemesis("crash", 600, 120);
        assertRefused(nic, "protocol.rpcs=nic");
    }

    private static void assertRefused(TestMix mix, String why) {
        String refusal = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(refusal.contains(why), refusal);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CrashTest extends CrashContract {
    private static final List<Plugin> PLUGINS = List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());
    /** A window, whose fourth part a lease lasts. */
    private static final long ISOLATED_NS = 800_000;

    private static TestMix mix(String profile, String protocol, String workload) {
        return TestMix.of(PLUGINS, profile, protocol, workload).protocol("workers", 2);
    }

    @Override
    protected TestMix mix(String workload) {
        return mix("liquidio3", "xenic", workload);
    }

    @Override
    protected List<String> breakages() {
        return List.of("skip-log-scan");
    }

    @Nested
    class OffPath extends CrashContract {
        @Override
        protected TestMix mix(String workload) {
            return CrashTest.mix("bluefield", "xenic-offpath", workload);
        }

        @Override
        protected List<String> breakages() {
            return List.of("skip-log-scan");
        }

        /**
         * Transactions of records that only their own machine has need no queue pairs, but its NIC: without the ones
         * they commit at once, until its lease is over, and without the other not before the machine is back.
         */
        @Test
        void shouldServeItsOwnMachineWithoutQueuePairsUntilItsLeaseIsOver() {
            List<Double> withoutQueuePairs = untilTheNextCommit("qp-error");
            assertTrue(withoutQueuePairs.stream().allMatch(ns -> ns < ISOLATED_NS / 4), withoutQueuePairs.toString());
            List<Double> withoutNic = untilTheNextCommit("nic-crash");
            assertTrue(withoutNic.stream().allMatch(ns -> ns >= ISOLATED_NS), withoutNic.toString());
        }

        private List<Double> untilTheNextCommit(String nemesis) {
            List<Double> untilNs = TestMix.of(PLUGINS, "bluefield", "xenic-offpath", "smallbank")
                    .protocol("workers", 2)
                    .workload("local", 1.0)
                    .cluster(3, 2, 1)
                    .contexts(4)
                    .measureUs(6_000)
                    .nemesis(nemesis, 2 * ISOLATED_NS / 1_000, ISOLATED_NS / 1_000)
                    .runVerified(1)
                    .afterCrashes()
                    .stream()
                    .map(TestOutcome.Crash::shardCommitNs)
                    .toList();
            assertFalse(untilNs.isEmpty(), "nothing was struck");
            return untilNs;
        }
    }

    @Test
    void shouldLoseNothingWhateverTheSettings() {
        long recovered = 0;
        for (long seed = 1; seed <= exploredSeeds(); seed++) {
            boolean even = seed % 2 == 0;
            TestOutcome outcome = crashing()
                    .cluster(3 + (int) (seed % 3), 2, 1 + (int) (seed / 3 % 3))
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
}

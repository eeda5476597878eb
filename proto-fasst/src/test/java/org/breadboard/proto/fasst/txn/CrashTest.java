// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

class CrashTest extends CrashContract {
    @Override
    protected TestMix mix(String workload) {
        return TestMix.of(
                List.of(new RdmaPlugin(), new FasstPlugin(), new WorkloadsPlugin()), "connectx3", "fasst", workload);
    }

    @Override
    protected List<String> breakages() {
        return List.of("skip-log-scan");
    }

    @Test
    void shouldRefuseCrashesWhereVersionsAreOnNics() {
        TestMix mix = crashing().protocol("rpcs", "nic");
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().contains("rpcs"), refused.getMessage());
    }

    /** What is lost waits until somebody decides; all else goes on. */
    @Test
    void shouldWaitWhileNobodyDecides() {
        long waits = 0;
        for (long seed = 1; seed <= 10; seed++) {
            TestMix mix = crashing().nemesis("crash,zookeeper-crash", 600, 300).workload("shape", seed);
            TestOutcome outcome = mix.explore().runVerified(seed);
            waits += outcome.counters().get("faults.zookeeperCrashed");
            assertEquals(0, outcome.unknown(), "seed " + seed);
        }
        assertTrue(waits > 0, "ZooKeeper was always there");
    }

    @Test
    void shouldWaitForZooKeeperOnRealThreads() {
        TestOutcome outcome = onThreads(crashing())
                .live(2)
                .warmupUs(20_000)
                .measureUs(1_200_000)
                .nemesis("crash,zookeeper-crash", 400_000, 200_000)
                .runVerified(1);
        assertTrue(outcome.counters().get("faults.zookeeperCrashed") > 0);
        assertTrue(outcome.committed() > 0);
    }
}

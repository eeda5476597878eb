// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** Several workloads at once: FaSST does not know. */
class SideBySideTest {
    private static final List<Plugin> PLUGINS = List.of(new FasstPlugin(), new RdmaPlugin(), new WorkloadsPlugin());
    private static final Map<String, Object> SMALL = Map.of("keys", 4000, "fieldBytes", 20);

    private static TestMix mix() {
        return TestMix.of(PLUGINS, "connect-ib", "fasst", "shared").scale(0.05);
    }

    @Test
    void shouldVerifyTwoKindsOfWorkload() {
        for (long seed = 1; seed <= 4; seed++) {
            TestMix mix = mix().tenant("bank", "smallbank", 1, Map.of()).tenant("ycsb", "ycsb", 1, SMALL);
            TestOutcome outcome = (seed % 2 == 0 ? mix.explore() : mix).runVerified(seed);
            assertTrue(outcome.types().get("ycsb.requests") > 0, outcome.types().toString());
            assertTrue(
                    outcome.types().get("bank.amalgamate") > 0, outcome.types().toString());
        }
    }

    @Test
    void shouldVerifyTheSameWorkloadTwice() {
        TestMix mix = mix().cluster(3, 3, 3).tenant("ycsb", "ycsb", 2, SMALL).tenant("ycsb-2", "ycsb", 1, SMALL);
        TestOutcome outcome = mix.runVerified(1);
        assertEquals(
                outcome.committed(),
                outcome.types().get("ycsb.requests") + outcome.types().get("ycsb-2.requests"));
        assertEquals(outcome, mix.runVerified(1), "the same seed");
    }

    @Test
    void shouldVerifyOrderedTablesBesideOthers() {
        TestMix mix = mix().scale(0.01)
                .measureUs(400)
                .tenant("orders", "tpcc", 1, Map.of("warehousesPerNode", 2))
                .tenant("tatp", "tatp", 1, Map.of());
        TestOutcome outcome = mix.runVerified(5);
        assertTrue(outcome.types().get("orders.new-order") > 0, outcome.types().toString());
    }

    @Test
    void shouldVerifyOnRealThreads() {
        mix().live(2)
                .measureUs(100_000)
                .tenant("bank", "smallbank", 1, Map.of())
                .tenant("ycsb", "ycsb", 1, SMALL)
                .runVerified(7);
    }
}

package org.breadboard.proto.xenic.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrtmClusterTest {
    private static final List<Plugin> PLUGINS =
            List.of(new XenicPlugin(), new RdmaPlugin(), new WorkloadsPlugin(), new OrderedChurn());

    private static TestMix mix(String workload) {
        return TestMix.of(PLUGINS, "connectx5", "drtmh", workload);
    }

    private static void assertVerified(TestMix mix, long seed) {
        TestOutcome outcome = mix.run(seed);
        assertEquals(List.of(), outcome.findings(), mix + ", seed " + seed);
        assertTrue(outcome.verified() && outcome.committed() > 0, mix + ", seed " + seed);
    }

    /** Thirty writes of 128 B in the log: each backup gets some two thirds of them, more than the 2,048 B of a slot. */
    @Test
    void shouldLogATransactionInSeveralSlots() {
        TestMix mix = mix("object-store")
                .workload("reads", 30)
                .workload("writes", 30)
                .workload("valueBytes", 104)
                .scale(0.05)
                .contexts(2);
        assertVerified(mix, 1);
        assertVerified(mix.protocol("logSlots", 2), 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldTryAgainWhereABackupWaitsForAnEarlierWrite(long seed) {
        assertVerified(
                mix("ordered-churn").protocol("log", "rpc").measureUs(600).explore(), seed);
    }

    @Test
    void shouldRefuseOrderedRecordsOfOtherNodes() {
        List<String> findings =
                mix("ordered-churn").workload("local", false).run(1).findings();
        assertTrue(
                findings.stream()
                        .anyMatch(finding -> finding.contains("table ordered is ordered, so its records have to be")),
                findings.toString());
    }
}

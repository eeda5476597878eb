// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** Each rule that is left out is found by the checks after a run; with all of them, the same runs hold. */
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

    private static TestOutcome assertFound(TestMix mix, String breakage) {
        return PlantedFault.assertFound(
                breakage,
                SEEDS,
                seed -> mix.protocol("breakage", breakage).run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }

    /** Xenic 4.2 step 6: what the host has not applied would be read from there in an old version. */
    @Test
    void shouldNeedPinsUntilTheHostHasApplied() {
        assertFound(
                mix(60, 3)
                        .protocol("indexBytes", 3_000)
                        .protocol("warmIndex", false)
                        .protocol("workerPollNs", 50_000),
                "unpin-early");
    }

    /** Xenic 4.2.4: without the locks, two local transactions log writes to one record. */
    @Test
    void shouldNeedLocksBeforeTheLog() {
        assertFound(mix(4, 1), "lock-after-log");
    }

    /** Xenic 4.2 step 4. */
    @Test
    void shouldNeedValidation() {
        assertFound(
                mix(20, 3)
                        .cluster(4, 2, 3)
                        .measureUs(1_000)
                        .protocol("workerPollNs", 50_000)
                        .explore(),
                "skip-validation");
    }

    /**
     * Its writes come in time while nothing crashes: only a look at the backups at the instant of the report shows it.
     */
    @Test
    void shouldNeedTheLogBeforeTheReport() {
        assertFound(mix(20, 3).cluster(4, 2, 3).measureUs(1_000), "report-before-log");
    }

    /** Whoever is refused a lock gives up: only a look at the locks shows that nobody gives them back. */
    @Test
    void shouldFindLocksThatAreLeft() {
        assertLocksLeft(mix(60, 3), "keep-locks");
    }

    private static void assertLocksLeft(TestMix mix, String breakage) {
        List<String> findings = assertFound(mix, breakage).findings();
        assertTrue(findings.get(0).contains(" locks on node "), findings.toString());
    }

    private static TestMix tpcc() {
        return TestMix.of(PLUGINS, "liquidio3", "xenic", "tpcc")
                .cluster(2, 2, 2)
                .contexts(8)
                .scale(0.01)
                .measureUs(400)
                .workload("warehousesPerNode", 1)
                .protocol("workers", 2)
                .explore();
    }

    /** Xenic 5.3, 5.6: the host puts in what its NIC has committed. */
    @Test
    void shouldNeedAllRowsOfShippedTransactions() {
        assertFound(tpcc(), "drop-shipped-row");
    }

    /**
     * A stock-level that reads a district's next order, but not yet that order's lines: these are on their way back
     * from the NIC. Only hot districts, and busy threads that leave an answer waiting, show it.
     */
    @Test
    void shouldNeedSearchesToWaitForRowsOfShippedTransactions() {
        assertFound(tpcc().cluster(2, 4, 2).contexts(16).protocol("workers", 4), "skip-pending-rows");
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

    private static boolean tellsOfItsIndex(TestOutcome outcome) {
        return outcome.remarks().stream().anyMatch(remark -> remark.contains("index"));
    }
}

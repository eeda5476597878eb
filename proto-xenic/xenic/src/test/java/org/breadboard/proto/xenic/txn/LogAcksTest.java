// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** How the NIC logs, and learns what its host has applied (Xenic 4.2 steps 5 to 7). */
class LogAcksTest {
    private static final List<Plugin> PLUGINS = List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());

    private static TestMix mix() {
        return TestMix.of(PLUGINS, "liquidio3", "xenic", "object-store")
                .scale(1)
                .cluster(3, 4, 2)
                .contexts(16)
                .workload("keysPerThread", 2_000)
                .workload("reads", 2)
                .workload("writes", 1)
                .protocol("workers", 4);
    }

    private static TestOutcome run(TestMix mix) {
        TestOutcome outcome = mix.run(1);
        assertEquals(List.of(), outcome.findings());
        assertNull(outcome.counters().get("smartnic.noReceiveSlot"));
        return outcome;
    }

    /** Whichever workers its keys belong to: all go through the same log. */
    @Test
    void shouldAppendOneRecordForEachRequest() {
        TestMix mix = mix().workload("reads", 8).workload("writes", 8).workload("binomialWrites", false);
        double forOneWorker = dmasOfACommit(run(mix.protocol("workers", 1)));
        double forSixteen = dmasOfACommit(run(mix.protocol("workers", 16)));
        assertEquals(forOneWorker, forSixteen, 0.05 * forOneWorker);
    }

    private static double dmasOfACommit(TestOutcome outcome) {
        return outcome.counters().get("smartnic.dmaElements") / (double) outcome.committed();
    }

    /** Each of twelve workers is told of alone once in the end, when nothing is left to ride on. */
    @Test
    void shouldTellTheNicOfItsWorkersWithWhatIsSentAnyway() {
        TestOutcome outcome = run(mix());
        long alone = outcome.counters().get("xenic.logAcksAlone");
        assertTrue(alone <= 2 * 12, alone + " of " + outcome.committed() + " commits");
    }

    /** A sixteenth of such a log is a few records, which fill it faster than coordinators get round to all workers. */
    @Test
    void shouldNotWaitForACoordinatorWhenALogFillsUp() {
        TestOutcome outcome = run(mix().cluster(3, 1, 2).contexts(64).protocol("logBytes", 4_096));
        assertTrue(
                outcome.counters().get("xenic.logAcksAlone") > 100,
                outcome.counters().toString());
    }

    /** Nobody appends where messages travel alone. */
    @Test
    void shouldTellAloneWhereMessagesDoNotSharePackets() {
        TestOutcome outcome = run(mix().protocol("aggregation", false).protocol("logBytes", 16_384));
        assertTrue(
                outcome.counters().get("xenic.logAcksAlone") > 100,
                outcome.counters().toString());
    }

    /**
     * One worker that waits long for each record cannot apply what the NIC appends, as long as there is room in the
     * log.
     */
    @Test
    void shouldSayThatWorkersFallBehind() {
        assertFalse(tellsOfTheBackground(run(mix())));
        assertTrue(tellsOfTheBackground(run(mix().protocol("workers", 1).protocol("memoryNs", 2_000))));
    }

    /** A worker that has several records' misses under way keeps up where one that waits for each does not. */
    @Test
    void shouldOverlapMissesOfRecordsThatTheLogNames() {
        TestMix mix = mix().protocol("workers", 1).protocol("memoryNs", 2_000).protocol("logBytes", 16_384);
        long alone = run(mix.protocol("missesAtOnce", 1)).committed();
        long overlapping = run(mix.protocol("missesAtOnce", 8)).committed();
        assertTrue(overlapping > 1.5 * alone, overlapping + " overlapping, " + alone + " one after another");
    }

    private static boolean tellsOfTheBackground(TestOutcome outcome) {
        return outcome.remarks().stream().anyMatch(remark -> remark.contains("background fell behind"));
    }
}

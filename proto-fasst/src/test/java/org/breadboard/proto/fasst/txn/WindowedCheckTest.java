// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.breadboard.api.protocol.Fault;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories that are checked in slices while the protocol runs are judged as they are when checked whole. */
class WindowedCheckTest {
    private static final int SEEDS = 30;

    @TempDir
    Path folder;

    private static TestMix churn() {
        return FasstRuns.churn().workload("capacity", 4000);
    }

    @Test
    void shouldChangeNothingButTheWayOfChecking() {
        TestMix mix = FasstRuns.mix("fasst", "tatp").scale(0.1).measureUs(4000);
        TestOutcome whole = mix.run(1);
        TestOutcome windowed = mix.windowed().run(1);
        assertTrue(whole.verified() && whole.committed() > 12_000, whole.committed() + ", " + whole.verdict());
        assertEquals(whole.verdict(), windowed.verdict());
        assertEquals(whole.committed(), windowed.committed());
        assertEquals(whole.latencyNs(), windowed.latencyNs());
        assertEquals(whole.counters(), windowed.counters());
        assertEquals(whole.messages(), windowed.messages());
    }

    @Test
    void shouldJudgeLostTransactionsAlike() {
        long unknown = 0;
        for (long seed = 1; seed <= 5; seed++) {
            TestMix mix = churn().explore()
                    .fault(Fault.LOSS, 0.003)
                    .fault(Fault.REORDERING, 0.02)
                    .measureUs(3000);
            TestOutcome.Verdict whole = mix.run(seed).verdict();
            assertEquals(whole, mix.windowed().run(seed).verdict(), "seed " + seed);
            unknown += whole.unknown();
        }
        assertTrue(unknown > 5, "packets were lost on purpose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip-validation", "drop-log"})
    void shouldFindEachBreakage(String breakage) {
        int broken = 0;
        for (long seed = 1; seed <= SEEDS && broken == 0; seed++) {
            TestMix mix = churn().explore().measureUs(4000).protocol("breakage", breakage);
            TestOutcome.Verdict whole = mix.run(seed).verdict();
            TestOutcome.Verdict windowed = mix.windowed().run(seed).verdict();
            String both = "seed " + seed + "\n" + whole + "\n" + windowed;
            assertEquals(whole.holds(), windowed.holds(), both);
            assertEquals(whole.kept(), windowed.kept(), both);
            assertEquals(whole.replicasEqual(), windowed.replicasEqual(), both);
            assertEquals(whole.checked(), windowed.checked(), both);
            broken += whole.holds() ? 0 : 1;
        }
        assertTrue(broken > 0, breakage + " broke nothing with any of " + SEEDS + " seeds");
    }

    @Test
    void shouldHoldOnRealThreads() {
        Path file = folder.resolve("history");
        TestMix mix = FasstRuns.mix("fasst", "tatp")
                .scale(0.1)
                .live(2)
                .measureUs(500_000)
                .windowed()
                .keep(file);
        TestOutcome result = mix.run(1);
        assertNull(result.failure());
        assertTrue(result.verified(), () -> result.verdict().toString());
        assertTrue(result.committed() > 100, result.committed() + " committed");
        TestOutcome.Verdict whole = mix.recheck();
        assertTrue(whole.holds(), whole.anomalies().toString());
        assertEquals(whole.checked(), result.verdict().checked());
    }

    @Test
    void shouldFindABreakageOnRealThreads() {
        for (long seed = 1; seed <= 20; seed++) {
            TestMix mix = FasstRuns.mix("fasst", "object-store")
                    .cluster(4, 2, 3)
                    .contexts(1)
                    .workload("reads", 4)
                    .workload("writes", 1)
                    .workload("binomialWrites", true)
                    .workload("rounds", 2)
                    .workload("keysPerThread", 4)
                    .scale(1)
                    .live(2)
                    .measureUs(200_000)
                    .protocol("breakage", "skip-validation")
                    .windowed()
                    .keep(folder.resolve("history-" + seed));
            TestOutcome result = mix.run(seed);
            assertNull(result.failure());
            TestOutcome.Verdict whole = mix.recheck();
            String both = "seed " + seed + "\n" + whole + "\n" + result.verdict();
            assertEquals(whole.checked(), result.verdict().checked(), both);
            if (!whole.holds()) {
                assertFalse(result.verdict().kept(), both);
                return;
            }
        }
        throw new AssertionError("without validation nothing was broken");
    }
}

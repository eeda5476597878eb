package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.proto.fasst.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories that are checked in slices while the protocol runs are judged as they are when checked whole. */
class WindowedCheckTest {
    @TempDir
    Path folder;

    private static Trial churn() {
        return Trial.of("fasst", "churn")
                .contexts(4)
                .workload("keys", 400)
                .workload("capacity", 4000)
                .workload("group", 8)
                .workload("accesses", 2);
    }

    @Test
    void shouldChangeNothingButTheWayOfChecking() {
        RunResult whole = Trial.of("fasst", "tatp").scale(0.1).measureUs(4000).run(1);
        RunResult windowed =
                Trial.of("fasst", "tatp").scale(0.1).measureUs(4000).windowed().run(1);
        assertTrue(whole.verified() && whole.committed() > 12_000, whole.committed() + ", " + whole.verdict());
        assertEquals(whole.verdict(), windowed.verdict());
        assertEquals(whole.committed(), windowed.committed());
        assertEquals(whole.latencyNs(), windowed.latencyNs());
        assertEquals(whole.counters(), windowed.counters());
        assertEquals(whole.messagesDelivered(), windowed.messagesDelivered());
    }

    @Test
    void shouldJudgeLostTransactionsAlike() {
        long unknown = 0;
        for (long seed = 1; seed <= 5; seed++) {
            Trial trial = churn().explore().faults(0.003, 0.02).measureUs(3000);
            RunVerdict whole = trial.run(seed).verdict();
            assertEquals(whole, trial.windowed().run(seed).verdict(), "seed " + seed);
            unknown += whole.unknown();
        }
        assertTrue(unknown > 5, "packets were lost on purpose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip-validation", "skip-lock", "unlock-before-write", "drop-log"})
    void shouldFindEachBreakage(String breakage) {
        int broken = 0;
        for (long seed = 1; seed <= 3; seed++) {
            RunVerdict whole = churn().explore()
                    .measureUs(4000)
                    .set("breakage", breakage)
                    .run(seed)
                    .verdict();
            RunVerdict windowed = churn().explore()
                    .measureUs(4000)
                    .set("breakage", breakage)
                    .windowed()
                    .run(seed)
                    .verdict();
            String both = "seed " + seed + "\n" + whole + "\n" + windowed;
            assertEquals(whole.holds(), windowed.holds(), both);
            assertEquals(whole.serializable(), windowed.serializable(), both);
            assertEquals(whole.replicasEqual(), windowed.replicasEqual(), both);
            assertEquals(whole.transactionsChecked(), windowed.transactionsChecked(), both);
            broken += whole.holds() ? 0 : 1;
        }
        assertTrue(broken > 0, breakage + " broke nothing");
    }

    @Test
    void shouldHoldOnRealThreads() {
        Path file = folder.resolve("history");
        Trial trial = Trial.of("fasst", "tatp")
                .scale(0.1)
                .live(2)
                .measureUs(500_000)
                .windowed()
                .keep(file);
        RunResult result = trial.run(1);
        assertNull(result.failure());
        assertTrue(result.verified(), () -> result.verdict().toString());
        assertTrue(result.committed() > 100, result.committed() + " committed");
        Verdict whole = trial.recheck();
        assertTrue(whole.passed(), whole.anomalies().toString());
        assertEquals(whole.committed(), result.verdict().transactionsChecked());
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip-validation", "skip-lock", "unlock-before-write"})
    void shouldFindEachBreakageOnRealThreads(String breakage) {
        for (long seed = 1; seed <= 20; seed++) {
            Trial trial = Trial.of("fasst", "object-store")
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
                    .set("breakage", breakage)
                    .windowed()
                    .keep(folder.resolve("history-" + seed));
            RunResult result = trial.run(seed);
            assertNull(result.failure());
            Verdict whole = trial.recheck();
            String both = "seed " + seed + "\n" + whole + "\n" + result.verdict();
            assertEquals(whole.committed(), result.verdict().transactionsChecked(), both);
            if (!whole.passed()) {
                assertFalse(result.verdict().serializable(), both);
                return;
            }
        }
        throw new AssertionError(breakage + " broke nothing");
    }
}

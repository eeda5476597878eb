package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.proto.fasst.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way to break the protocol is found by the checks after a run, within a few seeds of explore; without it, the same run holds. */
class BreakageTest {
    private static final int SEEDS = 30;

    private static Trial churn() {
        return Trial.of("fasst", "churn")
                .explore()
                .contexts(4)
                .measureUs(600)
                .workload("keys", 400)
                .workload("capacity", 4000)
                .workload("group", 8)
                .workload("accesses", 2);
    }

    private static RunVerdict broken(Trial trial, String breakage) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult result = trial.set("breakage", breakage).run(seed);
            assertNull(result.failure());
            if (!result.verdict().holds()) {
                RunResult whole = trial.set("breakage", "none").run(seed);
                assertTrue(whole.failure() == null && whole.verdict().holds(), "without the breakage, seed " + seed);
                return result.verdict();
            }
        }
        throw new AssertionError(breakage + " was not found in " + SEEDS + " seeds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip-validation", "skip-lock", "unlock-before-write"})
    void shouldNotBeSerializable(String breakage) {
        assertFalse(broken(churn(), breakage).serializable());
    }

    @Test
    void shouldLetPhantomsThroughWithoutGuards() {
        Trial ordered = Trial.of("fasst", "ordered-churn").explore().contexts(4).measureUs(600);
        assertFalse(broken(ordered, "skip-ranges").serializable());
    }

    @Test
    void shouldMissRecordsInTheLog() {
        RunVerdict verdict = broken(churn(), "drop-log");
        assertTrue(verdict.serializable() && verdict.replicasEqual(), "only the log is wrong");
        assertTrue(
                verdict.anomalies().get(0).startsWith("The commit log on node "),
                verdict.anomalies().toString());
    }
}

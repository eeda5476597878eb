// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;

/**
 * Each way to break the protocol is found by the checks after a run, within a few seeds of explore; without it, the
 * same run holds.
 */
class BreakageTest {
    private static final int SEEDS = 30;

    private static TestMix churn() {
        return FasstRuns.churn().explore().measureUs(600).workload("capacity", 4000);
    }

    private static TestOutcome.Verdict broken(TestMix mix, String breakage) {
        return PlantedFault.assertFound(
                        breakage,
                        SEEDS,
                        seed -> mix.protocol("breakage", breakage).run(seed),
                        seed -> mix.protocol("breakage", "none").run(seed))
                .verdict();
    }

    @Test
    void shouldNotBeSerializableWithoutValidation() {
        assertFalse(broken(churn(), "skip-validation").kept());
    }

    @Test
    void shouldFindLocksThatAreLeft() {
        List<String> anomalies = broken(churn(), "keep-locks").anomalies();
        assertTrue(anomalies.get(0).contains(" locks on node "), anomalies.toString());
    }

    /** Nothing is lost while no node crashes: a look at the logs shows it, at the report and at the end. */
    @Test
    void shouldMissRecordsInTheLog() {
        TestOutcome.Verdict verdict = broken(churn(), "drop-log");
        assertTrue(verdict.kept() && verdict.replicasEqual(), "only the log is wrong");
        assertTrue(
                verdict.anomalies().get(0).contains(" of 3 nodes held its write of key ")
                        && verdict.anomalies().stream().anyMatch(found -> found.startsWith("The commit log on node ")),
                verdict.anomalies().toString());
    }
}

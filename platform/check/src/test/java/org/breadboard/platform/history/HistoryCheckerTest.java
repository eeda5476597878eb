// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.Anomaly;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoryCheckerTest {
    private static final CheckOptions STRICT = CheckOptions.serializable().withStrict(true);

    private static Verdict check(HistoryModel model, CheckOptions options) {
        return HistoryChecker.check(model.recorded(), options, model, model.finalState());
    }

    @Test
    void shouldPassRandomValidHistories() {
        for (long seed = 1; seed <= 400; seed++) {
            HistoryModel model = RandomHistory.of(seed, 20 + (int) (seed % 10) * 60);
            assertPasses(seed, check(model, STRICT));
            assertPasses(seed, HistoryChecker.check(model.recorded(), STRICT, null, null));
        }
    }

    @Test
    void shouldPassRandomValidHistoriesWhoseKeysHaveOwnHeaders() {
        for (long seed = 1; seed <= 200; seed++) {
            HistoryModel model = RandomHistory.withOwnHeaders(seed, 300);
            assertPasses(seed, check(model, STRICT.withVersions(Versions.COUNTED)));
            assertPasses(
                    seed, HistoryChecker.check(model.recorded(), STRICT.withVersions(Versions.COUNTED), null, null));
        }
    }

    private static void assertPasses(long seed, Verdict verdict) {
        assertTrue(verdict.passed(), () -> "seed " + seed + ": " + verdict.anomalies());
        assertTrue(verdict.serializable() && verdict.strict());
    }

    @ParameterizedTest
    @EnumSource(Plant.class)
    void shouldNameAPlantedAnomalyAndNothingElse(Plant plant) {
        HistoryModel model = new HistoryModel();
        plant.plant(model, 1_000);
        Verdict verdict = check(model, STRICT);
        assertEquals(
                Set.of(plant.kind),
                verdict.anomalyCounts().keySet(),
                () -> verdict.anomalies().toString());
        assertEquals(plant.kind.leavesSerializable(), verdict.serializable());
        assertFalse(verdict.strict());
    }

    /** Whatever a protocol promises. */
    @Test
    void shouldFindWhatCompletedBeforeItBeganWithoutRealTimeOrder() {
        HistoryModel model = new HistoryModel();
        Plant.COMPLETED_FIRST.plant(model, 1_000);
        String told = check(model, CheckOptions.serializable()).anomalies().toString();
        assertTrue(
                told.contains("The transaction with the id 1 completed at 999 ns, before it began at 1000 ns."), told);
    }

    @ParameterizedTest
    @EnumSource(Plant.class)
    void shouldFindAPlantedAnomalyAmongManyTransactions(Plant plant) {
        for (long seed = 1; seed <= 40; seed++) {
            HistoryModel model = RandomHistory.of(seed, 200);
            plant.plant(model, model.transactions.get(100).invocationNs);
            Verdict verdict = check(model, STRICT);
            assertEquals(
                    Set.of(plant.kind), verdict.anomalyCounts().keySet(), "seed " + seed + ": " + verdict.anomalies());
        }
    }

    @Test
    void shouldNotCheckRealTimeUnlessAsked() {
        HistoryModel model = new HistoryModel();
        Plant.STALE_READ.plant(model, 1_000);
        Verdict verdict = check(model, CheckOptions.serializable());
        assertTrue(verdict.passed() && verdict.serializable());
        assertFalse(verdict.strictChecked() || verdict.strict());
    }

    @Test
    void shouldTakeTouchingIntervalsForConcurrent() {
        HistoryModel model = new HistoryModel();
        Plant.STALE_READ.plant(model, 1_000);
        model.transactions.get(1).invocationNs = model.transactions.get(0).completionNs;
        assertTrue(check(model, STRICT).passed());
    }

    @Test
    void shouldOrderWhatOneClientDoesWithoutAPauseBetween() {
        HistoryModel model = new HistoryModel();
        Plant.STALE_READ.plant(model, 1_000);
        Tx write = model.transactions.get(0);
        Tx read = model.transactions.get(1);
        read.client = write.client;
        read.invocationNs = write.completionNs;
        Verdict verdict = check(model, STRICT);
        assertFalse(verdict.strict());
        assertTrue(
                verdict.anomalies().toString().contains("completed at " + write.completionNs + " ns, before"),
                () -> verdict.anomalies().toString());
    }

    @Test
    void shouldExplainACycleInWords() {
        HistoryModel model = new HistoryModel();
        Plant.G_SINGLE.plant(model, 1_000);
        CheckOptions named = STRICT.withNames(type -> "Transfer", table -> "accounts");
        Anomaly anomaly = check(model, named).anomalies().get(0);
        assertEquals(
                "T2 (Transfer) read version 0 of accounts[1], which T1 (Transfer) overwrote with version 1; "
                        + "T1 (Transfer) installed version 1 of accounts[2], which T2 (Transfer) read.",
                sentenceFrom(anomaly, "T2"));
        assertEquals(Set.of(1L, 2L), Set.copyOf(anomaly.transactions()));
    }

    /** A cycle may be told from any of its transactions on. */
    private static String sentenceFrom(Anomaly anomaly, String first) {
        String sentence = anomaly.sentence();
        if (sentence.startsWith(first)) {
            return sentence;
        }
        String[] parts = sentence.substring(0, sentence.length() - 1).split("; ", -1);
        return parts[1] + "; " + parts[0] + ".";
    }

    @Test
    void shouldFindTheShortestCycle() {
        HistoryModel model = new HistoryModel();
        // A cycle of six write-skews, and inside it a short cut that closes a cycle of three.
        for (int i = 0; i < 6; i++) {
            Tx tx = model.tx(i, 0, 100).readAbsent(9, i, 0).insert(9, (i + 5) % 6, 1, i);
            if (i == 2) {
                tx.readAbsent(9, 50, 0);
            }
            if (i == 0) {
                tx.insert(9, 50, 1, 7);
            }
        }
        Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, model, null);
        assertEquals(AnomalyKind.G2_ITEM, verdict.anomalies().get(0).kind());
        assertEquals(
                3,
                verdict.anomalies().get(0).transactions().size(),
                verdict.anomalies().toString());
    }

    @Test
    void shouldCountAnUnknownTransactionThatWasSeenAsCommitted() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 10).insert(9, 1, 1, 5).insert(9, 2, 1, 6).outcome(Outcome.UNKNOWN).account = 40;
        model.tx(2, 20, 30).read(9, 1, 1, 5).readAbsent(9, 2, 0);
        Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, model, null);
        assertEquals(1, verdict.unknownCommitted());
        assertEquals(40, verdict.accountSum(type -> true));
        assertEquals(AnomalyKind.G_SINGLE, verdict.anomalies().get(0).kind());
    }

    @Test
    void shouldConcludeNothingFromAnUnknownTransactionThatNobodySaw() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 10).insert(9, 1, 1, 5).outcome(Outcome.UNKNOWN).account = 40;
        model.tx(2, 20, 30).readAbsent(9, 1, 0).insert(9, 1, 1, 7);
        model.finallyHolds(9, 1, 1, 7);
        Verdict verdict = check(model, STRICT);
        assertTrue(verdict.passed(), verdict.anomalies().toString());
        assertEquals(0, verdict.unknownCommitted());
        assertEquals(0, verdict.accountSum(type -> true));
    }

    @Test
    void shouldTakeTheFinalStateForAWitnessOfAnUnknownTransaction() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 10).insert(9, 1, 1, 5).outcome(Outcome.UNKNOWN);
        model.finallyHolds(9, 1, 1, 5);
        Verdict verdict = check(model, STRICT);
        assertTrue(verdict.passed(), verdict.anomalies().toString());
        assertEquals(1, verdict.unknownCommitted());
    }

    /** The version that is shown may have moved; the value has not. */
    @Test
    void shouldNotMissAVersionThatMayBeALaterOne() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5).initially(9, 2, 0, 6);
        model.tx(1, 0, 10).write(9, 1, 1, 5);
        Verdict moved = HistoryChecker.check(model.recorded(), STRICT, model, visitor -> {
            visitor.replica(0, 0, true);
            visitor.rowOrLater(9, 1, 0, 5);
        });
        assertTrue(moved.passed(), moved.anomalies().toString());
        Verdict shown = HistoryChecker.check(model.recorded(), STRICT, model, visitor -> {
            visitor.replica(0, 0, true);
            visitor.rowOrLater(9, 1, 0, 5);
            visitor.without(9, 1, 0, 5);
            visitor.row(9, 1, 0, 5);
        });
        assertEquals(Set.of(AnomalyKind.LOST_WRITE), shown.anomalyCounts().keySet());
        model.tx(2, 20, 30).write(9, 2, 1, 7);
        Verdict lost = HistoryChecker.check(model.recorded(), STRICT, model, visitor -> {
            visitor.replica(0, 0, true);
            visitor.rowOrLater(9, 1, 0, 5);
            visitor.rowOrLater(9, 2, 0, 6);
        });
        assertEquals(Set.of(AnomalyKind.LOST_WRITE), lost.anomalyCounts().keySet());
    }

    @Test
    void shouldMissAVersionWhereKeysHaveOwnHeaders() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).write(9, 1, 1, 6);
        model.tx(2, 20, 30).write(9, 1, 3, 8);
        model.finallyHolds(9, 1, 3, 8);
        assertTrue(check(model, STRICT).passed());
        Verdict exact = check(model, STRICT.withVersions(Versions.COUNTED));
        assertEquals(Set.of(AnomalyKind.LOST_WRITE), exact.anomalyCounts().keySet());
    }

    @Test
    void shouldLetARecordComeBackAtALaterVersion() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).delete(9, 1, 1);
        model.tx(2, 20, 30).insert(9, 1, 7, 6);
        model.finallyHolds(9, 1, 7, 6);
        assertTrue(check(model, STRICT.withVersions(Versions.WHILE_PRESENT)).passed());
        Verdict exact = check(model, STRICT.withVersions(Versions.COUNTED));
        assertEquals(Set.of(AnomalyKind.LOST_WRITE), exact.anomalyCounts().keySet());
    }

    @Test
    void shouldMissAVersionOfARecordThatIsThere() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).write(9, 1, 2, 8);
        model.finallyHolds(9, 1, 2, 8);
        Verdict gap = check(model, STRICT.withVersions(Versions.WHILE_PRESENT));
        assertEquals(Set.of(AnomalyKind.LOST_WRITE), gap.anomalyCounts().keySet());
    }

    @Test
    void shouldAccuseNobodyOfAGapThatAnUnknownTransactionMayFill() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).write(9, 1, 0, 7).outcome(Outcome.UNKNOWN);
        model.tx(2, 20, 30).write(9, 1, 2, 8);
        model.finallyHolds(9, 1, 2, 8);
        Verdict verdict = check(model, STRICT.withVersions(Versions.COUNTED));
        assertTrue(verdict.passed(), verdict.anomalies().toString());
    }

    @Test
    void shouldFindAnOldValueUnderAVersionThatNobodyInstalled() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).write(9, 1, 1, 6);
        model.tx(2, 20, 30).read(9, 1, 2, 6);
        model.finallyHolds(9, 1, 1, 6);
        assertTrue(check(model, STRICT).passed());
        for (Versions versions : List.of(Versions.WHILE_PRESENT, Versions.COUNTED)) {
            assertFalse(check(model, STRICT.withVersions(versions)).passed(), versions + " versions");
        }
    }

    @Test
    void shouldReadThroughGapsOfSharedHeaders() {
        HistoryModel model = new HistoryModel().initially(9, 1, 3, 5);
        model.tx(1, 0, 10).read(9, 1, 7, 5).write(9, 1, 8, 6);
        model.tx(2, 20, 30).read(9, 1, 11, 6);
        assertTrue(HistoryChecker.check(model.recorded(), STRICT, model, null).passed());
    }

    @Test
    void shouldNotAccuseAScanWhoseAbsentStateIsAmbiguous() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 100).insert(9, 5, 1, 5);
        model.tx(2, 0, 100).read(9, 5, 1, 5).delete(9, 5, 2);
        // Either before the insert or after the delete: both are serial.
        model.tx(3, 0, 100).scan(9, 1, 9);
        assertTrue(HistoryChecker.check(model.recorded(), STRICT, model, null).passed());
    }

    @Test
    void shouldReportAScanThatMissedWhatWasAlwaysThere() {
        HistoryModel model = new HistoryModel().initially(9, 5, 0, 1);
        model.tx(1, 0, 10).read(9, 5, 0, 1);
        model.tx(2, 0, 10).scan(9, 1, 9);
        Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, model, null);
        assertEquals(Set.of(AnomalyKind.G1B), verdict.anomalyCounts().keySet());
    }

    @Test
    void shouldExplainALostUpdateOfAnOlderValue() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 10).read(9, 1, 4, 0xA).write(9, 1, 5, 0xB);
        model.tx(2, 20, 30).read(9, 1, 5, 0xB).write(9, 1, 6, 0xC);
        model.tx(3, 20, 40).read(9, 1, 6, 0xB).write(9, 1, 7, 0xD);
        Verdict verdict = HistoryChecker.check(model.recorded(), STRICT.withVersions(Versions.COUNTED), null, null);
        assertEquals(
                List.of(
                        "Lost update: T3 (type 0) read table 9[1] at version 6 and saw the value that T1 (type 0)"
                                + " installed at version 5; it installed version 7 without having seen version 6 by T2 (type 0)."),
                verdict.anomalies().stream().map(Anomaly::toString).toList());
    }

    @Test
    void shouldSayWhetherTransactionsMet() {
        HistoryModel apart = new HistoryModel();
        apart.tx(1, 0, 10).read(9, 1, 0, 0).write(9, 1, 1, 5);
        apart.tx(2, 5, 15).write(9, 2, 1, 6);
        assertTrue(HistoryChecker.check(apart.recorded(), STRICT, null, null).apart());
        apart.tx(3, 20, 30).read(9, 2, 1, 6);
        assertFalse(HistoryChecker.check(apart.recorded(), STRICT, null, null).apart(), "T3 read what T2 wrote");
        HistoryModel readers = new HistoryModel();
        readers.tx(1, 0, 10).read(9, 1, 0, 7);
        assertFalse(HistoryChecker.check(readers.recorded(), STRICT, null, null).apart(), "nothing can be lost");
        HistoryModel scanned = new HistoryModel();
        scanned.tx(1, 0, 10).insert(9, 5, 1, 5);
        scanned.tx(2, 5, 15).scan(9, 1, 9);
        assertFalse(
                HistoryChecker.check(scanned.recorded(), STRICT, scanned, null).apart(), "T2 missed a row");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** Histories that the checker once let pass, until all their orders were tried ({@link SerialOrderTest}). */
class OnceMissedTest {
    private static final CheckOptions STRICT = CheckOptions.serializable().withStrict(true);

    private static Verdict check(HistoryModel model, CheckOptions options) {
        return HistoryChecker.check(model.recorded(), options, model, model.finalState());
    }

    @Test
    void shouldNotLetATransactionReadWhatItWritesOnlyLater() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).read(9, 1, 1, 6).write(9, 1, 1, 6);
        model.finallyHolds(9, 1, 1, 6);
        Verdict verdict = check(model, STRICT);
        assertEquals(Set.of(AnomalyKind.G1B), verdict.anomalyCounts().keySet());
        assertTrue(verdict.anomalies().toString().contains("the value that it installed itself only later"));
        HistoryModel inOrder = new HistoryModel().initially(9, 1, 0, 5);
        inOrder.tx(1, 0, 10).write(9, 1, 1, 6).read(9, 1, 1, 6).read(9, 1, 0, 5);
        inOrder.finallyHolds(9, 1, 1, 6);
        assertTrue(check(inOrder, STRICT).passed());
    }

    @Test
    void shouldFindAWriteBetweenTwoOfOneTransaction() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 20).write(9, 1, 1, 6).write(9, 1, 3, 8);
        model.tx(2, 0, 20).write(9, 1, 2, 7);
        model.finallyHolds(9, 1, 3, 8);
        Verdict verdict = check(model, STRICT.withVersions(Versions.COUNTED));
        assertEquals(Set.of(AnomalyKind.G0), verdict.anomalyCounts().keySet());
        assertTrue(
                verdict.anomalies()
                        .toString()
                        .contains("had installed version 1 of table 9[1], and not yet version 3, when"),
                () -> verdict.anomalies().toString());
        model.transactions.remove(1);
        model.transactions.get(0).ops.get(1).version = 2;
        model.finalRows.get(0).version = 2;
        assertTrue(check(model, STRICT.withVersions(Versions.COUNTED)).passed());
    }

    @Test
    void shouldMissTheLastWriteOfAValueThatWasThereBefore() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).write(9, 1, 1, 5);
        model.finallyHolds(9, 1, 2, 5);
        assertTrue(check(model, STRICT).passed());
        Verdict verdict = check(model, STRICT.withVersions(Versions.COUNTED));
        assertEquals(Set.of(AnomalyKind.LOST_WRITE), verdict.anomalyCounts().keySet());
        model.finalRows.get(0).version = 1;
        assertTrue(check(model, STRICT.withVersions(Versions.COUNTED)).passed());
    }

    /** It can fill a gap only if it had begun. */
    @Test
    void shouldNotFillAGapWithWhatBeganLater() {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 5);
        model.tx(1, 0, 10).write(9, 1, 2, 6);
        model.tx(2, 20, 30).write(9, 1, 1, 7).outcome(Outcome.UNKNOWN);
        CheckOptions counted = STRICT.withVersions(Versions.COUNTED);
        assertFalse(HistoryChecker.check(model.recorded(), counted, model, null).passed());
        model.transactions.get(1).invocationNs = 10;
        assertTrue(HistoryChecker.check(model.recorded(), counted, model, null).passed());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.Set;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

class HistoryEndTest {
    private static final CheckOptions STRICT = CheckOptions.serializable().withStrict(true);

    private static HistoryEnd end(HistoryModel model) {
        return HistoryChecker.check(model.recorded(), STRICT, model, null).end();
    }

    /** What unknown outcomes the final state has decided, a history by itself leaves open. */
    @Test
    void shouldSayTheSameWithAndWithoutTheFinalState() {
        for (long seed = 1; seed <= 200; seed++) {
            HistoryModel model = RandomHistory.of(seed, 100);
            Verdict judged = HistoryChecker.check(model.recorded(), STRICT, model, model.finalState());
            assertTrue(judged.passed(), "seed " + seed);
            assertEquals(judged.end(), end(model), "seed " + seed);
        }
    }

    @Test
    void shouldTellThatTheLastCommitIsMissing() {
        for (long seed = 1; seed <= 200; seed++) {
            HistoryModel model = RandomHistory.withoutUnknown(seed, 50);
            HistoryEnd then = end(model);
            Tx last = model.transactions.stream()
                    .filter(tx -> tx.outcome == Outcome.COMMITTED)
                    .max(Comparator.comparingLong(tx -> tx.completionNs))
                    .orElseThrow();
            model.transactions.remove(last);
            assertNotNull(end(model).difference(then), "seed " + seed);
        }
    }

    @Test
    void shouldNameTheTableWhoseLastWriteIsMissing() {
        HistoryModel model = new HistoryModel().initially(7, 1, 0, 5).initially(7, 2, 0, 5);
        model.tx(1, 0, 10).write(7, 1, 1, 6).write(7, 2, 1, 6);
        model.tx(2, 20, 30).write(7, 1, 2, 7).read(7, 2, 1, 6);
        HistoryEnd then = end(model);
        assertNull(end(model).difference(then));
        Op write = model.transactions.get(1).ops.remove(0);
        assertEquals(
                "The history does not end in the final state that was judged: its last writes leave other versions or"
                        + " values in 'table 7'.",
                end(model).difference(then));
        model.transactions.get(1).ops.add(0, write);
        model.transactions.get(0).ops.remove(1);
        assertEquals(
                "The history does not end in the final state that was judged: its last writes leave 1 written keys in"
                        + " 'table 7', of which 1 are there; in the final state it was 2, and 2 were there.",
                end(model).difference(then));
        model.transactions.get(0).write(7, 2, 1, 6);
        model.transactions.get(1).ops.remove(1);
        assertEquals(
                "The history is not the one that was judged: it has 2 transactions with 3 operations, and then it had 2"
                        + " with 4.",
                end(model).difference(then));
        model.transactions.get(1).insert(8, 1, 1, 5);
        assertTrue(end(model).difference(then).contains("writes tables that nobody had written then"));
    }

    @Test
    void shouldLeaveOutWhatOneOfUnknownOutcomeMayHaveWrittenLast() {
        HistoryModel model = new HistoryModel().initially(7, 1, 0, 5);
        model.tx(1, 0, 10).write(7, 1, 1, 6);
        model.tx(2, 20, 30).write(7, 1, 2, 7).outcome(Outcome.UNKNOWN);
        assertTrue(end(model).tables().isEmpty());
        model.tx(3, 40, 50).write(7, 1, 3, 8);
        assertEquals(1, end(model).tables().get(0).keys());
    }

    /** A write of which no transaction tells, on all copies. */
    @Test
    void shouldFindARecordThatChangedAlthoughNobodyTouchedIt() {
        HistoryModel model = new HistoryModel().initially(7, 1, 0, 5).initially(7, 2, 0, 5);
        model.tx(1, 0, 10).write(7, 1, 1, 6);
        for (long value : new long[] {5, 9}) {
            Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, model, visitor -> {
                visitor.replica(0, 0, true);
                visitor.againstFirst();
                visitor.row(7, 1, 1, 6);
                visitor.without(7, 2, 0, 5);
                visitor.row(7, 2, 1, value);
                visitor.likePrimary(1, 0);
            });
            assertEquals(
                    value == 5 ? Set.of() : Set.of(AnomalyKind.G1B),
                    verdict.anomalyCounts().keySet());
            assertTrue(verdict.replicasEqual());
        }
        Verdict whole = HistoryChecker.check(model.recorded(), STRICT, model, visitor -> {
            visitor.replica(0, 0, true);
            visitor.row(7, 1, 1, 6);
            visitor.row(7, 2, 1, 9);
        });
        assertTrue(whole.passed(), "shown whole, nobody says what was there at first");
    }
}

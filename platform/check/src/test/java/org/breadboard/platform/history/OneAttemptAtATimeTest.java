// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.checking.WindowedHistoryChecker;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** A client has one attempt under way at a time, whoever writes down what it does. */
class OneAttemptAtATimeTest {
    /** A live stage looks at its clock once for many steps. */
    @Test
    void shouldBeginNoAttemptBeforeTheLastOneOfItsClientHadEnded() {
        RecordedHistory history = new RecordedHistory();
        HistoryRecorder recorder = new HistoryRecorder(0, 7, 1, new HistoryChunkPool(64, 4), history);
        attempt(recorder, 1, 100, 220);
        attempt(recorder, 2, 150, 300);
        recorder.close();
        List<Long> invocations = new ArrayList<>();
        history.forEach(tx -> invocations.add(tx.invocationNs()));
        assertEquals(List.of(100L, 220L), invocations);
        assertTrue(check(history).passed());
    }

    @Test
    void shouldFindTwoAttemptsOfOneClientAtATime() {
        RecordedHistory history = new RecordedHistory();
        write(history, 0, 1, 100, 200);
        write(history, 1, 2, 160, 260);
        Verdict verdict = check(history);
        assertFalse(verdict.passed());
        assertEquals(
                "Client 7 began the transaction with the id 2 at 160 ns, while that with the id 1, which ended at 200"
                        + " ns, was under way.",
                verdict.anomalies().get(0).sentence());
    }

    /** One writer took over the client of another one, and its chunk comes first. */
    @Test
    void shouldBearAttemptsOfOneClientInAnyOrder() {
        RecordedHistory history = new RecordedHistory();
        write(history, 0, 1, 300, 400);
        write(history, 1, 2, 100, 200);
        assertTrue(check(history).passed());
    }

    @Test
    void shouldFindTwoAttemptsOfOneClientAtATimeInAnyOrder() {
        RecordedHistory history = new RecordedHistory();
        HistoryRecorder first = new HistoryRecorder(0, 7, 1, new HistoryChunkPool(64, 4), history);
        attempt(first, 1, 100, 200);
        attempt(first, 2, 300, 400);
        first.close();
        write(history, 1, 3, 150, 180);
        assertEquals(1, check(history).anomalies().size());
        assertEquals(
                "Client 7 began the transaction with the id 3 at 150 ns, while that with the id 1, which ended at 200"
                        + " ns, was under way.",
                check(history).anomalies().get(0).sentence());
    }

    @Test
    void shouldFindOneOfUnknownOutcomeThatBeganWhileAnotherWasUnderWay() {
        RecordedHistory history = new RecordedHistory();
        write(history, 0, 1, 100, 200);
        HistoryRecorder second = new HistoryRecorder(1, 7, 1, new HistoryChunkPool(64, 4), history);
        second.invoked(7, 150);
        second.begin(7, 0, 2);
        second.end(Outcome.UNKNOWN, 0, 0);
        second.close();
        assertFalse(check(history).passed());
    }

    @Test
    void shouldFindThemBesideTheRun() {
        RecordedHistory history = new RecordedHistory();
        write(history, 0, 1, 100, 200);
        write(history, 1, 2, 160, 260);
        WindowedHistoryChecker checker = new WindowedHistoryChecker(CheckOptions.serializable(), null, 2, 1, 100);
        history.forEachChunk(checker::accept);
        assertEquals(1, checker.finish(null).anomalies().size());
    }

    private static void write(RecordedHistory history, int writer, long id, long invocationNs, long completionNs) {
        HistoryRecorder recorder = new HistoryRecorder(writer, 7, 1, new HistoryChunkPool(64, 4), history);
        attempt(recorder, id, invocationNs, completionNs);
        recorder.close();
    }

    private static void attempt(HistoryRecorder recorder, long id, long invocationNs, long completionNs) {
        recorder.invoked(7, invocationNs);
        recorder.begin(7, 0, id);
        recorder.end(Outcome.COMMITTED, completionNs, 0);
    }

    private static Verdict check(HistorySource history) {
        return HistoryChecker.check(history, CheckOptions.serializable(), null, null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.checking.WindowedHistoryChecker;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the checker against {@link SerialOrder}, and the windowed check against the whole one. For promises below
 * serializability {@link IsolationCheckTest} does so, too; here whoever promises less is never held to more.
 */
class SerialOrderTest {
    private static final CheckOptions SHARED = CheckOptions.serializable();
    private static final CheckOptions COUNTED = SHARED.withVersions(Versions.COUNTED);
    private static final List<List<long[][]>> INTERVALS =
            List.of(List.of(), SmallHistories.intervals(1), SmallHistories.intervals(2), SmallHistories.intervals(3));
    private static final boolean ALL = Boolean.getBoolean("history.all");

    private final LongAdder histories = new LongAdder();
    private final LongAdder explained = new LongAdder();
    private final LongAdder strictly = new LongAdder();
    private final LongAdder snapshots = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final LongAdder spared = new LongAdder();
    private final Queue<String> disagreements = new ConcurrentLinkedQueue<>();

    /**
     * All of one and two transactions, and one of a hundred of three, each in one of the ways in which they can lie in
     * time. {@code -Dhistory.all=true} tries all of three, and in all of these ways if some order explains them: if
     * none does, none does in real time.
     */
    @Test
    void shouldAgreeWithWhoTriesAllOrdersOnAllSmallHistories() {
        SmallHistories.forEach(1, 1, this::small);
        SmallHistories.forEach(2, 1, this::small);
        SmallHistories.forEach(3, ALL ? 1 : 100, this::small);
        System.out.println(counts());
        assertTrue(explained.sum() > histories.sum() / 3 && explained.sum() < histories.sum() * 2 / 3, this::counts);
        assertTrue(spared.sum() < histories.sum() / 50, this::counts);
    }

    private String counts() {
        return histories + " histories, of which an order explains " + explained + ", one in real time " + strictly
                + " of those asked, and snapshots " + snapshots + "; " + windows + " windowed, " + spared
                + " spared for a doubt";
    }

    private void small(HistoryModel model, int number) {
        List<long[][]> intervals = INTERVALS.get(model.transactions.size());
        lie(model, intervals.get(0));
        boolean serial = SerialOrder.exists(model, false, false, null);
        histories.increment();
        explained.add(serial ? 1 : 0);
        assertKept(model, SHARED, null, serial, false);
        boolean counts = SerialOrder.exists(model, false, true, null);
        boolean doubt = model.transactions.stream().anyMatch(tx -> tx.outcome == Outcome.UNKNOWN);
        spared.add(assertKept(model, COUNTED, null, counts, doubt) == counts ? 0 : 1);
        boolean snapshot = SerialOrder.snapshotsExist(model, false);
        snapshots.add(snapshot ? 1 : 0);
        assertKept(model, SHARED.withPromise(Promise.SNAPSHOT_ISOLATION), null, snapshot, false);
        for (int i = 0; i < intervals.size(); i++) {
            if (ALL && serial || i == number % intervals.size()) {
                lie(model, intervals.get(i));
                boolean inTime = serial && SerialOrder.exists(model, true, false, null);
                strictly.add(inTime ? 1 : 0);
                assertKept(model, SHARED.withStrict(true), null, inTime, false);
                assertWindowed(model, SHARED, null, inTime);
            }
        }
    }

    private static void lie(HistoryModel model, long[][] intervals) {
        for (int t = 0; t < intervals.length; t++) {
            Tx tx = model.transactions.get(t);
            tx.invocationNs = intervals[t][0];
            tx.completionNs = intervals[t][1];
            tx.recordedNs = tx.completionNs;
        }
    }

    /** {@code -Dhistory.seeds=N} tries so many seeds. */
    @Test
    void shouldAgreeWithWhoTriesAllOrdersOnDrawnHistories() {
        int seeds = Integer.getInteger("history.seeds", 10_000);
        LongStream.rangeClosed(1, seeds).parallel().forEach(this::drawn);
        System.out.println(counts());
        assertEquals("", String.join("\n", disagreements), () -> disagreements.size() + " seeds");
        assertTrue(explained.sum() > seeds / 3 && explained.sum() < seeds * 2 / 3, this::counts);
        assertTrue(spared.sum() < seeds / 100, this::counts);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                24068, 29914, 57534, 75890, 129174, 133494, 224184, 323786, 356694, 434122, 506448, 553876, 555643,
                561216, 588252, 899238, 903518, 931944, 963309, 986216
            })
    void shouldAgreeWhereItOnceDidNot(long seed) {
        drawn(seed);
        assertEquals("", String.join("\n", disagreements));
    }

    private void drawn(long seed) {
        boolean counted = seed % 2 == 0;
        DrawnHistory drawn = DrawnHistory.of(seed, counted);
        HistoryModel model = drawn.model;
        List<Op> finals = seed % 5 == 0 ? model.finalRows : null;
        CheckOptions options = counted ? COUNTED : SHARED;
        try {
            boolean serial = SerialOrder.exists(model, false, counted, finals);
            boolean inTime = serial && SerialOrder.exists(model, true, counted, finals);
            // Which version one of unknown outcome has left, and whether a value is its, may be open to doubt; then the
            // checker says nothing, whatever all orders together would say.
            boolean doubt = drawn.hasUnknown() && (drawn.valuesRepeat || counted || finals != null);
            boolean kept = assertKept(model, options, finals, serial, doubt);
            boolean keptInTime = assertKept(model, options.withStrict(true), finals, inTime, doubt);
            assertWindowed(model, options, finals, keptInTime);
            assertLess(model, options, finals, kept);
            histories.increment();
            explained.add(serial ? 1 : 0);
            strictly.add(inTime ? 1 : 0);
            spared.add(kept != serial || keptInTime != inTime ? 1 : 0);
        } catch (AssertionError disagreement) {
            String how = (counted ? ", counted" : "") + (finals == null ? "" : ", final state");
            disagreements.add("seed " + seed + how + ": " + disagreement.getMessage());
        }
    }

    /**
     * Asserts what a check says.
     *
     * @param right whether an order explains the history
     * @param doubt whether the checker may say nothing where none does
     * @return what it says
     */
    private static boolean assertKept(
            HistoryModel model, CheckOptions options, List<Op> finals, boolean right, boolean doubt) {
        Verdict verdict = check(model, options, finals);
        if (right || !doubt) {
            assertEquals(right, verdict.kept(), () -> options.promise() + " " + toWords(model) + verdict.anomalies());
        }
        return verdict.kept();
    }

    /** Who promises less is held to less, and whether the history is serializable does not depend on it. */
    private static void assertLess(HistoryModel model, CheckOptions options, List<Op> finals, boolean serializable) {
        boolean kept = serializable;
        for (Promise less : List.of(Promise.SNAPSHOT_ISOLATION, Promise.READ_ATOMIC, Promise.READ_COMMITTED)) {
            Verdict verdict = check(model, options.withPromise(less), finals);
            assertTrue(verdict.kept() || !kept, () -> less + " " + toWords(model) + verdict.anomalies());
            assertEquals(serializable, verdict.serializable(), () -> less + " " + toWords(model) + verdict.allowed());
            kept = verdict.kept();
        }
    }

    private void assertWindowed(HistoryModel model, CheckOptions options, List<Op> finals, boolean right) {
        WindowedHistoryChecker checker = new WindowedHistoryChecker(options, model, 2, 1, 1 << 20);
        record(model, 2, chunk -> {
            checker.accept(chunk);
            return true;
        });
        Verdict verdict = checker.finish(finals == null ? null : model.finalState());
        assertEquals(right, verdict.passed(), () -> "windowed: " + toWords(model) + verdict.anomalies());
        windows.increment();
    }

    private static Verdict check(HistoryModel model, CheckOptions options, List<Op> finals) {
        RecordedHistory history = new RecordedHistory();
        record(model, 1, history);
        HistoryChecker checker = new HistoryChecker(options, model, 8, 24);
        history.forEachChunk(checker::add);
        return checker.finish(finals == null ? null : model.finalState());
    }

    /** As a run would: as time passes, each writer hands over its records one by one, with what it knows to be over. */
    private static void record(HistoryModel model, int writers, HistorySink sink) {
        HistoryChunkPool pool = new HistoryChunkPool(64, 8);
        List<HistoryRecorder> recorders = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            recorders.add(new HistoryRecorder(w, 0, 8, pool, sink));
        }
        List<Tx> byEnd = new ArrayList<>(model.transactions);
        byEnd.sort(Comparator.comparingLong(tx -> tx.recordedNs));
        List<Tx> byBegin = new ArrayList<>(model.transactions);
        byBegin.sort(Comparator.comparingLong(tx -> tx.invocationNs));
        int begun = 0;
        for (Tx tx : byEnd) {
            for (; begun < byBegin.size() && byBegin.get(begun).invocationNs < tx.recordedNs; begun++) {
                Tx other = byBegin.get(begun);
                recorders.get(other.client % writers).invoked(other.client, other.invocationNs);
            }
            HistoryModel.write(recorders.get(tx.client % writers), tx);
            recorders.forEach(recorder -> recorder.flush(tx.recordedNs));
        }
        recorders.forEach(HistoryRecorder::close);
    }

    static String toWords(HistoryModel model) {
        StringBuilder words = new StringBuilder();
        for (Tx tx : model.transactions) {
            words.append('T')
                    .append(tx.id)
                    .append(' ')
                    .append(tx.outcome)
                    .append(" at ")
                    .append(tx.invocationNs);
            words.append(" to ").append(tx.completionNs).append(':');
            tx.ops.forEach(op -> append(words, op));
            words.append("; ");
        }
        return words.toString();
    }

    private static void append(StringBuilder words, Op op) {
        words.append(op.kind == HistoryCodec.READ ? " reads " : " writes ")
                .append("key ")
                .append(op.key)
                .append(" = ");
        words.append(op.absent ? "absent" : Long.toString(op.hash))
                .append(" at ")
                .append(op.version)
                .append(',');
    }
}

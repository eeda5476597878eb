// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.SeededStream;
import org.junit.jupiter.api.Test;

/** How what a transaction did becomes a record. */
class StageClientsTest {
    /** Longer than any back-off. */
    private static final long LONG_NS = 10_000_000;

    private static final int TABLE = 2;
    private static final List<TableSpec> TABLES = IntStream.rangeClosed(0, TABLE)
            .mapToObj(table -> new TableSpec(table, "t" + table, 8, 100, true))
            .toList();

    private final RecordedHistory history = new RecordedHistory();
    private final Window window = new Window(0, 1_000);
    /** Whether the history takes chunks; those that it refuses are offered again. */
    private boolean room = true;

    private final StageClients clients = new StageClients(
            1,
            (random, into) -> into.begin(0, null),
            new SeededStream(1, 1),
            new Arrivals(0, 0, Phases.STEADY, 0.5, 0, window),
            Mix.Load.BACKOFF,
            new AttemptRecords(
                    new Measured(window, 1, Phases.STEADY, Measured.DIGITS),
                    new HistoryRecorder(0, 0, 1, new HistoryChunkPool(128, 8), chunk -> room && history.offer(chunk)),
                    Items.of(TABLES, ProtocolType.Grain.RECORD),
                    () -> 10,
                    0,
                    0,
                    0));

    @Test
    void shouldHandOverItsHistoryWhenThereIsRoomForIt() {
        begin();
        room = false;
        clients.committed(new StepAt(10), 0);
        clients.close(() -> room = true);
        List<String> records = new ArrayList<>();
        history.forEach(record -> records.add(record.outcome() + " from " + record.invocationNs()));
        assertEquals(List.of("COMMITTED from 5"), records);
    }

    @Test
    void shouldRecordOfAMinimumWhatWasSearched() {
        Transaction transaction = begin();
        int range = transaction.context().min(TABLE, 10, 90);
        answer(transaction, range, 40);
        assertEquals(List.of("range of 1 from 10 to 40", "row 40 at 41"), recorded());
    }

    @Test
    void shouldRecordOfAMaximumWhatWasSearched() {
        Transaction transaction = begin();
        int range = transaction.context().max(TABLE, 10, 90);
        answer(transaction, range, 40);
        assertEquals(List.of("range of 1 from 40 to 90", "row 40 at 41"), recorded());
    }

    @Test
    void shouldRecordWholeRangesUnlessTheirLimitEndedThem() {
        Transaction transaction = begin();
        int all = transaction.context().range(TABLE, 10, 90, 3);
        int some = transaction.context().range(TABLE, 10, 90, 2);
        int none = transaction.context().min(TABLE, 95, 99);
        answer(transaction, all, 40, 50);
        answer(transaction, some, 40, 50);
        transaction.missing(none, 0);
        assertEquals(
                List.of(
                        "range of 2 from 10 to 90",
                        "row 40 at 41",
                        "row 50 at 51",
                        "range of 2 from 10 to 50",
                        "row 40 at 41",
                        "row 50 at 51",
                        "range of 0 from 95 to 99"),
                recorded());
    }

    @Test
    void shouldKeepRowsWithTheirRangesAndDropWhatWasNotAnswered() {
        Transaction transaction = begin();
        int range = transaction.context().range(TABLE, 10, 90, 9);
        int read = transaction.context().read(TABLE, 7);
        transaction.context().range(TABLE, 0, 1, 1);
        transaction.fetched(read, 3, new byte[8], 0, 8);
        answer(transaction, range, 40);
        assertEquals(List.of("range of 1 from 10 to 90", "row 40 at 41", "row 7 at 3"), recorded());
    }

    @Test
    void shouldTakeWhatADeviceAbortedForTheSameTransactionUntilItEnds() {
        begin();
        clients.corrected(new StepAt(10), 0, AbortReason.EARLY);
        clients.stop();
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(10), 0));
        clients.committed(new StepAt(20), 0);
        assertEquals(TransactionSource.STOP, clients.next(new StepAt(20), 0));
        clients.close(() -> {});
        List<String> records = new ArrayList<>();
        history.forEach(record -> records.add(record.outcome() + " from " + record.invocationNs()));
        assertEquals(List.of("COMMITTED from 5"), records);
    }

    @Test
    void shouldRecordWhatTheStoreAborted() {
        begin();
        clients.corrected(new StepAt(10), 0, AbortReason.VALIDATION);
        clients.stop();
        assertEquals(TransactionSource.STOP, clients.next(new StepAt(10), 0));
        clients.close(() -> {});
        List<String> records = new ArrayList<>();
        history.forEach(record -> records.add(record.outcome() + " from " + record.invocationNs()));
        assertEquals(List.of("ABORTED from 5"), records);
    }

    @Test
    void shouldGoOnWithATransactionThatMetAConflictIfItHasToBeDone() {
        clients.goOnUntilDone(new Turns());
        begin();
        clients.corrected(new StepAt(10), 0, AbortReason.VALIDATION);
        clients.stop();
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(10), 0));
        clients.committed(new StepAt(10), 0);
        assertEquals(TransactionSource.STOP, clients.next(new StepAt(10), 0));
        assertEquals(0, clients.hopeless());
    }

    @Test
    void shouldGiveUpWhatDoesNotCommitHoweverOftenItIsTried() {
        clients.goOnUntilDone(new Turns());
        begin();
        clients.stop();
        long nowNs = 10;
        for (int tries = 0; tries < LateTries.MOST; tries++) {
            clients.corrected(new StepAt(nowNs), 0, AbortReason.VALIDATION);
            nowNs += LONG_NS;
            if (tries == LateTries.BESIDE_OTHERS) {
                assertEquals(LateTries.TURN_NS, clients.next(new StepAt(nowNs), 0), "it asks for its turn");
                nowNs += LateTries.TURN_NS;
            }
            assertEquals(TransactionSource.NOW, clients.next(new StepAt(nowNs), 0));
        }
        clients.corrected(new StepAt(nowNs), 0, AbortReason.VALIDATION);
        assertEquals(TransactionSource.STOP, clients.next(new StepAt(nowNs), 0));
        assertEquals(1, clients.hopeless());
    }

    @Test
    void shouldLetACorrectionWaitWhenNoOthersBegin() {
        clients.goOnUntilDone(new Turns());
        begin();
        clients.corrected(new StepAt(10), 0, AbortReason.EARLY);
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(10), 0), "while others begin");
        clients.stop();
        clients.corrected(new StepAt(10), 0, AbortReason.EARLY);
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(10), 0), "the first of its late tries");
        clients.corrected(new StepAt(10), 0, AbortReason.EARLY);
        assertTrue(clients.next(new StepAt(10), 0) > 0, "it does not wait");
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(LONG_NS), 0));
    }

    @Test
    void shouldTryOneByOneWhatIsInEachOthersWay() {
        Turns turns = new Turns();
        StageClients one = closed(1, 0, Phases.STEADY);
        // Of another thread, whose clients have other numbers.
        StageClients other = closed(1, 0, Phases.STEADY, 0.5, 1);
        long nowNs = 5;
        for (StageClients each : List.of(one, other)) {
            each.goOnUntilDone(turns);
            assertEquals(TransactionSource.NOW, each.next(new StepAt(5), 0));
            each.stop();
            for (int tries = 0; tries < LateTries.BESIDE_OTHERS; tries++) {
                each.aborted(new StepAt(nowNs), 0, AbortReason.LOCKED);
                nowNs += LONG_NS;
                assertEquals(TransactionSource.NOW, each.next(new StepAt(nowNs), 0));
            }
            each.aborted(new StepAt(nowNs), 0, AbortReason.LOCKED);
        }
        nowNs += LONG_NS;
        // Whose machine is run later, by an instant.
        assertEquals(LateTries.TURN_NS, other.next(new StepAt(nowNs + 1), 0));
        assertEquals(LateTries.TURN_NS, one.next(new StepAt(nowNs), 0));
        nowNs += LateTries.TURN_NS;
        assertEquals(LateTries.TURN_NS, other.next(new StepAt(nowNs + 1), 0), "beside the one who asked first");
        assertEquals(TransactionSource.NOW, one.next(new StepAt(nowNs), 0));
        one.committed(new StepAt(nowNs), 0);
        assertEquals(LateTries.TURN_NS, other.next(new StepAt(nowNs + 1), 0), "nobody can know yet that it is over");
        nowNs += LateTries.TURN_NS;
        assertEquals(TransactionSource.NOW, other.next(new StepAt(nowNs), 0));
    }

    @Test
    void shouldNotGoOnWithWhatFoundNoRoomOrGaveUpByItself() {
        for (AbortReason reason : List.of(AbortReason.EXHAUSTED, AbortReason.APPLICATION)) {
            StageClients own = closed(1, 0, Phases.STEADY);
            own.goOnUntilDone(new Turns());
            assertEquals(TransactionSource.NOW, own.next(new StepAt(5), 0));
            own.aborted(new StepAt(10), 0, reason);
            own.stop();
            assertEquals(TransactionSource.STOP, own.next(new StepAt(10), 0));
            assertEquals(0, own.hopeless());
        }
    }

    private Transaction begin() {
        assertEquals(TransactionSource.NOW, clients.next(new StepAt(5), 0));
        return clients.transaction(0);
    }

    /** Answers with rows whose versions are their keys plus 1. */
    private static void answer(Transaction transaction, int range, long... keys) {
        transaction.fetched(range, 0, new byte[0], 0, 0);
        for (long key : keys) {
            transaction.fetched(transaction.row(range, key), key + 1, new byte[8], 0, 8);
        }
    }

    private List<String> recorded() {
        clients.committed(new StepAt(10), 0);
        clients.close(() -> {});
        List<String> operations = new ArrayList<>();
        history.forEach(record -> {
            for (int i = 0; i < record.operations(); i++) {
                operations.add(
                        record.kind(i) == HistoryCodec.PREDICATE_READ
                                ? "range of " + record.rows(i) + " from " + record.key(i) + " to " + record.version(i)
                                : "row " + record.key(i) + " at " + record.version(i));
            }
        });
        return operations;
    }

    /** A closed loop of clients with a window from 100 ns to 10,100 ns. */
    private StageClients closed(int contexts, double thinkNs, Phases phases) {
        return closed(contexts, thinkNs, phases, 0.5);
    }

    private StageClients closed(int contexts, double thinkNs, Phases phases, double stagger) {
        return closed(contexts, thinkNs, phases, stagger, 0);
    }

    private StageClients closed(int contexts, double thinkNs, Phases phases, double stagger, int firstClient) {
        Window later = new Window(100, 10_100);
        return new StageClients(
                contexts,
                (random, into) -> into.begin(0, null),
                new SeededStream(7, 1),
                new Arrivals(0, thinkNs, phases, stagger, 0, later),
                Mix.Load.BACKOFF,
                new AttemptRecords(
                        new Measured(later, 1, Phases.STEADY, Measured.DIGITS),
                        new HistoryRecorder(0, firstClient, contexts, new HistoryChunkPool(128, 8), history),
                        Items.of(List.of(), ProtocolType.Grain.RECORD),
                        () -> 10,
                        firstClient,
                        0,
                        0));
    }

    @Test
    void shouldThinkBeforeATransactionButNotBeforeARetry() {
        StageClients thinking = closed(1, 40, Phases.STEADY);
        double sum = 0;
        for (int i = 0; i < 1_000; i++) {
            double thought = thinking.next(new StepAt(0), 0);
            sum += thought;
            assertEquals(TransactionSource.NOW, thinking.next(new StepAt((long) thought), 0));
            thinking.corrected(new StepAt(10), 0, AbortReason.VALIDATION);
            assertEquals(TransactionSource.NOW, thinking.next(new StepAt(10), 0));
            thinking.committed(new StepAt(10), 0);
        }
        assertEquals(40, sum / 1_000, 5);
    }

    @Test
    void shouldLetThoseContextsTakePartThatAPhaseAdmits() {
        StageClients phased = closed(4, 0, Phases.parse("0.5 for 2us, 1"));
        for (int context = 0; context < 4; context++) {
            assertEquals(TransactionSource.NOW, phased.next(new StepAt(50), context), "before the measurement");
            phased.committed(new StepAt(60), context);
            assertEquals(context < 2 ? TransactionSource.NOW : 1_900, phased.next(new StepAt(200), context));
        }
        assertEquals(TransactionSource.NOW, phased.next(new StepAt(2_100), 3));
    }

    @Test
    void shouldLetThreadsComeInOneAfterAnother() {
        Phases phases = Phases.parse("0.5 for 2us, 1");
        StageClients first = closed(1, 0, phases, 0.25);
        StageClients second = closed(1, 0, phases, 0.75);
        assertEquals(TransactionSource.NOW, first.next(new StepAt(200), 0));
        assertEquals(1_900, second.next(new StepAt(200), 0), "half of two clients is one");
    }

    @Test
    void shouldAskAgainSoonHoweverLongAClientThinks() {
        Window open = Window.later(1_000_000);
        StageClients thinking = new StageClients(
                1,
                (random, into) -> into.begin(0, null),
                new SeededStream(7, 1),
                new Arrivals(0, 1e15, Phases.STEADY, 0.5, 0, open),
                Mix.Load.BACKOFF,
                new AttemptRecords(
                        new Measured(open, 1, Phases.STEADY, Measured.DIGITS),
                        new HistoryRecorder(0, 0, 1, new HistoryChunkPool(128, 8), history),
                        Items.of(List.of(), ProtocolType.Grain.RECORD),
                        () -> 10,
                        0,
                        0,
                        0));
        assertEquals(100e6, thinking.next(new StepAt(0), 0));
        thinking.stop();
        assertEquals(TransactionSource.STOP, thinking.next(new StepAt(100_000_000), 0));
    }

    @Test
    void shouldBeginTheContextsOfAClosedLoopOneAfterAnother() {
        int contexts = 10;
        StageClients spread = new StageClients(
                contexts,
                (random, into) -> into.begin(0, null),
                new SeededStream(7, 1),
                new Arrivals(0, 0, Phases.STEADY, 0.5, 1_000, window),
                Mix.Load.BACKOFF,
                new AttemptRecords(
                        new Measured(window, 1, Phases.STEADY, Measured.DIGITS),
                        new HistoryRecorder(0, 0, contexts, new HistoryChunkPool(128, 8), history),
                        Items.of(List.of(), ProtocolType.Grain.RECORD),
                        () -> 10,
                        0,
                        0,
                        0));
        double first = spread.next(new StepAt(0), 0);
        assertTrue(first >= 0 && first < 100, "within a tenth of 1,000 ns: " + first);
        for (int context = 1; context < contexts; context++) {
            assertEquals(context * 100 + first, spread.next(new StepAt(0), context), 1);
        }
    }
}

package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WindowedHistoryCheckerTest {
    private static final CheckOptions STRICT = CheckOptions.strictlySerializable();

    private static WindowedHistoryChecker checker(HistoryModel model, CheckOptions options, int maxWindow) {
        return new WindowedHistoryChecker(options, model, 3, 16, maxWindow);
    }

    private static Verdict windowed(HistoryModel model, CheckOptions options) {
        WindowedHistoryChecker checker = checker(model, options, 1 << 20);
        model.record(
                chunk -> {
                    checker.accept(chunk);
                    return true;
                },
                3,
                128);
        return checker.finish(model.finalState());
    }

    private static Verdict whole(HistoryModel model, CheckOptions options) {
        return HistoryChecker.check(model.recorded(), options, model, model.finalState());
    }

    @Test
    void shouldPassRandomValidHistories() {
        for (long seed = 1; seed <= 300; seed++) {
            HistoryModel model = RandomHistory.of(seed, 400);
            Verdict windowed = windowed(model, STRICT);
            long s = seed;
            assertTrue(windowed.passed(), () -> "seed " + s + ": " + windowed.anomalies());
            assertEquals(whole(model, STRICT), windowed, "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource(Plant.class)
    void shouldFindAPlantedAnomalyAmongManyTransactions(Plant plant) {
        for (long seed = 1; seed <= 30; seed++) {
            HistoryModel model = RandomHistory.of(seed, 300);
            plant.plant(model, model.transactions.get(150).invocationNs);
            assertAgree(seed, whole(model, STRICT), windowed(model, STRICT));
            assertTrue(windowed(model, STRICT).anomalyCounts().containsKey(plant.kind), plant + ", seed " + seed);
        }
    }

    @Test
    void shouldAgreeWithTheWholeCheckOnDamagedHistories() {
        int failing = 0;
        for (long seed = 1; seed <= 12_000; seed++) {
            boolean ownHeaders = seed % 3 == 0;
            CheckOptions options = STRICT.withSharedHeaders(!ownHeaders);
            HistoryModel model = ownHeaders ? RandomHistory.withOwnHeaders(seed, 150) : RandomHistory.of(seed, 150);
            damage(model, new Random(seed));
            Verdict whole = whole(model, options);
            assertAgree(seed, whole, windowed(model, options));
            failing += whole.passed() ? 0 : 1;
        }
        assertTrue(failing > 1_000, "only " + failing + " of the damaged histories fail");
    }

    private static void assertAgree(long seed, Verdict whole, Verdict windowed) {
        assertEquals(
                whole.passed(),
                windowed.passed(),
                () -> "seed " + seed + "\n whole: " + whole.anomalies() + "\n windowed: " + windowed.anomalies());
        assertEquals(
                whole.strict(),
                windowed.strict(),
                () -> "seed " + seed + "\n" + whole.anomalies() + "\n" + windowed.anomalies());
    }

    /** Does what a broken protocol, network or clock would do to one transaction. */
    private static void damage(HistoryModel model, Random random) {
        List<Tx> all = model.transactions;
        Tx tx = all.get(random.nextInt(all.size()));
        Op op = tx.ops.get(random.nextInt(tx.ops.size()));
        switch (random.nextInt(8)) {
            case 0 -> op.version -= 1;
            case 1 -> op.version += 1;
            case 2 -> op.hash ^= 1;
            case 3 -> tx.ops.removeIf(o -> o == op && o.kind != HistoryCodec.PREDICATE_READ);
            case 4 -> all.remove(tx);
            case 5 -> tx.outcome = tx.outcome == Outcome.ABORTED ? Outcome.COMMITTED : Outcome.ABORTED;
            case 6 -> tx.outcome = Outcome.UNKNOWN;
            default -> {
                // A read as of some earlier transaction's read of the key.
                for (Tx earlier : all) {
                    for (Op other : earlier.ops) {
                        if (other.kind == op.kind
                                && other.key == op.key
                                && other.table == op.table
                                && op.kind == HistoryCodec.READ) {
                            op.version = other.version;
                            op.hash = other.hash;
                            op.absent = other.absent;
                            return;
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldRememberOnlyAWindow() {
        HistoryModel model = RandomHistory.of(5, 20_000);
        WindowedHistoryChecker checker = checker(model, STRICT, 1 << 20);
        model.record(
                chunk -> {
                    checker.accept(chunk);
                    return true;
                },
                3,
                128);
        assertTrue(checker.largestWindow() < 1_500, "window of " + checker.largestWindow());
        assertTrue(checker.passedSoFar());
        assertTrue(checker.finish(model.finalState()).passed());
    }

    @Test
    void shouldStayBoundedWhereAnUnknownTransactionIsNeverSeen() {
        HistoryModel model = RandomHistory.of(5, 10_000);
        // It read everything long ago, and wrote a key that nobody else uses: if it committed, it came before
        // everything.
        Tx unknown = model.tx(1, 1, 2).outcome(Outcome.UNKNOWN).insert(9, 1, 1, 5);
        for (Op op : model.initial) {
            unknown.read(op.table, op.key, op.version, op.hash);
        }
        WindowedHistoryChecker checker = checker(model, STRICT, 500);
        model.record(
                chunk -> {
                    checker.accept(chunk);
                    return true;
                },
                3,
                128);
        assertTrue(checker.largestWindow() < 1_500, "window of " + checker.largestWindow());
        Verdict verdict = checker.finish(model.finalState());
        assertTrue(verdict.passed(), verdict.anomalies().toString());
        assertTrue(verdict.forgottenUnknown() > 0);
    }

    @Test
    void shouldFindAStaleReadFarBeyondTheWindow() {
        HistoryModel model = RandomHistory.of(5, 5_000);
        model.tx(1, 10, 20).insert(9, 1, 1, 5);
        model.tx(2, 1_000_000_000, 1_000_000_010).readAbsent(9, 1, 0);
        model.finallyHolds(9, 1, 1, 5);
        Verdict verdict = windowed(model, STRICT);
        assertFalse(verdict.strict());
        assertEquals(whole(model, STRICT).strict(), verdict.strict());
    }
}

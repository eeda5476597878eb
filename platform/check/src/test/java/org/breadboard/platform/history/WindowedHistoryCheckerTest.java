// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.checking.WindowedHistoryChecker;
import org.breadboard.platform.history.recording.HistorySlice;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowedHistoryCheckerTest {
    private static final CheckOptions STRICT = CheckOptions.serializable().withStrict(true);

    private static WindowedHistoryChecker checker(HistoryModel model, CheckOptions options, int maxWindow) {
        return new WindowedHistoryChecker(options, model, 3, 16, maxWindow);
    }

    private static Verdict windowed(HistoryModel model, CheckOptions options) {
        return windowed(model, options, model.finalState());
    }

    private static Verdict windowed(HistoryModel model, CheckOptions options, FinalState finalState) {
        WindowedHistoryChecker checker = checker(model, options, 1 << 20);
        model.record(
                chunk -> {
                    checker.accept(chunk);
                    return true;
                },
                3,
                128);
        return checker.finish(finalState);
    }

    private static Verdict whole(HistoryModel model, CheckOptions options) {
        return HistoryChecker.check(model.recorded(), options, model, model.finalState());
    }

    @Test
    void shouldPassRandomValidHistories() {
        for (long seed = 1; seed <= 100; seed++) {
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
        for (long seed = 1; seed <= 10; seed++) {
            HistoryModel model = RandomHistory.of(seed, 300);
            plant.plant(model, model.transactions.get(150).invocationNs);
            assertAgree(seed, whole(model, STRICT), windowed(model, STRICT));
            assertTrue(windowed(model, STRICT).anomalyCounts().containsKey(plant.kind), plant + ", seed " + seed);
        }
    }

    @Test
    void shouldAgreeWithTheWholeCheckOnDamagedHistories() {
        int failing = 0;
        for (long seed = 1; seed <= 400; seed++) {
            failing += damagedFails(seed) ? 1 : 0;
        }
        assertTrue(failing > 100, "only " + failing + " of the damaged histories fail");
    }

    @ParameterizedTest
    @ValueSource(longs = {694, 6584, 8552, 10397, 20972})
    void shouldAgreeWithTheWholeCheckWhereItOnceDidNot(long seed) {
        assertEquals(seed != 20972, damagedFails(seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {26788, 28639, 38074, 38116, 106187, 121288})
    void shouldAgreeWithTheWholeCheckWhereItOnceDidNotAboutUnknowns(long seed) {
        assertAgreeWithManyUnknowns(seed);
    }

    @Test
    void shouldAgreeWithTheWholeCheckOnDamagedHistoriesOfManyUnknowns() {
        for (long seed = 1; seed <= 250; seed++) {
            assertAgreeWithManyUnknowns(seed);
        }
    }

    /** {@code -Dhistory.seeds=N} tries so many seeds. */
    @Test
    void shouldAgreeWithTheWholeCheckHoweverTheHistoryIsHandedOver() {
        int seeds = Integer.getInteger("history.seeds", 400);
        int failing = 0;
        for (long seed = 1; seed <= seeds; seed++) {
            failing += anyFails(seed) ? 1 : 0;
        }
        int failed = failing;
        assertTrue(failing > seeds / 4 && failing < seeds * 9 / 10, () -> failed + " of " + seeds + " fail");
    }

    @ParameterizedTest
    @ValueSource(longs = {19783, 110582})
    void shouldPassWhatItOnceAccusedForTheWayItWasHandedOver(long seed) {
        assertFalse(anyFails(seed));
    }

    /**
     * Draws everything: what is planted, lost track of and damaged, who records it, in which chunks and slices it
     * comes.
     */
    private static boolean anyFails(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        CheckOptions options = STRICT.withVersions(random.nextBoolean() ? Versions.SHARED : Versions.COUNTED);
        int transactions = 30 + random.nextInt(250);
        HistoryModel model = options.versions().apply(0) == Versions.SHARED
                ? RandomHistory.of(seed, transactions)
                : RandomHistory.withOwnHeaders(seed, transactions);
        loseTrack(model, random);
        if (random.nextInt(3) == 0) {
            Plant plant = Plant.values()[random.nextInt(Plant.values().length)];
            plant.plant(model, model.transactions.get(random.nextInt(transactions)).invocationNs);
        }
        for (int damages = random.nextInt(2) * random.nextInt(4); damages > 0; damages--) {
            model.transactions.removeIf(tx -> tx.ops.isEmpty());
            damage(model, random);
        }
        FinalState finalState = random.nextInt(4) > 0 ? model.finalState() : damagedFinalState(model, random);
        Verdict whole = HistoryChecker.check(model.recorded(), options, model, finalState);
        Verdict windowed = sliced(model, options, finalState, random);
        assertAgree(seed, whole, windowed);
        // Once something is wrong, more may be forgotten than is known to be harmless.
        assertTrue(
                whole.replicasEqual() == windowed.replicasEqual() || windowed.replicasUnjudged() > 0,
                () -> "seed " + seed);
        assertEquals(0, windowed.forgottenUnknown(), () -> "seed " + seed);
        if (whole.passed()) {
            assertEquals(met(whole), met(windowed), () -> "seed " + seed);
        }
        return !whole.passed();
    }

    private static Verdict sliced(HistoryModel model, CheckOptions options, FinalState finalState, Random random) {
        int writers = 1 + random.nextInt(5);
        int sliceChunks = 1 + random.nextInt(8);
        HistorySlice slice = new HistorySlice(1);
        WindowedHistoryChecker checker =
                new WindowedHistoryChecker(options, model, writers, 1 + random.nextInt(40), 1 << 20);
        model.record(
                chunk -> {
                    slice.offer(chunk);
                    if (random.nextInt(sliceChunks) == 0) {
                        checker.accept(slice.take());
                    }
                    return true;
                },
                writers,
                32 + random.nextInt(200));
        checker.accept(slice.take());
        return checker.finish(finalState);
    }

    private static void loseTrack(HistoryModel model, Random random) {
        int oneIn = new int[] {0, 5, 20, 3}[random.nextInt(4)];
        for (Tx tx : model.transactions) {
            if (oneIn > 0 && tx.outcome == Outcome.COMMITTED && random.nextInt(oneIn) == 0) {
                tx.outcome = Outcome.UNKNOWN;
                tx.recordedNs += (long) random.nextInt(3) * random.nextInt(3000);
                tx.client = 2000 + (int) (tx.id - 10000);
            }
        }
    }

    private static boolean damagedFails(long seed) {
        CheckOptions options = STRICT.withVersions(seed % 3 != 0 ? Versions.SHARED : Versions.COUNTED);
        HistoryModel model = options.versions().apply(0) == Versions.SHARED
                ? RandomHistory.of(seed, 150)
                : RandomHistory.withOwnHeaders(seed, 150);
        damage(model, new Random(seed));
        Verdict whole = whole(model, options);
        assertAgree(seed, whole, windowed(model, options));
        return !whole.passed();
    }

    /**
     * Loses track of many transactions, and damages up to two, and a row of the final state on one replica or on all.
     */
    private static void assertAgreeWithManyUnknowns(long seed) {
        CheckOptions options = STRICT.withVersions(seed % 3 != 0 ? Versions.SHARED : Versions.COUNTED);
        HistoryModel model = options.versions().apply(0) == Versions.SHARED
                ? RandomHistory.of(seed, 100)
                : RandomHistory.withOwnHeaders(seed, 100);
        Random random = new Random(seed * 31 + 7);
        loseTrack(model, random);
        for (int damages = random.nextInt(3); damages > 0; damages--) {
            model.transactions.removeIf(tx -> tx.ops.isEmpty());
            damage(model, random);
        }
        FinalState finalState = damagedFinalState(model, random);
        Verdict whole = HistoryChecker.check(model.recorded(), options, model, finalState);
        Verdict windowed = windowed(model, options, finalState);
        assertAgree(seed, whole, windowed);
        assertEquals(whole.replicasEqual(), windowed.replicasEqual(), "seed " + seed);
        if (whole.passed()) {
            assertEquals(met(whole), met(windowed), "seed " + seed);
        }
    }

    /** The same, but for what transactions could not have shown: who forgets some does not know. */
    private static Verdict met(Verdict verdict) {
        return new Verdict(
                verdict.serializable(),
                verdict.promise(),
                verdict.strict(),
                verdict.replicasChecked(),
                verdict.replicasEqual(),
                verdict.replicasUnjudged(),
                verdict.transactionsChecked(),
                verdict.operationsChecked(),
                verdict.committed(),
                verdict.aborted(),
                verdict.unknown(),
                verdict.unknownCommitted(),
                verdict.accountSums(),
                verdict.apart(),
                verdict.forgottenUnknown(),
                verdict.unnamed(),
                Set.of(),
                verdict.anomalies(),
                verdict.anomalyCounts(),
                verdict.allowed(),
                verdict.end());
    }

    private static FinalState damagedFinalState(HistoryModel model, Random random) {
        int where = random.nextInt(3);
        if (where == 0 || model.finalRows.isEmpty()) {
            return model.finalState();
        }
        Op damaged = model.finalRows.get(random.nextInt(model.finalRows.size()));
        int onlyNode = where == 1 ? -1 : random.nextInt(3);
        int how = random.nextInt(4);
        long hash = how == 0 ? random.nextInt(3) : damaged.hash;
        long version = damaged.version + (how == 1 ? -1 : how == 2 ? 1 : 0);
        return visitor -> {
            for (int node = 0; node < 3; node++) {
                visitor.replica(node, 0, node == 0);
                for (Op op : model.finalRows) {
                    if (op != damaged || (onlyNode >= 0 && onlyNode != node)) {
                        visitor.row(op.table, op.key, op.version, op.hash);
                    } else if (how < 3) {
                        visitor.row(op.table, op.key, version, hash);
                    }
                }
            }
        };
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

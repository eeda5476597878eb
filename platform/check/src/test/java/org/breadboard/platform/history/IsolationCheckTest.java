// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Promises below serializability: of histories made by a store with versions, and by hand. */
class IsolationCheckTest {
    private static final int X = 0;
    private static final int Y = 1;

    private static Verdict check(HistoryModel model, Promise promise) {
        return HistoryChecker.check(
                model.recorded(), CheckOptions.serializable().withPromise(promise), model, null);
    }

    private static HistoryModel model(int keys) {
        HistoryModel model = new HistoryModel();
        for (int key = 0; key < keys; key++) {
            model.initially(0, key, 0, 0);
        }
        return model;
    }

    private static void assertFound(Promise promise, AnomalyKind kind, HistoryModel model) {
        Verdict verdict = check(model, promise);
        assertFalse(verdict.kept() || verdict.serializable(), promise + " " + verdict);
        assertTrue(
                verdict.anomalyCounts().containsKey(kind), verdict.anomalies().toString());
    }

    private static void assertAllowed(Promise promise, AnomalyKind kind, HistoryModel model) {
        Verdict verdict = check(model, promise);
        assertTrue(verdict.kept(), verdict.anomalies().toString());
        assertFalse(verdict.serializable(), "nobody promised that, and it is not");
        assertTrue(verdict.allowed().containsKey(kind), verdict.allowed().toString());
    }

    // By hand. Versions are hashes, too.

    @Test
    void shouldAllowWriteSkewToSnapshotsAlone() {
        HistoryModel model = model(2);
        model.tx(1, 10, 90).instants(0, 1).read(0, X, 0, 0).read(0, Y, 0, 0).write(0, X, 1, 1);
        model.tx(2, 10, 90).instants(0, 2).read(0, X, 0, 0).read(0, Y, 0, 0).write(0, Y, 1, 1);
        assertAllowed(Promise.SNAPSHOT_ISOLATION, AnomalyKind.G2_ITEM, model);
        assertEquals(1, check(model, Promise.SNAPSHOT_ISOLATION).allowed().get(AnomalyKind.G2_ITEM));
        assertAllowed(Promise.READ_ATOMIC, AnomalyKind.G2_ITEM, model);
        assertFound(Promise.SERIALIZABLE, AnomalyKind.G2_ITEM, model);
    }

    @Test
    void shouldCallALostUpdateWhatItIs() {
        HistoryModel model = model(1);
        model.tx(1, 10, 90).read(0, X, 0, 0).write(0, X, 1, 1);
        model.tx(2, 10, 90).read(0, X, 0, 0).write(0, X, 2, 2);
        assertFound(Promise.SNAPSHOT_ISOLATION, AnomalyKind.LOST_UPDATE, model);
        assertAllowed(Promise.READ_ATOMIC, AnomalyKind.LOST_UPDATE, model);
        assertAllowed(Promise.READ_COMMITTED, AnomalyKind.LOST_UPDATE, model);
    }

    @Test
    void shouldFindAFracturedRead() {
        HistoryModel model = model(2);
        model.tx(1, 10, 90).write(0, X, 1, 1).write(0, Y, 1, 1);
        model.tx(2, 10, 90).read(0, X, 1, 1).read(0, Y, 0, 0);
        assertAllowed(Promise.READ_COMMITTED, AnomalyKind.FRACTURED_READ, model);
        assertFound(Promise.READ_ATOMIC, AnomalyKind.FRACTURED_READ, model);
        assertFound(Promise.SNAPSHOT_ISOLATION, AnomalyKind.G_SIB, model);
        assertFound(Promise.SNAPSHOT_ISOLATION, AnomalyKind.G_SINGLE, model);
        Verdict verdict = check(model, Promise.READ_COMMITTED);
        assertEquals(
                Set.of(AnomalyKind.FRACTURED_READ, AnomalyKind.G_SINGLE),
                verdict.allowed().keySet(),
                "read skew is no write skew");
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllowNobodyToReadInACircle(Promise promise) {
        HistoryModel model = model(2);
        model.tx(1, 10, 90).read(0, Y, 1, 1).write(0, X, 1, 1);
        model.tx(2, 10, 90).read(0, X, 1, 1).write(0, Y, 1, 1);
        assertFound(promise, AnomalyKind.G1C, model);
    }

    @Test
    void shouldHoldATransactionToTheInstantsThatItNames() {
        HistoryModel late = model(1);
        late.tx(1, 10, 20).instants(0, 5).write(0, X, 1, 1);
        late.tx(2, 30, 40).instants(4, 4).read(0, X, 1, 1);
        assertFound(Promise.SNAPSHOT_ISOLATION, AnomalyKind.G_SIA, late);
        assertTrue(check(late, Promise.SNAPSHOT_ISOLATION)
                .anomalies()
                .toString()
                .contains("committed at instant 5, and it reads the state of instant 4"));
        HistoryModel early = model(1);
        early.tx(1, 10, 20).instants(0, 5).write(0, X, 1, 1);
        early.tx(2, 30, 40).instants(5, 5).read(0, X, 0, 0);
        assertFound(Promise.SNAPSHOT_ISOLATION, AnomalyKind.G_SIB, early);
        HistoryModel blind = model(1);
        blind.tx(1, 10, 20).instants(0, 5).write(0, X, 1, 1);
        blind.tx(2, 10, 40).instants(4, 6).write(0, X, 2, 2);
        assertFound(Promise.SNAPSHOT_ISOLATION, AnomalyKind.G_SIA, blind);
        for (HistoryModel each : List.of(late, early, blind)) {
            assertTrue(check(each, Promise.SERIALIZABLE).kept(), "some order explains it");
            assertTrue(check(each, Promise.READ_ATOMIC).kept());
        }
    }

    @Test
    void shouldCountWhoNamesNoInstant() {
        HistoryModel model = model(1);
        model.tx(1, 10, 20).instants(0, 5).write(0, X, 1, 1);
        model.tx(2, 30, 40).read(0, X, 1, 1);
        assertEquals(1, check(model, Promise.SNAPSHOT_ISOLATION).unnamed());
        assertEquals(0, check(model, Promise.READ_ATOMIC).unnamed());
    }

    // By a store.

    /** What a store does otherwise than snapshot isolation has it. */
    private enum Slip {
        NONE,
        /** Who writes what was committed since it began does not give up. */
        LAST_COMMITTER_WINS,
        /** Reads show what is committed just then. */
        READS_NEWEST,
        /** Reads show what was committed a moment before the transaction began. */
        READS_OLDER
    }

    /** A run of transactions on a store with versions; each reads two or three keys and writes one or two. */
    private static HistoryModel stored(long seed, int transactions, Slip slip, boolean instants) {
        Random random = new Random(seed);
        int keys = 3 + random.nextInt(4);
        HistoryModel model = model(keys);
        List<List<Long>> committed = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            committed.add(new ArrayList<>(List.of(0L)));
        }
        record Open(Tx tx, long began, Set<Integer> writes) {}
        List<Open> open = new ArrayList<>();
        long now = 10;
        for (int begun = 0; begun < transactions || !open.isEmpty(); ) {
            now++;
            if (begun < transactions && open.size() < 4 && random.nextBoolean()) {
                HistoryModel aside = new HistoryModel();
                open.add(new Open(aside.tx(++begun, now, 0), now, new TreeSet<>()));
                continue;
            }
            if (open.isEmpty()) {
                continue;
            }
            Open one = open.get(random.nextInt(open.size()));
            int key = random.nextInt(keys);
            long of = one.began - (slip == Slip.READS_OLDER ? 12 : 0);
            if (one.tx.ops.size() < 3) {
                long seen = slip == Slip.READS_NEWEST ? now : of;
                if (one.tx.ops.stream().noneMatch(op -> op.key == key)) {
                    long version =
                            committed.get(key).stream().filter(at -> at <= seen).count() - 1;
                    one.tx.read(0, key, Math.max(0, version), Math.max(0, version));
                    if (random.nextInt(3) > 0) {
                        one.writes.add(key);
                    }
                }
                continue;
            }
            open.remove(one);
            boolean late = one.writes.stream().anyMatch(each -> latest(committed.get(each)) > of);
            if (late && slip != Slip.LAST_COMMITTER_WINS) {
                continue;
            }
            one.tx.completionNs = now + 100;
            one.tx.recordedNs = one.tx.completionNs;
            for (int each : one.writes) {
                committed.get(each).add(now);
                int version = committed.get(each).size() - 1;
                one.tx.write(0, each, version, version);
            }
            if (instants) {
                one.tx.instants(one.began, one.writes.isEmpty() ? one.began : now);
            }
            one.tx.client = 1000 + model.transactions.size();
            model.transactions.add(one.tx);
        }
        return model;
    }

    private static long latest(List<Long> instants) {
        return instants.get(instants.size() - 1);
    }

    @Test
    void shouldPassWhatAStoreOfSnapshotsDoes() {
        int skewed = 0;
        for (long seed = 1; seed <= 300; seed++) {
            for (boolean instants : new boolean[] {true, false}) {
                HistoryModel model = stored(seed, 40, Slip.NONE, instants);
                Verdict verdict = check(model, Promise.SNAPSHOT_ISOLATION);
                assertTrue(verdict.kept(), "seed " + seed + ": " + verdict.anomalies());
                boolean serializable = check(model, Promise.SERIALIZABLE).kept();
                assertEquals(serializable, verdict.serializable(), "seed " + seed);
                assertEquals(serializable, verdict.allowed().isEmpty(), "seed " + seed);
                skewed += serializable ? 0 : 1;
            }
        }
        assertTrue(skewed > 100 && skewed < 600, skewed + " were not serializable");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindWhatAStoreDoesOtherwise(Slip slip) {
        int named = 0;
        int unnamed = 0;
        int atomic = 0;
        for (long seed = 1; seed <= 100; seed++) {
            named += check(stored(seed, 40, slip, true), Promise.SNAPSHOT_ISOLATION)
                            .kept()
                    ? 0
                    : 1;
            HistoryModel model = stored(seed, 40, slip, false);
            unnamed += check(model, Promise.SNAPSHOT_ISOLATION).kept() ? 0 : 1;
            atomic += check(model, Promise.READ_ATOMIC).kept() ? 0 : 1;
            assertTrue(check(model, Promise.READ_COMMITTED).kept(), "seed " + seed);
        }
        String found = named + " with instants, " + unnamed + " without, " + atomic + " fractured";
        assertEquals(slip == Slip.NONE, named == 0, found);
        assertTrue(slip == Slip.NONE || named > 50, found);
        // Old snapshots are snapshots: only who names newer ones is wrong.
        boolean isOne = slip == Slip.NONE || slip == Slip.READS_OLDER;
        assertEquals(isOne, unnamed == 0, found);
        assertTrue(isOne || unnamed > 10, found);
        assertEquals(slip == Slip.READS_NEWEST, atomic > 0, found);
    }

    // By trying all orders.

    /**
     * Small histories at random: what each transaction read and wrote, and the order of writes of each key. Whether any
     * order of starts and commits explains one is tried by going through all of them.
     */
    @Test
    void shouldAgreeWithWhoTriesAllOrders() {
        int kept = 0;
        for (long seed = 1; seed <= 4_000; seed++) {
            Random random = new Random(seed);
            int transactions = 2 + random.nextInt(3);
            int keys = 2 + random.nextInt(2);
            long[][] reads = new long[transactions][keys];
            long[][] writes = new long[transactions][keys];
            for (int key = 0; key < keys; key++) {
                List<Integer> writers = new ArrayList<>();
                for (int t = 0; t < transactions; t++) {
                    if (random.nextInt(5) < 2) {
                        writers.add(random.nextInt(writers.size() + 1), t);
                    }
                }
                for (int i = 0; i < writers.size(); i++) {
                    writes[writers.get(i)][key] = i + 1L;
                }
                for (int t = 0; t < transactions; t++) {
                    long version = random.nextInt(writers.size() + 1);
                    boolean own = version == writes[t][key] && version > 0;
                    reads[t][key] = own || random.nextInt(4) == 0 ? -1 : version;
                }
            }
            HistoryModel model = model(keys);
            for (int t = 0; t < transactions; t++) {
                Tx tx = model.tx(t + 1, 10, 90);
                for (int key = 0; key < keys; key++) {
                    if (reads[t][key] >= 0) {
                        tx.read(0, key, reads[t][key], reads[t][key]);
                    }
                    if (writes[t][key] > 0) {
                        tx.write(0, key, writes[t][key], writes[t][key]);
                    }
                }
            }
            boolean explained =
                    explained(reads, writes, new long[keys], new long[transactions][], new boolean[transactions]);
            Verdict verdict = check(model, Promise.SNAPSHOT_ISOLATION);
            assertEquals(explained, verdict.kept(), "seed " + seed + ": " + verdict.anomalies());
            kept += explained ? 1 : 0;
        }
        assertTrue(kept > 400 && kept < 3_600, kept + " were snapshots");
    }

    /**
     * @param state the version of each key now
     * @param began the state in which each transaction began, or null
     */
    private static boolean explained(
            long[][] reads, long[][] writes, long[] state, long[][] began, boolean[] committed) {
        boolean all = true;
        for (int t = 0; t < reads.length; t++) {
            if (committed[t]) {
                continue;
            }
            all = false;
            long[] seen = began[t];
            if (seen == null) {
                boolean right = true;
                for (int key = 0; key < state.length; key++) {
                    right &= reads[t][key] < 0 || reads[t][key] == state[key];
                }
                if (right) {
                    began[t] = state.clone();
                    boolean is = explained(reads, writes, state, began, committed);
                    began[t] = null;
                    if (is) {
                        return true;
                    }
                }
                continue;
            }
            long[] after = state.clone();
            boolean right = true;
            for (int key = 0; key < state.length; key++) {
                if (writes[t][key] > 0) {
                    right &= state[key] == seen[key] && writes[t][key] == state[key] + 1;
                    after[key] = writes[t][key];
                }
            }
            if (right) {
                committed[t] = true;
                boolean is = explained(reads, writes, after, began, committed);
                committed[t] = false;
                if (is) {
                    return true;
                }
            }
        }
        return all;
    }

    /** A cycle of several anti-dependencies, no two of which follow each other. */
    @Test
    void shouldFindACycleThatNoSnapshotsExplain() {
        HistoryModel model = model(4);
        model.tx(1, 10, 90).read(0, 0, 0, 0).read(0, 1, 0, 0);
        model.tx(2, 10, 90).write(0, 0, 1, 1);
        model.tx(3, 10, 90).read(0, 0, 1, 1).read(0, 1, 0, 0);
        model.tx(4, 10, 90).write(0, 1, 1, 1);
        assertTrue(check(model, Promise.SNAPSHOT_ISOLATION).kept());
        model.tx(5, 10, 90).read(0, 1, 1, 1).read(0, 0, 0, 0);
        Verdict verdict = check(model, Promise.SNAPSHOT_ISOLATION);
        assertEquals(
                Map.of(AnomalyKind.G_SIB, 1L),
                verdict.anomalyCounts(),
                verdict.anomalies().toString());
        assertEquals(Map.of(AnomalyKind.G2_ITEM, 1L), verdict.allowed());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType.Grain;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.RecordedHistory;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

/**
 * Histories of protocols whose versions are of parts, and the same of records. Values are 20 B: parts of 8, 8 and 4 B,
 * all zero at first.
 */
class PartHistoryTest {
    private static final TableSpec TABLE = new TableSpec(0, "halves", 20, 10, false, "", 8);
    private static final Population ZEROS = new Population() {
        @Override
        public long candidates() {
            return 10;
        }

        @Override
        public long key(long index) {
            return index;
        }

        @Override
        public boolean value(long key, byte[] value) {
            return true;
        }
    };

    private final RecordedHistory history = new RecordedHistory();
    private final HistoryRecorder recorder = new HistoryRecorder(0, 0, 1, new HistoryChunkPool(128, 8), history);
    private Items items = Items.of(List.of(TABLE), Grain.PART);
    private int attempts;

    @Test
    void shouldOrderBlindWritesOfOneRecordButNotOfDifferentParts() {
        assertEquals(Set.of(), opposites(Grain.PART).anomalyCounts().keySet());
        assertEquals(
                Set.of(AnomalyKind.G0), opposites(Grain.RECORD).anomalyCounts().keySet());
    }

    /** Two transactions that overwrite different parts of two records, in opposite orders. */
    private Verdict opposites(Grain grain) {
        PartHistoryTest at = new PartHistoryTest();
        at.items = Items.of(List.of(TABLE), grain);
        for (int writer = 0; writer < 2; writer++) {
            Transaction t = new Transaction();
            t.input().begin(0, null);
            for (int key = 0; key < 2; key++) {
                int access = t.context().overwrite(0, key, 8 * writer, 8);
                t.context().putLong(access, 8 * writer, 7 + writer);
                t.installed(access, writer == key ? 1 : 2);
                t.parts(access, 3);
                t.partInstalled(access, writer, 1);
            }
            at.record(t, Outcome.COMMITTED);
        }
        return at.check(null);
    }

    @Test
    void shouldFindAStalePart() {
        overwrite(4, 8, 55, 1);
        read(4, 1, 55, 1);
        assertTrue(check(null).passed());
        // The last part is that of before, under the version of now.
        read(4, 1, 0, 1);
        assertEquals(Set.of(AnomalyKind.G1B), check(null).anomalyCounts().keySet());
    }

    @Test
    void shouldFindPartsOfDifferentMoments() {
        overwrite(4, 0, 55, 1);
        overwriteBoth(4, 66, 2, 1);
        // The first part is that of before the second transaction, the other that of after it.
        Transaction t = new Transaction();
        t.input().begin(0, null);
        byte[] value = new byte[20];
        Bytes.putLong(value, 0, 55);
        Bytes.putLong(value, 8, 66);
        int access = t.context().read(0, 4);
        t.fetched(access, 0, value, 0, 20);
        t.parts(access, 3);
        t.partFetched(access, 0, 1);
        t.partFetched(access, 1, 1);
        record(t, Outcome.COMMITTED);
        assertEquals(Set.of(AnomalyKind.G_SINGLE), check(null).anomalyCounts().keySet());
    }

    @Test
    void shouldCompareTheFinalStatePartByPart() {
        overwrite(4, 8, 55, 1);
        byte[] value = new byte[20];
        Bytes.putLong(value, 8, 55);
        assertTrue(check(finalState(value, 0, 1, 0)).passed());
        assertEquals(
                Set.of(AnomalyKind.LOST_WRITE),
                check(finalState(new byte[20], 0, 0, 0)).anomalyCounts().keySet());
        value[19] = 1;
        Verdict verdict = check(finalState(value, 0, 1, 0));
        assertTrue(verdict.passed(), "nobody touched the last part, and there is one replica");
        value[8] = 56;
        verdict = check(finalState(value, 0, 1, 0));
        assertEquals(Set.of(AnomalyKind.G1B), verdict.anomalyCounts().keySet());
        assertTrue(verdict.anomalies().get(0).sentence().contains("halves[4 part 1]"), verdict.anomalies()::toString);
    }

    @Test
    void shouldRecordWholeRecordsAsAllTheirParts() {
        Transaction t = new Transaction();
        t.input().begin(0, null);
        t.missing(t.context().insert(0, 9), 3);
        t.context().newValue(0, 20);
        t.context().putInt(0, 16, -1);
        t.installed(0, 4);
        record(t, Outcome.COMMITTED);
        assertEquals(
                List.of(
                        "READ 27 at 3",
                        "READ 28 at 3",
                        "READ 29 at 3",
                        "INSERT 27 at 4",
                        "INSERT 28 at 4",
                        "INSERT 29 at 4"),
                operations());
    }

    @Test
    void shouldRecordOfAnAbortWhatItWouldHaveWritten() {
        Transaction t = new Transaction();
        t.input().begin(0, null);
        t.context().overwrite(0, 2, 8, 12);
        t.parts(0, 3);
        record(t, Outcome.ABORTED);
        record(t, Outcome.COMMITTED);
        assertEquals(List.of("WRITE 7 at 0", "WRITE 8 at 0"), operations());
    }

    @Test
    void shouldRefuseToRecordHalfAPart() {
        Transaction t = new Transaction();
        t.input().begin(0, null);
        t.context().overwrite(0, 2, 8, 4);
        assertThrows(IllegalArgumentException.class, () -> record(t, Outcome.COMMITTED));
    }

    private void overwrite(long key, int offset, long value, long version) {
        Transaction t = new Transaction();
        t.input().begin(0, null);
        int access = t.context().overwrite(0, key, offset, 8);
        t.context().putLong(access, offset, value);
        t.installed(access, version);
        record(t, Outcome.COMMITTED);
    }

    private void overwriteBoth(long key, long value, long firstVersion, long secondVersion) {
        Transaction t = new Transaction();
        t.input().begin(0, null);
        int access = t.context().overwrite(0, key, 0, 16);
        t.context().putLong(access, 0, value);
        t.context().putLong(access, 8, value);
        t.parts(access, 3);
        t.partInstalled(access, 0, firstVersion);
        t.partInstalled(access, 1, secondVersion);
        record(t, Outcome.COMMITTED);
    }

    private void read(long key, int part, long partValue, long partVersion) {
        Transaction t = new Transaction();
        t.input().begin(0, null);
        byte[] value = new byte[20];
        Bytes.putLong(value, 8 * part, partValue);
        int access = t.context().read(0, key);
        t.fetched(access, 0, value, 0, 20);
        t.parts(access, 3);
        t.partFetched(access, part, partVersion);
        record(t, Outcome.COMMITTED);
    }

    private void record(Transaction t, Outcome outcome) {
        long nowNs = 10L * attempts;
        recorder.invoked(0, nowNs);
        recorder.begin(0, 0, ++attempts);
        new AccessRecorder(recorder, items, 0).record(t, outcome);
        recorder.end(outcome, nowNs + 5, 0);
        recorder.flush(nowNs + 5);
    }

    private Verdict check(FinalState finalState) {
        InitialState initial = (table, key, answer) -> items.describe(table, key, ZEROS, new byte[20], answer);
        CheckOptions options = CheckOptions.serializable()
                .withNames(type -> "type", table -> TABLE.name())
                .withKeyNames(items::name);
        return HistoryChecker.check(history, options, initial, finalState);
    }

    /** One replica that holds record 4 and nothing else. */
    private FinalState finalState(byte[] value, long... versions) {
        return visitor -> {
            visitor.replica(0, 0, true);
            ProtocolNode.RecordVisitor rows = items.rows(visitor::row);
            rows.parts(0, 4, versions, value, value.length);
        };
    }

    private List<String> operations() {
        Map<Integer, String> kinds = Map.of(0, "READ", 1, "WRITE", 2, "INSERT", 3, "DELETE");
        List<String> operations = new ArrayList<>();
        history.forEach(record -> {
            for (int i = 0; i < record.operations(); i++) {
                operations.add(kinds.get(record.kind(i)) + " " + record.key(i) + " at " + record.version(i));
            }
        });
        return operations;
    }
}

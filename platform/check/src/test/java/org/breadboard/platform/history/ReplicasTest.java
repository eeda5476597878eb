// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** What the checker says of copies that are not alike in the end. */
class ReplicasTest {
    private static final CheckOptions STRICT = CheckOptions.serializable().withStrict(true);

    @Test
    void shouldCompareReplicas() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 10).insert(9, 1, 4, 5);
        record Row(long key, long version, long hash) {}
        record Case(Row backup, boolean versions, boolean equal) {}
        for (Case c : List.of(
                new Case(new Row(1, 4, 5), true, true),
                new Case(new Row(1, 3, 5), false, true),
                new Case(new Row(1, 3, 5), true, false),
                new Case(new Row(1, 4, 6), false, false),
                new Case(new Row(2, 4, 5), false, false))) {
            FinalState state = visitor -> {
                visitor.replica(0, 3, true);
                visitor.row(9, 1, 4, 5);
                visitor.replica(1, 3, false);
                visitor.row(9, c.backup.key, c.backup.version, c.backup.hash);
            };
            Verdict verdict = HistoryChecker.check(
                    model.recorded(),
                    STRICT.withVersions(c.versions ? Versions.WHILE_PRESENT : Versions.SHARED),
                    model,
                    state);
            assertEquals(c.equal, verdict.replicasEqual(), c + ": " + verdict.anomalies());
            assertEquals(c.equal, verdict.passed(), c + ": " + verdict.anomalies());
        }
    }

    @Test
    void shouldLeaveOutOfTheReplicasWhatAnUnknownTransactionWroteLast() {
        for (long laterVersion : new long[] {4, 6}) {
            HistoryModel model = new HistoryModel();
            model.tx(1, 0, 10).insert(9, 1, laterVersion, 5);
            model.tx(2, 20, 30).write(9, 1, 5, 6).outcome(Outcome.UNKNOWN);
            FinalState state = visitor -> {
                visitor.replica(0, 3, true);
                visitor.row(9, 1, laterVersion, 5);
                visitor.replica(1, 3, false);
                visitor.row(9, 1, 5, 6);
            };
            Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, model, state);
            assertEquals(
                    laterVersion < 5,
                    verdict.replicasEqual(),
                    verdict.anomalies().toString());
            assertEquals(laterVersion < 5 ? 1 : 0, verdict.replicasUnjudged(), "left out, and told");
        }
    }

    @Test
    void shouldCompareReplicasInKeysThatNoTransactionTouched() {
        HistoryModel model = new HistoryModel();
        FinalState state = visitor -> {
            for (int node = 0; node < 3; node++) {
                visitor.replica(node, 0, node == 0);
                visitor.row(1, 1, 0, 5);
                visitor.row(1, 2, 0, node == 2 ? 7 : 6);
            }
        };
        Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, null, state);
        assertEquals(
                Set.of(AnomalyKind.REPLICAS_DIFFER), verdict.anomalyCounts().keySet());
        assertTrue(verdict.serializable());
    }

    @Test
    void shouldReportAnEmptyReplica() {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 10).insert(9, 1, 1, 5);
        FinalState state = visitor -> {
            visitor.replica(0, 0, true);
            visitor.row(9, 1, 1, 5);
            visitor.replica(1, 0, false);
        };
        Verdict verdict = HistoryChecker.check(model.recorded(), STRICT, model, state);
        assertEquals(
                "table 9[1] is present on node 0 and absent on node 1.",
                verdict.anomalies().get(0).sentence());
    }
}

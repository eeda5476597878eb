// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** A copy that is shown by how it differs from its primary is judged like one that is shown whole. */
class CopiesByDifferenceTest {
    private static final int COPIES = 3;

    /** A row: table, key, version, hash. */
    private record Row(int table, long key, long version, long hash) {}

    @Test
    void shouldJudgeACopyByItsDifferencesLikeAWholeOne() {
        int differing = 0;
        for (long seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            CheckOptions options = CheckOptions.serializable()
                    .withVersions(random.nextBoolean() ? Versions.SHARED : Versions.WHILE_PRESENT);
            HistoryModel model = RandomHistory.of(seed, 60);
            List<List<Row>> copies = copies(model, random);
            Verdict whole = HistoryChecker.check(model.recorded(), options, model, visitor -> {
                for (int copy = 0; copy < COPIES; copy++) {
                    visitor.replica(copy, 0, copy == 0);
                    copies.get(copy).forEach(row -> visitor.row(row.table, row.key, row.version, row.hash));
                }
            });
            Verdict byDifference = HistoryChecker.check(model.recorded(), options, model, visitor -> {
                visitor.replica(0, 0, true);
                copies.get(0).forEach(row -> visitor.row(row.table, row.key, row.version, row.hash));
                for (int copy = 1; copy < COPIES; copy++) {
                    showDifferences(visitor, copy, copies.get(0), copies.get(copy), random);
                }
            });
            assertEquals(whole, byDifference, "seed " + seed);
            differing += whole.replicasEqual() ? 0 : 1;
        }
        assertTrue(differing > 100 && differing < 300, differing + " of 400 final states have copies that differ");
    }

    /** Leaves out what the copy does not have, and some of what it has, too, as what stands on a written page. */
    private static void showDifferences(
            FinalState.Visitor visitor, int copy, List<Row> primary, List<Row> own, Random random) {
        visitor.likePrimary(copy, 0);
        List<Row> added = new ArrayList<>(own);
        for (Row row : primary) {
            if (!own.contains(row) || random.nextBoolean()) {
                visitor.without(row.table, row.key, row.version, row.hash);
            } else {
                added.remove(row);
            }
        }
        added.forEach(row -> visitor.row(row.table, row.key, row.version, row.hash));
    }

    /** What three copies hold, one of them damaged in half of all cases; some keys no transaction touched. */
    private static List<List<Row>> copies(HistoryModel model, Random random) {
        List<Row> rows = new ArrayList<>();
        model.finalRows.forEach(op -> rows.add(new Row(op.table, op.key, op.version, op.hash)));
        for (int i = 0; i < 20; i++) {
            rows.add(new Row(0, 1_000_000 + i, 0, random.nextInt()));
        }
        List<List<Row>> copies = new ArrayList<>();
        for (int copy = 0; copy < COPIES; copy++) {
            copies.add(new ArrayList<>(rows));
        }
        if (random.nextBoolean()) {
            List<Row> damaged = copies.get(random.nextInt(COPIES));
            int at = random.nextInt(damaged.size());
            Row row = damaged.get(at);
            switch (random.nextInt(3)) {
                case 0 -> damaged.remove(at);
                case 1 -> damaged.set(at, new Row(row.table, row.key, row.version, row.hash ^ 1));
                default -> damaged.set(at, new Row(row.table, row.key, row.version - 1, row.hash));
            }
        }
        return copies;
    }
}

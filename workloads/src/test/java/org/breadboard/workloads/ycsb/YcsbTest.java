// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** Fixed seeds: the bounds are four standard deviations wide or wider. */
class YcsbTest {
    private static final int DRAWS = 40_000;

    private final Ycsb type = new Ycsb();
    private final Settings defaults = Settings.defaultsOf(type.settings());
    private final Placement placement = new SpreadPlacement(5, 1);
    private final Transaction transaction = new Transaction();
    private final RandomStream random = TestParts.random(1, 1);

    @Test
    void shouldDrawFiveRequestsOfWhichHalfOverwriteAField() {
        Workload workload = type.create(defaults, 5, 5, 0.01);
        Workload.Generator generator = workload.generator(0, 0, placement);
        int writes = 0;
        int[] fields = new int[10];
        for (int i = 0; i < DRAWS; i++) {
            generator.next(random, transaction.input());
            transaction.run(0);
            assertEquals(5, transaction.accesses());
            Set<Long> keys = new HashSet<>();
            for (int access = 0; access < 5; access++) {
                keys.add(transaction.key(access));
                if (transaction.isOverwrite(access)) {
                    writes++;
                    assertEquals(100, transaction.overwriteBytes(access));
                    assertEquals(0, transaction.overwriteOffset(access) % 100);
                    fields[transaction.overwriteOffset(access) / 100]++;
                }
            }
            assertEquals(5, keys.size(), "different keys of draw " + i);
        }
        assertEquals(0.5, writes / (5.0 * DRAWS), 0.005);
        for (int field = 0; field < 10; field++) {
            assertEquals(0.1, fields[field] / (double) writes, 0.004, "share of field " + field);
        }
    }

    @Test
    void shouldKeepTheFrequencyOfKeysUnderAScale() {
        for (double scale : new double[] {1, 0.01}) {
            Workload.Generator generator =
                    type.create(defaults.with("requests", 1), 5, 5, scale).generator(0, 0, placement);
            long first = ScrambledRank.key(0, (long) (4_000_000 * scale));
            int drawn = 0;
            for (int i = 0; i < DRAWS; i++) {
                generator.next(random, transaction.input());
                transaction.run(0);
                drawn += transaction.key(0) == first ? 1 : 0;
            }
            assertEquals(1 / 26.469, drawn / (double) DRAWS, 0.005, "the most frequent key's share");
        }
    }

    @Test
    void shouldKeepTheShareOfLocalRequests() {
        for (double share : new double[] {0, 0.2, 0.8, 1}) {
            assertEquals(share, localShare(share), 0.005, "local " + share);
        }
        // Wherever they fall, they fall nearly evenly, but the first few weigh a lot.
        assertEquals(0.2, localShare(-1), 0.08);
    }

    private double localShare(double share) {
        Workload workload = type.create(defaults.with("local", share), 5, 5, 0.01);
        Workload.Generator generator = workload.generator(3, 0, placement);
        int local = 0;
        for (int i = 0; i < DRAWS; i++) {
            generator.next(random, transaction.input());
            transaction.run(0);
            for (int access = 0; access < 5; access++) {
                local += placement.primary(0, transaction.key(access)) == 3 ? 1 : 0;
            }
        }
        return local / (5.0 * DRAWS);
    }

    @Test
    void shouldFindAFieldThatIsOldInPartsOrInTheWrongPlace() {
        Workload workload = type.create(defaults, 5, 5, 0.0001);
        byte[] value = new byte[1_000];
        assertTrue(workload.population(0).value(7, value));
        byte[] swapped = value.clone();
        System.arraycopy(value, 100, swapped, 200, 100);
        byte[] other = new byte[1_000];
        assertTrue(workload.population(0).value(8, other));
        byte[] foreign = value.clone();
        System.arraycopy(other, 0, foreign, 0, 100);
        byte[] torn = value.clone();
        transaction.input().begin(0, workload.transactions().get(0));
        int access = transaction.context().overwrite(0, 7, 300, 100);
        Field.put(transaction.context(), access, 3, 12_345, 100);
        byte[] values = transaction.values();
        System.arraycopy(values, transaction.overwriteAt(access), torn, 300, 64);
        assertEquals(
                List.of(false, true, true, true),
                List.of(
                        damaged(workload, value),
                        damaged(workload, swapped),
                        damaged(workload, foreign),
                        damaged(workload, torn)));
        System.arraycopy(values, transaction.overwriteAt(access), torn, 300, 100);
        assertFalse(damaged(workload, torn), "now it is whole");
    }

    private static boolean damaged(Workload workload, byte[] value) {
        Invariant.Changes check =
                (Invariant.Changes) workload.invariants().get(0).begin();
        byte[] first = new byte[1_000];
        workload.population(0).value(7, first);
        check.was(0, 7, first);
        check.record(0, 7, value);
        return check.violation(0) != null;
    }

    @Test
    void shouldAskForTheIndexOfItsStore() {
        List<String> stores = List.of("ht", "map", "btree", "bplustree");
        List<String> indexes = List.of("hash-table", "map", "b-tree", "bplus-tree");
        for (int i = 0; i < stores.size(); i++) {
            TableSpec table = type.create(defaults.with("store", stores.get(i)), 5, 5, 0.01)
                    .tables()
                    .get(0);
            assertEquals(indexes.get(i), table.index());
            assertEquals(1_000, table.valueBytes());
            assertEquals(100, table.partBytes());
        }
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        assertRefused("a share from 0 to 1", defaults.with("local", -0.5), 5, 1);
        assertRefused("on one node all records are local", defaults.with("local", 0.5), 1, 1);
        assertRefused(
                "make a record of more than 65536 B",
                defaults.with("fields", 100).with("fieldBytes", 1_000),
                5,
                1);
        assertRefused("4 of 4000000 YCSB keys", defaults, 5, 1e-6);
        type.create(defaults.with("local", 1), 1, 1, 0.001);
    }

    private void assertRefused(String why, Settings settings, int nodes, double scale) {
        RefusedException refused = assertThrows(RefusedException.class, () -> type.create(settings, nodes, 5, scale));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.ChiSquare;
import org.junit.jupiter.api.Test;

class ObjectStoreTest {
    private final ObjectStore type = new ObjectStore();
    private final Settings defaults = Settings.defaultsOf(type.settings());

    @Test
    void shouldReadFromDifferentMachines() {
        SpreadPlacement placement = new SpreadPlacement(6, 3);
        Transaction transaction = new Transaction();
        Workload.Generator generator = type.create(defaults, 6, 1, 0.001).generator(0, 0, placement);
        RandomStream random = TestParts.random(1, 1);
        for (int i = 0; i < 10_000; i++) {
            generator.next(random, transaction.input());
            assertEquals(Decision.FETCH, transaction.run(0));
            Set<Integer> machines = new HashSet<>();
            for (int access = 0; access < transaction.accesses(); access++) {
                machines.add(placement.primary(0, transaction.key(access)));
            }
            assertEquals(4, machines.size(), "draw " + i);
        }
    }

    @Test
    void shouldSpreadEvenlyWhereThereAreFewerMachinesThanKeys() {
        SpreadPlacement placement = new SpreadPlacement(3, 3);
        Transaction transaction = new Transaction();
        Workload.Generator generator =
                type.create(defaults.with("reads", 5), 3, 1, 0.001).generator(0, 0, placement);
        RandomStream random = TestParts.random(2, 1);
        for (int i = 0; i < 1_000; i++) {
            generator.next(random, transaction.input());
            transaction.run(0);
            int[] keys = new int[3];
            for (int access = 0; access < transaction.accesses(); access++) {
                keys[placement.primary(0, transaction.key(access))]++;
            }
            assertTrue(keys[0] <= 2 && keys[1] <= 2 && keys[2] <= 2, "draw " + i);
        }
    }

    @Test
    void shouldTossACoinForEachKey() {
        // O(4, 2): how many of 4 keys are written is binomial, and each key of 6,000 is as likely as any other.
        Workload.Generator generator = type.create(defaults, 6, 1, 0.001).generator(0, 0, new SpreadPlacement(6, 1));
        RandomStream random = TestParts.random(3, 1);
        Transaction transaction = new Transaction();
        long[] updates = new long[5];
        long[] keys = new long[6_000];
        for (int i = 0; i < 100_000; i++) {
            generator.next(random, transaction.input());
            updates[updates(transaction)]++;
            keys[(int) transaction.context().input(2)]++;
            assertEquals(updates(transaction) == 0 ? 0 : 1, transaction.type());
        }
        ChiSquare.assertFollows(new double[] {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0}, updates, "updates");
        double[] even = new double[6_000];
        Arrays.fill(even, 1 / 6_000.0);
        ChiSquare.assertFollows(even, keys, "keys");
    }

    @Test
    void shouldUpdateExactlySoManyWhereAskedTo() {
        Workload.Generator generator = type.create(defaults.with("binomialWrites", false), 6, 1, 0.001)
                .generator(0, 0, new SpreadPlacement(6, 1));
        RandomStream random = TestParts.random(3, 1);
        Transaction transaction = new Transaction();
        for (int i = 0; i < 1_000; i++) {
            generator.next(random, transaction.input());
            assertEquals(2, updates(transaction), "draw " + i);
        }
    }

    private static int updates(Transaction transaction) {
        return Long.bitCount(transaction.context().input(1) >>> 32);
    }

    @Test
    void shouldRefuseToUpdateMoreThanItReads() {
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> type.create(defaults.with("reads", 1).with("writes", 2), 3, 1, 1));
        assertEquals(
                "workload.writes is 2, but a transaction updates only keys that it reads: it must be at most"
                        + " workload.reads, 1.",
                refused.getMessage());
        assertThrows(RefusedException.class, () -> type.create(defaults, 3, 1, 1e-6));
    }
}

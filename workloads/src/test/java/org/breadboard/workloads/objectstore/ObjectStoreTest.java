package org.breadboard.workloads.objectstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.testkit.ChosenSettings;
import org.breadboard.testkit.SpreadPlacement;
import org.junit.jupiter.api.Test;

class ObjectStoreTest {
    private final ObjectStore type = new ObjectStore();
    private final ChosenSettings defaults = ChosenSettings.of(type.settings());

    @Test
    void shouldReadFromDifferentMachines() {
        SpreadPlacement placement = new SpreadPlacement(6, 3);
        Transaction transaction = new Transaction();
        Workload.Generator generator = type.create(defaults, 6, 1, 0.001).generator(0, 0, placement);
        SeededStream random = new SeededStream(1, 1);
        for (int i = 0; i < 10_000; i++) {
            generator.next(random, transaction);
            assertEquals(Decision.FETCH, transaction.logic().run(0, transaction));
            Set<Integer> machines = new HashSet<>();
            int updates = 0;
            for (int access = 0; access < transaction.accesses(); access++) {
                machines.add(placement.primary(0, transaction.key(access)));
                updates += transaction.mode(access).writes() ? 1 : 0;
            }
            assertEquals(4, machines.size(), "draw " + i);
            assertEquals(2, updates, "draw " + i);
        }
    }

    @Test
    void shouldSpreadEvenlyWhereThereAreFewerMachinesThanKeys() {
        SpreadPlacement placement = new SpreadPlacement(3, 3);
        Transaction transaction = new Transaction();
        Workload.Generator generator =
                type.create(defaults.with("reads", 5), 3, 1, 0.001).generator(0, 0, placement);
        SeededStream random = new SeededStream(2, 1);
        for (int i = 0; i < 1_000; i++) {
            generator.next(random, transaction);
            transaction.logic().run(0, transaction);
            int[] keys = new int[3];
            for (int access = 0; access < transaction.accesses(); access++) {
                keys[placement.primary(0, transaction.key(access))]++;
            }
            assertTrue(keys[0] <= 2 && keys[1] <= 2 && keys[2] <= 2, "draw " + i);
        }
    }

    @Test
    void shouldUpdateOnAverageWhereAskedTo() {
        Workload.Generator generator = type.create(defaults.with("binomialWrites", true), 6, 1, 0.001)
                .generator(0, 0, new SpreadPlacement(6, 1));
        SeededStream random = new SeededStream(3, 1);
        Transaction transaction = new Transaction();
        int readOnly = 0;
        long updates = 0;
        for (int i = 0; i < 100_000; i++) {
            generator.next(random, transaction);
            readOnly += transaction.type() == 0 ? 1 : 0;
            updates += Long.bitCount(transaction.input(1) >>> 32);
        }
        assertEquals(2, updates / 100_000.0, 0.02);
        assertEquals(1 / 16.0, readOnly / 100_000.0, 0.004);
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

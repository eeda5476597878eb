// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.NoLogic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random accesses, locks and guards, against lists of them. */
class LocalFootprintTest {
    private static final int TABLES = 2;
    private static final int PARTITIONS = 3;
    private static final int HEADERS = 5;

    private static int partition(long key) {
        return (int) (key % PARTITIONS);
    }

    private static long header(long key) {
        return key % HEADERS * 8;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindTheLastWriteOfEachKeyAndOfEachHeader(long seed) {
        Random random = new Random(seed);
        LocalFootprint footprint = new LocalFootprint();
        Transaction transaction = new Transaction();
        for (int round = 0; round < 50; round++) {
            transaction.input().begin(0, NoLogic.NONE);
            footprint.clear();
            int accesses = random.nextInt(40);
            boolean[] local = new boolean[accesses];
            for (int i = 0; i < accesses; i++) {
                long key = random.nextInt(30);
                int access = transaction.context().update(random.nextInt(TABLES), key);
                if (random.nextBoolean()) {
                    transaction.fetched(access, 1, new byte[8], 0, 8);
                    transaction.context().putLong(access, 0, 1);
                }
                local[i] = random.nextInt(4) != 0;
                if (local[i]) {
                    footprint.place(i, partition(key), header(key));
                }
            }
            footprint.order(transaction);
            for (int i = 0; i < accesses; i++) {
                String where = "seed " + seed + ", round " + round + ", access " + i;
                assertEquals(local[i], footprint.is(i, LocalFootprint.LOCAL), where);
                boolean stored = local[i] && transaction.written(i);
                boolean last = stored;
                for (int later = i + 1; later < accesses; later++) {
                    if (local[later] && transaction.written(later) && isUnderOneHeader(transaction, i, later)) {
                        last = false;
                        stored &= transaction.key(later) != transaction.key(i);
                    }
                }
                assertEquals(stored, footprint.is(i, LocalFootprint.STORED), where);
                assertEquals(last, footprint.is(i, LocalFootprint.LAST), where);
                if (local[i]) {
                    assertEquals(partition(transaction.key(i)), footprint.partition(i), where);
                    assertEquals(header(transaction.key(i)), footprint.header(i), where);
                }
            }
            assertFalse(footprint.is(accesses, LocalFootprint.LOCAL), "one that is not known");
        }
    }

    private static boolean isUnderOneHeader(Transaction transaction, int one, int other) {
        long a = transaction.key(one);
        long b = transaction.key(other);
        return transaction.table(one) == transaction.table(other)
                && partition(a) == partition(b)
                && header(a) == header(b);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldFindALockByTableAndPartitionAndHeader(long seed) {
        Random random = new Random(seed);
        LocalFootprint footprint = new LocalFootprint();
        for (int round = 0; round < 20; round++) {
            footprint.clear();
            List<List<Long>> locks = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                List<Long> lock = List.of(
                        (long) random.nextInt(TABLES), (long) random.nextInt(PARTITIONS), random.nextInt(20) * 8L);
                int found =
                        footprint.findLock(lock.get(0).intValue(), lock.get(1).intValue(), lock.get(2));
                assertEquals(locks.indexOf(lock), found, "seed " + seed + ", lock " + lock);
                if (found == LocalFootprint.NONE) {
                    footprint.lock(lock.get(0).intValue(), lock.get(1).intValue(), lock.get(2), i);
                    int at = locks.size();
                    locks.add(lock);
                    assertEquals(lock.get(0).intValue(), footprint.lockTable(at));
                    assertEquals(lock.get(1).intValue(), footprint.lockPartition(at));
                    assertEquals(lock.get(2), footprint.lockHeader(at));
                    assertEquals(i, footprint.lockWord(at));
                }
            }
            assertEquals(locks.size(), footprint.locks());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldForgetTheGuardsOfOnePartOfOneRangeOnly(long seed) {
        Random random = new Random(seed);
        LocalFootprint footprint = new LocalFootprint();
        List<List<Long>> guards = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int range = random.nextInt(6);
            int partition = random.nextInt(3);
            if (random.nextInt(3) == 0) {
                footprint.unguard(range, partition);
                guards.removeIf(guard -> guard.get(0) == range && guard.get(1) == partition);
            } else {
                int passed = random.nextInt(5);
                int base = 100 * i;
                footprint.guard(range, partition, passing(passed, base));
                for (int guard = 0; guard < passed; guard++) {
                    guards.add(List.of((long) range, (long) partition, base + 8L * guard, base + guard + 1L));
                }
            }
            assertEquals(guards.size(), footprint.guards(), "seed " + seed + ", step " + i);
            for (int guard = 0; guard < guards.size(); guard++) {
                assertEquals(
                        guards.get(guard),
                        List.of(
                                (long) footprint.guardRange(guard),
                                (long) footprint.guardPartition(guard),
                                footprint.guardAddress(guard),
                                footprint.guardVersion(guard)),
                        "seed " + seed + ", step " + i);
            }
        }
    }

    /** A cursor that has passed so many guards. */
    private static Cursor passing(int guards, long base) {
        return (Cursor) Proxy.newProxyInstance(
                Cursor.class.getClassLoader(),
                new Class<?>[] {Cursor.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "guards" -> guards;
                    case "guardAddress" -> base + 8L * (int) arguments[0];
                    case "guardVersion" -> base + 1L + (int) arguments[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}

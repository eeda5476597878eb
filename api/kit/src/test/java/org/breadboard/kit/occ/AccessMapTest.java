// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.NoLogic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random accesses, placed a few at a time, against what a look at all of them says. */
class AccessMapTest {
    private static final Placement PLACEMENT = new Placement() {
        @Override
        public int partitions() {
            return 40_000;
        }

        @Override
        public int partition(int table, long key) {
            return (int) (key * 7_919 % partitions());
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int node(int partition, int index) {
            return partition % 1_000;
        }
    };

    private static final class Map extends AccessMap {
        Map() {
            super(-1, 5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldSayWhatALookAtAllAccessesSays(long seed) {
        Random random = new Random(seed);
        Map map = new Map();
        Transaction transaction = new Transaction();
        for (int round = 0; round < 20; round++) {
            transaction.input().begin(0, NoLogic.NONE);
            map.clear();
            Set<Integer> locked = new HashSet<>();
            int accesses = random.nextInt(60);
            for (int i = 0; i < accesses; i++) {
                declare(random, transaction);
                if (random.nextBoolean()) {
                    map.place(transaction, PLACEMENT);
                    map.word(i, 0, i);
                }
            }
            map.place(transaction, PLACEMENT);
            for (int i = 0; i < accesses; i++) {
                if (random.nextInt(4) == 0) {
                    map.lock(i);
                    locked.add(leader(transaction, i));
                } else if (random.nextInt(4) == 0) {
                    map.unlock(i);
                    locked.remove(leader(transaction, i));
                }
            }
            for (int i = 0; i < accesses; i++) {
                check(map, transaction, i, locked, "seed " + seed + ", round " + round + ", access " + i);
            }
            assertEquals(false, map.holdsLock(accesses), "one that is not placed");
        }
    }

    private static void declare(Random random, Transaction transaction) {
        int table = random.nextInt(2);
        long key = random.nextInt(20);
        int access = random.nextBoolean()
                ? transaction.context().read(table, key)
                : transaction.context().update(table, key);
        if (transaction.mode(access).writes() && random.nextBoolean()) {
            transaction.fetched(access, 1, new byte[8], 0, 8);
            transaction.context().putLong(access, 0, 1);
        }
    }

    private static void check(Map map, Transaction transaction, int access, Set<Integer> locked, String where) {
        int partition = PLACEMENT.partition(transaction.table(access), transaction.key(access));
        int leader = leader(transaction, access);
        assertEquals(partition, map.partition(access), where);
        assertEquals(PLACEMENT.node(partition, 0), map.node(access), where);
        assertEquals(leader, map.leader(access), where);
        assertEquals(leader == access, map.leads(access), where);
        assertEquals(locked.contains(leader), map.isLocked(access), where);
        assertEquals(leader == access && locked.contains(access), map.holdsLock(access), where);
        assertEquals(5, map.word(access, 1), where);
        int last = -1;
        boolean may = false;
        for (int i = 0; i < transaction.accesses(); i++) {
            boolean same = leader(transaction, i) == leader;
            last = same && transaction.written(i) ? i : last;
            may |= same && i >= access && transaction.mode(i).writes();
        }
        assertEquals(last, map.lastWrite(transaction, leader), where);
        assertEquals(last == access, map.isLastWrite(transaction, access), where);
        assertEquals(leader == access && last >= 0, map.leadsWrite(transaction, access), where);
        assertEquals(may, map.mayWrite(transaction, leader, access), where);
    }

    private static int leader(Transaction transaction, int access) {
        for (int i = 0; i < access; i++) {
            if (transaction.key(i) == transaction.key(access) && transaction.table(i) == transaction.table(access)) {
                return i;
            }
        }
        return access;
    }
}

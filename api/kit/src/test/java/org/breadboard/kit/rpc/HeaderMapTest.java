// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Proxy;
import java.util.Random;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.NoLogic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random accesses to few headers, against what a look at all of them says. */
class HeaderMapTest {
    private static final int HEADERS = 6;

    private static final Placement PLACEMENT = new Placement() {
        @Override
        public int partitions() {
            return 3;
        }

        @Override
        public int partition(int table, long key) {
            return (int) (key % 3);
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int node(int partition, int index) {
            return partition;
        }
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldAHeaderForAllAccessesUnderIt(long seed) {
        Random random = new Random(seed);
        HeaderMap map = new HeaderMap(new Store[] {store(), store()}, PLACEMENT, null, 2);
        Transaction transaction = new Transaction();
        for (int round = 0; round < 20; round++) {
            transaction.input().begin(0, NoLogic.NONE);
            map.clear();
            int accesses = 1 + random.nextInt(40);
            for (int i = 0; i < accesses; i++) {
                int access = transaction.context().update(random.nextInt(2), random.nextInt(60));
                if (random.nextInt(4) == 0) {
                    transaction.fetched(access, 1, new byte[8], 0, 8);
                    transaction.context().putLong(access, 0, 1);
                }
                if (random.nextInt(3) == 0) {
                    map.place(transaction);
                }
            }
            map.place(transaction);
            for (int access = 0; access < accesses; access++) {
                map.hold(access, 1 + access, 100 + access);
                map.word(access, 0, 200 + access);
                map.word(access, 1, 300 + access);
                check(map, transaction, access, "seed " + seed + ", round " + round + ", access " + access);
            }
        }
    }

    private static void check(HeaderMap map, Transaction transaction, int access, String where) {
        int first = Integer.MAX_VALUE;
        int last = -1;
        boolean written = false;
        int lastWrite = -1;
        for (int i = 0; i < transaction.accesses(); i++) {
            boolean same =
                    transaction.table(i) == transaction.table(access) && transaction.key(i) == transaction.key(access);
            lastWrite = same && transaction.written(i) ? i : lastWrite;
            if (isAlike(transaction, i, access)) {
                first = Math.min(first, i);
                last = i;
                written |= transaction.written(i);
                assertEquals(1 + access, map.held(i), where);
            } else {
                assertNotEquals(1 + access, map.held(i), where);
            }
        }
        assertEquals(last == access, map.isLast(access), where);
        assertEquals(first == access, map.isFirst(access), where);
        assertEquals(written, map.isWritten(access), where);
        assertEquals(lastWrite == access, map.isLastWrite(access), where);
        assertEquals(200 + access, map.word(first, 0), where);
        assertEquals(300 + access, map.word(last, 1), where);
        assertEquals(100 + access, map.version(access), where);
        assertEquals(100 + access + (written ? 1 : 0), map.versionAfter(access), where);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldLetCallsAboutOneHeaderWaitForEachOther(long seed) {
        Random random = new Random(seed);
        HeaderMap map = new HeaderMap(new Store[] {store(), store()}, PLACEMENT, null, 0);
        Transaction transaction = new Transaction();
        transaction.input().begin(0, NoLogic.NONE);
        for (int i = 0; i < 30; i++) {
            transaction.context().read(random.nextInt(2), random.nextInt(60));
        }
        map.place(transaction);
        int[] calls = new int[transaction.accesses()];
        for (int i = 0; i < 1000; i++) {
            int access = random.nextInt(calls.length);
            boolean may = true;
            for (int other = 0; other < calls.length; other++) {
                may &= other == access || calls[other] == 0 || !isAlike(transaction, other, access);
            }
            assertEquals(may, map.mayCall(access), "seed " + seed + ", try " + i);
            if (may && random.nextBoolean()) {
                map.called(access);
                calls[access]++;
            } else if (calls[access] > 0) {
                map.answered(access);
                calls[access]--;
            }
        }
    }

    private static boolean isAlike(Transaction transaction, int one, int other) {
        long a = transaction.key(one);
        long b = transaction.key(other);
        return transaction.table(one) == transaction.table(other)
                && PLACEMENT.partition(0, a) == PLACEMENT.partition(0, b)
                && header(a) == header(b);
    }

    private static long header(long key) {
        return key % HEADERS;
    }

    /** A store of which only headers are asked. */
    private static Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, args) -> {
                    if (!method.getName().equals("headerAddress")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return header((long) args[0]);
                });
    }
}

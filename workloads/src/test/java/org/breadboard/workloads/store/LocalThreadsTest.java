// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/**
 * Real threads on one tree. Keys are in groups of ten, and who finds a group empty puts one record into it, at any of
 * its keys: as long as there are no phantoms, no group ever has two. Each record has a twin, under the same header and
 * far away.
 */
class LocalThreadsTest {
    private static final int THREADS = 3;
    private static final int GROUPS = 12;
    private static final long TWIN = 64_000;
    private static final int ATTEMPTS = 15_000;

    private final LocalTestbed bed = new LocalTestbed(64, 4);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void shouldKeepOneRecordPerGroupAndBackupsEqual() throws InterruptedException {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            workers.add(new Worker(i));
        }
        run(workers.stream().<Runnable>map(worker -> worker::work).toList());
        run(workers.stream().<Runnable>map(worker -> worker::backUp).toList());
        SortedMap<Long, Long> content = LocalTestbed.content(bed.primary);
        TreeMap<Long, Integer> perGroup = new TreeMap<>();
        content.headMap(TWIN).keySet().forEach(key -> perGroup.merge(key / 10, 1, Integer::sum));
        assertEquals(2 * perGroup.size(), content.size());
        perGroup.keySet()
                .forEach(group -> assertEquals(
                        content.subMap(10 * group, 10 * group + 10).firstKey() + TWIN,
                        content.subMap(10 * group + TWIN, 10 * group + 10 + TWIN)
                                .firstKey()));
        perGroup.forEach((group, records) -> assertEquals(1, records, "group " + group));
        assertEquals(content, LocalTestbed.content(bed.backup));
        assertEquals(LocalTestbed.versions(bed.primary), LocalTestbed.versions(bed.backup));
        for (Worker worker : workers) {
            assertTrue(worker.committed > ATTEMPTS / 20, worker.committed + " committed");
        }
    }

    private void run(List<Runnable> bodies) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            Thread thread = new Thread(body);
            thread.setUncaughtExceptionHandler((dead, thrown) -> failure.compareAndSet(null, thrown));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join(60_000);
            assertTrue(!thread.isAlive(), "a thread hangs");
        }
        assertNull(failure.get(), () -> "a thread died of " + failure.get());
    }

    private final class Worker {
        private final FreeStep step = new FreeStep();
        private final LocalRecords hands = LocalTestbed.hands(bed.primary);
        private final LocalTransaction local = new LocalTransaction(hands);
        private final Transaction transaction = new Transaction();
        private final ArrayDeque<List<LocalTestbed.Write>> ring = new ArrayDeque<>();
        private final RandomStream random;
        private int committed;

        Worker(int number) {
            random = TestParts.random(number, 7);
        }

        void work() {
            for (int i = 0; i < ATTEMPTS && failure.get() == null; i++) {
                transaction.input().begin(0, LocalTestbed.LOGIC);
                local.begin(transaction);
                boolean commits = attempt();
                committed += commits ? 1 : 0;
                if (!commits) {
                    local.release(step);
                }
            }
        }

        private boolean attempt() {
            long group = random.nextInt(GROUPS);
            int range = transaction.context().range(0, group * 10, group * 10 + 9, 10);
            if (local.fetch(step, range, LocalTestbed.PARTITION) != null) {
                return false;
            }
            int rows = transaction.accesses() - 1;
            boolean found = rows > 0;
            long key = found ? transaction.key(1) : group * 10 + random.nextInt(10);
            if (!write(key, found) || !write(key + TWIN, found)) {
                return false;
            }
            if (local.lockWrites(step) != null || local.insert(step) != null || local.validate(step) != null) {
                return false;
            }
            assertTrue(rows <= 1, () -> "group " + group + " has " + rows + " records");
            local.installed();
            ring.add(LocalTestbed.log(transaction, local));
            local.install(step);
            return true;
        }

        private boolean write(long key, boolean found) {
            int write = found
                    ? transaction.context().delete(0, key)
                    : transaction.context().insert(0, key);
            if (local.fetch(step, write, LocalTestbed.PARTITION) != null || transaction.found(write) != found) {
                return false;
            }
            if (found) {
                transaction.context().remove(write);
            } else {
                transaction.context().newValue(write, LocalTestbed.VALUE_BYTES);
                transaction.context().putLong(write, 0, random.nextLong());
            }
            return true;
        }

        void backUp() {
            LocalRecords backups = LocalTestbed.hands(bed.backup);
            while (!ring.isEmpty() && failure.get() == null) {
                LocalTestbed.applyOne(step, ring, backups);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.rpc.LockTable.Grant;
import org.junit.jupiter.api.Test;

/**
 * Threads that race for a few locks, each with its own view of one table, by the rules of wound-wait: who stands in the
 * way of somebody older is named, and gives up if it waits.
 */
class LockTableThreadsTest {
    private static final int THREADS = 4;
    private static final int HEADERS = 3;
    private static final int TRANSACTIONS = 1_000;
    /** Room for one request of each thread for each header. */
    private static final int SLOTS = THREADS * HEADERS;

    private static final long PATIENCE_MS = 60_000;

    private static final int TABLES = 200;
    private static final int TURNS = 400;

    private Region region = new WordRegion(LockTable.regionBytes(SLOTS));
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicInteger ages = new AtomicInteger();
    private final AtomicInteger wounds = new AtomicInteger();
    /** By thread: its attempt that was wounded last. */
    private final AtomicLongArray wounded = new AtomicLongArray(THREADS);

    // By header: who is inside, and a count that its lock alone protects.
    private final AtomicIntegerArray readers = new AtomicIntegerArray(HEADERS);
    private final AtomicIntegerArray writers = new AtomicIntegerArray(HEADERS);
    private final long[] counted = new long[HEADERS];

    @Test
    void shouldGrantToThreadsWhatTheyWaitForAndExclusiveLocksToOneAlone() throws InterruptedException {
        List<Client> clients = IntStream.range(0, THREADS).mapToObj(Client::new).toList();
        race(clients.stream().<Runnable>map(each -> each::run).toList());
        for (int header = 0; header < HEADERS; header++) {
            int of = header;
            long wanted = clients.stream().mapToLong(each -> each.wrote[of]).sum();
            assertEquals(wanted, counted[header], "writes under header " + header);
        }
        assertTrue(wounds.get() > 100, wounds + " were wounded");
        assertEmpty();
    }

    /**
     * Nobody wants what another one has, but all take their slots from the same ones, of which there are just enough.
     */
    @Test
    void shouldLoseNoSlotBetweenThreads() throws InterruptedException {
        for (int i = 0; i < TABLES; i++) {
            region = new WordRegion(LockTable.regionBytes(SLOTS));
            race(IntStream.range(0, THREADS)
                    .<Runnable>mapToObj(number -> () -> takeTurns(number))
                    .toList());
            assertEmpty();
        }
    }

    private void takeTurns(int number) {
        LockTable table = new LockTable(region, 0, SLOTS);
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < HEADERS; i++) {
                assertTrue(table.add(1, number, address(i), number, turn, true), "another one has a slot too many");
                assertEquals(Grant.HELD, table.hold(1, number, address(i), number));
            }
            for (int i = 0; i < HEADERS; i++) {
                assertTrue(table.remove(1, number, address(i), number), "a request was lost");
            }
        }
    }

    private void race(List<Runnable> bodies) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            Thread thread = new Thread(body);
            thread.setUncaughtExceptionHandler((dead, thrown) -> failure.compareAndSet(null, thrown));
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(PATIENCE_MS);
            assertNull(failure.get(), () -> "a thread died of " + failure.get());
            assertFalse(thread.isAlive(), "a thread waits for ever: a grant or the name of a victim was lost");
        }
    }

    /** Each lock is granted at once, and each slot is free. */
    private void assertEmpty() {
        LockTable table = new LockTable(region, 0, SLOTS);
        for (int slot = 0; slot < SLOTS; slot++) {
            assertTrue(table.add(1, 0, address(slot), 1, 1, true), "slot " + slot + " was lost");
            assertEquals(Grant.HELD, table.hold(1, 0, address(slot), 1), "header " + slot);
        }
        assertFalse(table.add(1, 0, address(SLOTS), 1, 1, true), "there are more slots than there were");
    }

    private static long address(int header) {
        return 8L * header;
    }

    /** Makes its transactions one after another, and each of them until it has all its locks. */
    private final class Client {
        private final int number;
        private final Random random;
        private final LockTable table = new LockTable(region, 0, SLOTS);
        private final long[] wrote = new long[HEADERS];
        private long who;

        Client(int number) {
            this.number = number;
            random = new Random(number);
            who = number;
        }

        void run() {
            for (int i = 0; i < TRANSACTIONS; i++) {
                int first = random.nextInt(HEADERS);
                int second = random.nextInt(HEADERS);
                boolean firstWrites = random.nextInt(3) == 0;
                boolean secondWrites = random.nextBoolean();
                long age = ages.incrementAndGet();
                while (!tried(first, firstWrites, second, secondWrites, age)) {
                    LockSupport.parkNanos(1);
                }
            }
        }

        /** Twice the same header may be what is read and written then. */
        private boolean tried(int first, boolean firstWrites, int second, boolean secondWrites, long age) {
            who += THREADS;
            boolean whole = locked(first, firstWrites, age) && locked(second, secondWrites, age);
            if (whole) {
                use(first, firstWrites || first == second && secondWrites);
                if (second != first) {
                    use(second, secondWrites);
                }
            }
            assertTrue(table.remove(1, 0, address(first), who), "the first request was lost");
            boolean more = table.remove(1, 0, address(second), who);
            assertTrue(!whole || more == (second != first), "the second request was lost");
            assertEquals(Grant.ABSENT, table.hold(1, 0, address(first), who));
            return whole;
        }

        private boolean locked(int header, boolean exclusive, long age) {
            assertTrue(table.add(1, 0, address(header), who, age, exclusive), "there is no room");
            while (true) {
                Grant grant = table.hold(1, 0, address(header), who);
                if (grant == Grant.HELD) {
                    return true;
                }
                assertEquals(Grant.WAITS, grant);
                for (int i = 0; i < table.victims(); i++) {
                    long victim = table.victim(i);
                    wounds.incrementAndGet();
                    wounded.accumulateAndGet((int) (victim % THREADS), victim, Math::max);
                }
                if (wounded.get(number) == who) {
                    return false;
                }
                LockSupport.parkNanos(1);
            }
        }

        private void use(int header, boolean exclusive) {
            AtomicIntegerArray mine = exclusive ? writers : readers;
            int before = mine.getAndIncrement(header);
            assertTrue(!exclusive || before == 0, "two write");
            assertEquals(0, (exclusive ? readers : writers).get(header), "one reads while another one writes");
            if (exclusive) {
                counted[header]++;
                wrote[header]++;
            }
            LockSupport.parkNanos(1);
            assertEquals(0, (exclusive ? readers : writers).get(header), "one reads while another one writes");
            mine.getAndDecrement(header);
            assertEquals(Grant.HELD, table.hold(1, 0, address(header), who), "a grant was lost");
        }
    }

    /** A region of words, which threads see as those of a run on real threads see memory. */
    private static final class WordRegion extends Region {
        private final AtomicLongArray words;

        WordRegion(long sizeBytes) {
            words = new AtomicLongArray((int) (sizeBytes / Long.BYTES));
        }

        private static int index(long address) {
            return (int) (address / Long.BYTES);
        }

        @Override
        public String name() {
            return "words";
        }

        @Override
        public long sizeBytes() {
            return (long) words.length() * Long.BYTES;
        }

        @Override
        public Lifetime lifetime() {
            return Lifetime.PROCESS;
        }

        @Override
        public Layout layout() {
            return new Layout("test", 1);
        }

        @Override
        public long getLong(long address) {
            return words.getPlain(index(address));
        }

        @Override
        public void putLong(long address, long value) {
            words.setPlain(index(address), value);
        }

        @Override
        public long getLongAcquire(long address) {
            return words.getAcquire(index(address));
        }

        @Override
        public void putLongRelease(long address, long value) {
            words.setRelease(index(address), value);
        }

        @Override
        public boolean compareAndSetLong(long address, long expected, long value) {
            return words.compareAndSet(index(address), expected, value);
        }

        @Override
        public long getAndAddLong(long address, long delta) {
            return words.getAndAdd(index(address), delta);
        }

        @Override
        public void read(long address, byte[] target, int offset, int lengthBytes) {
            throw new UnsupportedOperationException("there are words only");
        }

        @Override
        public void write(long address, byte[] source, int offset, int lengthBytes) {
            throw new UnsupportedOperationException("there are words only");
        }

        @Override
        public void loadFence() {}

        @Override
        public void storeFence() {}
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.SeededStream;
import org.junit.jupiter.api.Test;

/** What threads share, under real concurrency. Each test is bounded in work, not in time. */
class LiveStressTest {
    private static final int PAGE_BYTES = 4096;

    /** Runs all at the same time, and throws what the first of them threw. */
    private static void together(List<Runnable> bodies) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(bodies.size());
        AtomicReference<Throwable> first = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            Thread thread = new Thread(() -> {
                try {
                    barrier.await();
                    body.run();
                } catch (InterruptedException | BrokenBarrierException | RuntimeException | AssertionError e) {
                    first.compareAndSet(null, e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (first.get() != null) {
            throw new AssertionError("one of the threads failed", first.get());
        }
    }

    /** There may be fewer cores than threads: whoever waits lets others run. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void giveWay() {
        Thread.yield();
    }

    // The ring.

    @Test
    void shouldHandEveryMessageOverOnceAndInOrderHoweverFullTheRing() throws InterruptedException {
        int each = 300_000;
        MessageDepot depot = new MessageDepot();
        Crossing crossing = new Crossing(Waiting.of(Thread.currentThread(), 1, 1), 256);
        MessagePool writerPool = new MessagePool(depot);
        MessagePool readerPool = new MessagePool(depot);
        HopQueue queue = new HopQueue();
        LiveTransit transit = new LiveTransit(0, new Turn(new SeededStream(1, 1)), queue, new LaterHops(), readerPool);
        long[] next = new long[1];
        Hop hop = (t, message) -> {
            assertEquals(next[0], message.register(0));
            assertEquals(next[0]++ * 3, message.getLong(8));
            t.release(message);
        };
        together(List.of(
                () -> {
                    for (int i = 0; i < each || crossing.isWaiting(); i++) {
                        if (i < each) {
                            Message message = writerPool.take(100);
                            message.register(0, i);
                            message.putLong(8, i * 3L);
                            crossing.put(hop, message);
                        }
                        if (i % 7 == 0 || i >= each) {
                            crossing.flush();
                        }
                        if (i % 20_000 == 0) {
                            giveWay();
                        }
                    }
                    crossing.flush();
                },
                () -> {
                    while (next[0] < each) {
                        crossing.drain(queue);
                        if (queue.isEmpty()) {
                            giveWay();
                        }
                        transit.run();
                    }
                }));
        assertEquals(0, writerPool.out() + readerPool.out());
    }

    // Pages.

    private static List<PagedRegion> replicas(int pages, int count) {
        PagedRegion image =
                new PagedRegion("image", (long) pages * PAGE_BYTES, Lifetime.PROCESS, new Layout("words", 1));
        for (int page = 0; page < pages; page++) {
            image.putLong((long) page * PAGE_BYTES + 8, 7);
        }
        List<PagedRegion> replicas = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            replicas.add(PagedRegion.of("r", image.freeze(), Lifetime.PROCESS));
        }
        return replicas;
    }

    @Test
    void shouldLoseNeitherACompareAndSetNorAStoreThatRaceForTheCopyOfAPage() throws InterruptedException {
        int pages = 1_500;
        for (int round = 0; round < 8; round++) {
            PagedRegion region = replicas(pages, 1).get(0);
            byte[] bytes = new byte[100];
            java.util.Arrays.fill(bytes, (byte) 9);
            together(List.of(
                    () -> {
                        for (long page = 0; page < pages; page++) {
                            assertTrue(region.compareAndSetLong(page * PAGE_BYTES, 0, 1));
                        }
                    },
                    () -> {
                        for (long page = 0; page < pages; page++) {
                            region.putLong(page * PAGE_BYTES + 16, 2);
                            region.getAndAddLong(page * PAGE_BYTES + 8, 1);
                            region.write(page * PAGE_BYTES + 64, bytes, 0, bytes.length);
                        }
                    }));
            for (long page = 0; page < pages; page++) {
                assertEquals(1, region.getLong(page * PAGE_BYTES), "compare-and-set on page " + page);
                assertEquals(8, region.getLong(page * PAGE_BYTES + 8), "addition on page " + page);
                assertEquals(2, region.getLong(page * PAGE_BYTES + 16), "store on page " + page);
                byte[] back = new byte[bytes.length];
                region.read(page * PAGE_BYTES + 64, back, 0, back.length);
                assertTrue(java.util.Arrays.equals(bytes, back), "bytes on page " + page);
            }
        }
    }

    @Test
    void shouldGrantALockWordOfASharedPageToOneThreadOnly() throws InterruptedException {
        int pages = 1_500;
        for (int round = 0; round < 8; round++) {
            PagedRegion region = replicas(pages, 1).get(0);
            int[][] won = new int[3][1];
            List<Runnable> bodies = new ArrayList<>();
            for (int t = 0; t < won.length; t++) {
                int thread = t;
                bodies.add(() -> {
                    for (long page = 0; page < pages; page++) {
                        if (region.compareAndSetLong(page * PAGE_BYTES, 0, thread + 1L)) {
                            won[thread][0]++;
                            assertEquals(thread + 1L, region.getLongAcquire(page * PAGE_BYTES));
                        }
                    }
                });
            }
            together(bodies);
            assertEquals(pages, won[0][0] + won[1][0] + won[2][0]);
        }
    }

    @Test
    void shouldShowARecordWholeUnderItsLockAndVersion() throws InterruptedException {
        // A lock and version word, and a record over two pages, as a reader that validates sees it.
        int records = 64;
        int writes = 20_000;
        PagedRegion region = replicas(records * 2, 1).get(0);
        Runnable writer = () -> {
            for (int i = 1; i <= writes; i++) {
                long at = (long) (i % records) * 2 * PAGE_BYTES;
                long version = region.getLong(at);
                assertTrue((version & 1) == 0 && region.compareAndSetLong(at, version, version + 1));
                region.storeFence();
                for (long word = 0; word < 4; word++) {
                    region.putLong(at + PAGE_BYTES - 16 + word * 8, version + 2);
                }
                region.putLongRelease(at, version + 2);
            }
        };
        Runnable reader = () -> {
            int seen = 0;
            for (int i = 0; i < 4 * writes; i++) {
                long at = (long) (i % records) * 2 * PAGE_BYTES;
                long version = region.getLongAcquire(at);
                long first = region.getLong(at + PAGE_BYTES - 16);
                long last = region.getLong(at + PAGE_BYTES + 8);
                region.loadFence();
                if ((version & 1) == 0 && region.getLong(at) == version && version > 0) {
                    assertEquals(version, first);
                    assertEquals(version, last);
                    seen++;
                }
            }
            assertTrue(seen > 0, "the reader never saw a record at rest");
        };
        together(List.of(writer, reader, reader));
    }

    // The messages.

    @Test
    void shouldNeverGiveAMessageToTwoOwners() throws InterruptedException {
        int each = 150_000;
        MessageDepot depot = new MessageDepot();
        List<Runnable> bodies = new ArrayList<>();
        MessagePool[] pools = new MessagePool[4];
        int[] made = new int[2];
        for (int i = 0; i < pools.length; i++) {
            pools[i] = new MessagePool(depot);
        }
        for (int pair = 0; pair < 2; pair++) {
            int which = pair;
            ArrayBlockingQueue<Message> belt = new ArrayBlockingQueue<>(256);
            bodies.add(() -> {
                MessagePool pool = pools[which];
                for (int i = 0; i < each; i++) {
                    Message message = pool.take(which == 0 ? 100 : 100 + (i & 1) * 1000);
                    assertEquals(0, message.lengthBytes());
                    if (message.getLong(16) == 0) {
                        made[which]++;
                    }
                    message.lengthBytes(24);
                    message.putLong(16, 1);
                    message.putLong(0, i);
                    message.putLong(8, which);
                    while (!belt.offer(message)) {
                        giveWay();
                    }
                }
            });
            bodies.add(() -> {
                MessagePool pool = pools[2 + which];
                for (int i = 0; i < each; i++) {
                    Message message = belt.poll();
                    while (message == null) {
                        giveWay();
                        message = belt.poll();
                    }
                    assertEquals(i, message.getLong(0));
                    assertEquals(which, message.getLong(8));
                    pool.give(message);
                }
            });
        }
        together(bodies);
        long out = 0;
        for (MessagePool pool : pools) {
            out += pool.out();
        }
        assertEquals(0, out);
        // What is made is what is under way, and what lies in half-empty magazines; it does not grow with the messages.
        assertTrue(made[0] + made[1] < 4_000, () -> "made " + (made[0] + made[1]));
    }
}

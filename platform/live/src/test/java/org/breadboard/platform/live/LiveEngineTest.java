// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Tainted;
import org.junit.jupiter.api.Test;

/** What only the live runtime does: threads, their pauses, their ends, and their garbage, of which there is none. */
class LiveEngineTest {
    /** Longer than any test takes. */
    private static final long LONG_NS = 600_000_000_000L;

    private static final StageProgram DEAF = (step, message) -> {};

    private static Task spinner(AtomicLong counter) {
        return new Task() {
            @Override
            protected Next step(Step step) {
                counter.lazySet(counter.get() + 1);
                return Next.AGAIN;
            }
        };
    }

    private static void runOn(Engine engine, long ns) {
        assertEquals(
                Engine.Progress.REACHED,
                engine.runUntil(engine.nowNs() + ns, () -> false),
                () -> String.valueOf(engine.failure()));
    }

    @Test
    void shouldStandStillBetweenRuns() {
        AtomicLong steps = new AtomicLong();
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            engine.stage(0, 0, StageSpec.named("a"), DEAF).add(spinner(steps));
            engine.start();
            runOn(engine, 5_000_000);
            long then = steps.get();
            long thenNs = engine.nowNs();
            long paused = System.nanoTime();
            LockSupport.parkNanos(20_000_000);
            long pauseNs = System.nanoTime() - paused;
            assertEquals(then, steps.get());
            assertEquals(thenNs, engine.nowNs());
            // A busy machine may give the thread no core for a while.
            for (int tries = 0; tries < 400 && steps.get() == then; tries++) {
                runOn(engine, 5_000_000);
            }
            assertTrue(steps.get() > then);
            long wallNs = System.nanoTime() - paused;
            assertTrue(engine.nowNs() - thenNs <= wallNs - pauseNs, "the clock went on while the engine stood still");
        }
    }

    /** Whoever has no lease does nothing, and goes on when it has one again. */
    @Test
    void shouldLetNobodyWorkWhoseLeaseIsOver() {
        AtomicLong leased = new AtomicLong();
        AtomicLong lapsed = new AtomicLong();
        AtomicLong leaseUntilNs = new AtomicLong(System.nanoTime() - 1);
        try (LiveEngine engine = new LiveEngine(1, 1)) {
            engine.stage(0, 0, StageSpec.named("a"), DEAF).add(spinner(leased));
            engine.stage(1, 0, StageSpec.named("b"), DEAF).add(spinner(lapsed));
            engine.lease(node -> node == 0 ? Long.MAX_VALUE : leaseUntilNs.get());
            engine.start();
            while (leased.get() < 100) {
                runOn(engine, 5_000_000);
            }
            assertEquals(0, lapsed.get());
            assertFalse(engine.isQuiet(), "it has something to do yet");
            leaseUntilNs.set(Long.MAX_VALUE);
            while (lapsed.get() < 100) {
                runOn(engine, 5_000_000);
            }
        }
    }

    @Test
    void shouldBurnNoCoreWhenThereIsNothingToDo() {
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            AtomicInteger ended = new AtomicInteger();
            engine.stage(0, 0, StageSpec.named("a"), DEAF).add(taskThatEnds(ended));
            engine.stage(1, 0, StageSpec.named("b"), DEAF).add(taskThatEnds(ended));
            engine.start();
            while (ended.get() < 2) {
                runOn(engine, 20_000_000);
            }
            long before = cpuNs(engine);
            runOn(engine, 300_000_000);
            long burnt = cpuNs(engine) - before;
            assertTrue(burnt < 60_000_000, () -> "burnt " + burnt + " ns of 600 ms");
        }
    }

    private static Task taskThatEnds(AtomicInteger ended) {
        return new Task() {
            @Override
            protected Next step(Step step) {
                ended.incrementAndGet();
                return Next.DONE;
            }
        };
    }

    private static long cpuNs(LiveEngine engine) {
        long sum = 0;
        for (long id : engine.threadIds()) {
            sum += ManagementFactory.getThreadMXBean().getThreadCpuTime(id);
        }
        return sum;
    }

    @Test
    void shouldGiveUpAThreadWhosePluginNeverReturns() {
        AtomicBoolean held = new AtomicBoolean(true);
        AtomicInteger inside = new AtomicInteger();
        int tainted = Tainted.all().size();
        LiveEngine engine = new LiveEngine(1, 2, Spread.BY_NODE, TimeUnit.SECONDS.toNanos(1));
        AtomicLong steps = new AtomicLong();
        engine.stage(0, 0, StageSpec.named("innocent"), DEAF).add(spinner(steps));
        engine.stage(1, 0, StageSpec.named("culprit"), DEAF).add(new Task() {
            @Override
            protected Next step(Step step) {
                inside.incrementAndGet();
                while (held.get()) {
                    LockSupport.parkNanos(1_000_000);
                }
                return Next.DONE;
            }
        });
        engine.start();
        long began = System.nanoTime();
        assertEquals(Engine.Progress.FAILED, engine.runUntil(LONG_NS, () -> false));
        long tookMs = (System.nanoTime() - began) / 1_000_000;
        assertTrue(tookMs >= 1_000, () -> "took " + tookMs + " ms");
        assertEquals(1, inside.get());
        assertEquals(1, engine.failure().node());
        assertEquals("stage culprit", engine.failure().where());
        assertTrue(engine.failure().cause().getMessage().contains("did not return for 1.0 s"));
        assertTrue(
                List.of(engine.failure().cause().getStackTrace()).toString().contains("LiveEngineTest"),
                "the trace shows where the thread is caught");
        assertEquals(tainted + 1, Tainted.all().size());
        assertEquals("stage culprit of node 1", Tainted.all().get(tainted).where());
        long then = steps.get();
        engine.close();
        assertEquals(then, steps.get());
        held.set(false);
    }

    @Test
    void shouldNotGiveUpAThreadThatIsMerelySlow() {
        try (LiveEngine engine = new LiveEngine(1, 1, Spread.BY_NODE, TimeUnit.SECONDS.toNanos(2))) {
            AtomicInteger steps = new AtomicInteger();
            engine.stage(0, 0, StageSpec.named("slow"), DEAF).add(new Task() {
                @Override
                protected Next step(Step step) {
                    LockSupport.parkNanos(400_000_000);
                    return steps.incrementAndGet() < 8 ? Next.AGAIN : Next.DONE;
                }
            });
            engine.start();
            assertEquals(Engine.Progress.STOPPED, engine.runUntil(LONG_NS, () -> steps.get() == 8));
        }
    }

    @Test
    void shouldEndItsThreadsWhenClosed() {
        LiveEngine engine = new LiveEngine(1, 3);
        engine.stage(0, 0, StageSpec.named("a"), DEAF).add(spinner(new AtomicLong()));
        engine.start();
        runOn(engine, 2_000_000);
        long[] ids = engine.threadIds();
        assertEquals(3, ids.length);
        engine.close();
        for (long id : ids) {
            assertSame(null, ManagementFactory.getThreadMXBean().getThreadInfo(id));
        }
    }

    @Test
    void shouldNotBeQuietBeforeEachStageHasHadATurnSinceItWentOn() {
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            engine.stage(0, 0, StageSpec.named("a"), DEAF);
            engine.stage(1, 0, StageSpec.named("b"), DEAF);
            engine.start();
            for (int looks = 0; !engine.isQuiet() && looks < 1_000; looks++) {
                runOn(engine, 5_000_000);
            }
            assertTrue(engine.isQuiet());
            // It stops before the system can have let its threads go: once in so many times at least.
            boolean noTurn = false;
            for (int looks = 0; !noTurn && looks < 1_000; looks++) {
                runOn(engine, 0);
                noTurn = !engine.isQuiet();
            }
            assertTrue(noTurn);
        }
    }

    @Test
    void shouldStartStagesThatAreBuiltAfterACrash() {
        AtomicLong first = new AtomicLong();
        AtomicLong second = new AtomicLong();
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            Stage old = engine.stage(0, 0, StageSpec.named("a"), DEAF);
            old.add(spinner(first));
            engine.start();
            runOn(engine, 2_000_000);
            engine.crash(0);
            long then = first.get();
            Stage fresh = engine.stage(0, 1, StageSpec.named("a"), DEAF);
            fresh.add(spinner(second));
            runOn(engine, 5_000_000);
            assertEquals(then, first.get());
            assertTrue(second.get() > 0);
            assertEquals(1, fresh.generation());
        }
    }

    @Test
    void shouldForgetWhatWasOnItsWayToACrashedNode() {
        AtomicLong received = new AtomicLong();
        AtomicBoolean sends = new AtomicBoolean(true);
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            Stage victim = engine.stage(0, 0, StageSpec.named("victim"), (step, message) -> received.incrementAndGet());
            victim.reserve(10_000);
            Stage sender = engine.stage(1, 0, StageSpec.named("sender"), DEAF);
            sender.add(new Task() {
                @Override
                protected Next step(Step step) {
                    if (!sends.get()) {
                        return Next.DONE;
                    }
                    step.leave((transit, message) -> transit.deliver(victim, message), step.take(64));
                    step.timer(this, 10_000);
                    return Next.AWAIT;
                }
            });
            engine.start();
            runOn(engine, 5_000_000);
            engine.crash(0);
            long then = received.get();
            runOn(engine, 5_000_000);
            assertEquals(then, received.get());
            sends.set(false); // the threads may have stopped in the midst of a message
            for (int tries = 0; engine.messagesOut() > 0 && tries < 1_000; tries++) {
                runOn(engine, 5_000_000);
            }
            assertEquals(0, engine.messagesOut());
        }
    }

    // Spread.

    @Test
    void shouldLetHalfOfAllPeersMeetAcrossThreads() {
        for (Spread spread : Spread.values()) {
            for (int threads = 2; threads <= 4; threads++) {
                int across = 0;
                for (int i = 0; i < 6; i++) {
                    for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
                        across +=
                                threadOf(spread, pair[0], i, threads) == threadOf(spread, pair[1], i, threads) ? 0 : 1;
                    }
                }
                assertTrue(across >= 9, spread + " on " + threads + ": " + across + " of 18 pairs");
            }
        }
    }

    @Test
    void shouldGiveEveryThreadItsShare() {
        for (Spread spread : Spread.values()) {
            for (int threads = 1; threads <= 8; threads++) {
                int[] stages = new int[threads];
                for (int node = 0; node < 3; node++) {
                    for (int i = 0; i < 6; i++) {
                        stages[threadOf(spread, node, i, threads)]++;
                    }
                }
                IntSummaryStatistics shares = IntStream.of(stages).summaryStatistics();
                String what = spread + " on " + threads + ": " + Arrays.toString(stages);
                assertTrue(shares.getMin() >= 1, what);
                assertTrue(spread != Spread.BY_NODE || shares.getMax() - shares.getMin() <= 1, what);
            }
        }
    }

    private static int threadOf(Spread spread, int node, int stage, int threads) {
        return spread.thread(node, stage, 6 * node, 18, threads);
    }

    @Test
    void shouldKeepStagesOfAnAffinityOnOneThread() {
        List<LiveStage> stages = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            for (int i = 0; i < 4; i++) {
                String affinity = i % 2 == 0 ? "" : "directory";
                stages.add(new LiveStage(stages.size(), node, 0, new StageSpec("s" + i, 1, affinity), DEAF, 1));
            }
        }
        List<List<LiveStage>> dealt = Spread.ACROSS_NODES.deal(stages, 4);
        assertEquals(stages.size(), dealt.stream().mapToInt(List::size).sum());
        for (int node = 0; node < 3; node++) {
            List<Integer> threads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                for (LiveStage stage : dealt.get(thread)) {
                    if (stage.node() == node && stage.affinity().equals("directory")) {
                        threads.add(thread);
                    }
                }
            }
            assertEquals(2, threads.size());
            assertEquals(threads.get(0), threads.get(1));
        }
    }

    // Garbage.

    /**
     * One-way traffic: messages are taken on one thread and given back on another, and never meet their first owner
     * again.
     */
    private static final class Source implements StageProgram, Place {
        private final AtomicInteger places = new AtomicInteger(512);
        private Hop to;

        @Override
        public void free() {
            places.incrementAndGet();
        }

        @Override
        public void receive(Step step, Message message) {}

        @Override
        public Transmit transmit(Step step) {
            if (places.get() == 0) {
                return Transmit.FULL;
            }
            places.decrementAndGet();
            Message message = step.take(200);
            message.place(this);
            step.leave(to, message);
            return Transmit.SENT;
        }
    }

    @Test
    void shouldAllocateNothingInSteadyState() {
        AtomicLong received = new AtomicLong();
        com.sun.management.ThreadMXBean meter = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            Stage sink = engine.stage(
                    1, 0, StageSpec.named("sink"), (step, message) -> received.lazySet(received.get() + 1));
            sink.reserve(512);
            Source source = new Source();
            source.to = (transit, message) -> transit.deliver(sink, message);
            Stage from = engine.stage(0, 0, StageSpec.named("source"), source);
            from.add(new Task() {
                @Override
                protected Next step(Step step) {
                    step.timer(this, 20_000);
                    return Next.AWAIT;
                }
            });
            engine.start();
            runOn(engine, 300_000_000);
            long before = received.get();
            long bytesBefore = allocated(meter, engine);
            // On a busy machine threads wait for their cores.
            for (int tries = 0; tries < 100 && received.get() - before <= 10_000; tries++) {
                runOn(engine, 200_000_000);
            }
            long messages = received.get() - before;
            long bytes = allocated(meter, engine) - bytesBefore;
            assertTrue(messages > 10_000, () -> "only " + messages + " messages");
            // A thread may enlarge something once more, but nothing may grow with the messages.
            assertTrue(bytes < 100_000, () -> bytes + " B for " + messages + " messages");
            assertTrue((double) bytes / messages < 1, () -> bytes + " B for " + messages + " messages");
        }
    }

    private static long allocated(com.sun.management.ThreadMXBean meter, LiveEngine engine) {
        long sum = 0;
        for (long id : engine.threadIds()) {
            sum += meter.getThreadAllocatedBytes(id);
        }
        return sum;
    }

    @Test
    void shouldAnswerAfterItWasClosedWithoutHavingBegun() {
        LiveEngine engine = new LiveEngine(1, 0);
        assertFalse(engine.threadIds().length == 0);
        engine.close();
        assertEquals(0, engine.nowNs());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.UnavailableException;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.runtime.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that block, on threads of their own, beside those of the stages. */
@Timeout(60)
class LiveCallsTest {
    private static final StageProgram DEAF = (step, message) -> {};
    private static final long SLICE_NS = 5_000_000;

    /** Calls again and again; the calls and the steps between them change the same words, without a lock. */
    private static final class Caller extends Task {
        private final LiveEngine engine;
        private final int most;
        private final Runnable inCall;
        private int made;
        private int returned;
        private Thread last;
        private volatile boolean done;

        Caller(LiveEngine engine, int most, Runnable inCall) {
            this.engine = engine;
            this.most = most;
            this.inCall = inCall;
        }

        private void call() {
            last = Thread.currentThread();
            inCall.run();
            returned++;
        }

        @Override
        protected Next step(Step step) {
            assertEquals(made, returned, "it goes on before its call has ended");
            assertNotEquals(Thread.currentThread(), last);
            if (made == most) {
                done = true;
                return Next.DONE;
            }
            made++;
            engine.blockingCalls().run(step, this, this::call);
            return Next.AWAIT;
        }
    }

    private static void advance(LiveEngine engine) {
        assertEquals(
                Engine.Progress.REACHED,
                engine.runUntil(engine.nowNs() + SLICE_NS, () -> false),
                () -> String.valueOf(engine.failure()));
    }

    @Test
    void shouldGoOnWhenACallHasEnded() {
        try (LiveEngine engine = new LiveEngine(1, 2)) {
            Caller[] callers = new Caller[16];
            for (int i = 0; i < callers.length; i++) {
                callers[i] = new Caller(engine, 500, () -> {});
                engine.stage(i % 4, 0, StageSpec.named("s" + i), DEAF).add(callers[i]);
            }
            engine.start();
            for (Caller caller : callers) {
                while (!caller.done) {
                    advance(engine);
                }
                assertEquals(500, caller.returned);
            }
        }
    }

    @Test
    void shouldNotHoldUpTheThreadThatCalls() {
        CountDownLatch released = new CountDownLatch(1);
        AtomicLong steps = new AtomicLong();
        try (LiveEngine engine = new LiveEngine(1, 1)) {
            Caller caller = new Caller(engine, 1, () -> await(released));
            engine.stage(0, 0, StageSpec.named("calls"), DEAF).add(caller);
            Stage other = engine.stage(0, 0, StageSpec.named("works"), DEAF);
            other.add(new Task() {
                @Override
                protected Next step(Step step) {
                    steps.incrementAndGet();
                    step.timer(this, 100_000);
                    return Next.AWAIT;
                }
            });
            engine.start();
            while (steps.get() < 50) {
                advance(engine);
            }
            assertFalse(caller.done);
            assertFalse(engine.isQuiet(), "a call is under way");
            released.countDown();
            while (!caller.done) {
                advance(engine);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldDropTheReturnOfAnAttemptThatIsOver() {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger woken = new AtomicInteger();
        try (LiveEngine engine = new LiveEngine(1, 1)) {
            engine.stage(0, 0, StageSpec.named("s"), DEAF).add(new Task() {
                @Override
                protected Next step(Step step) {
                    if (woken.getAndIncrement() == 0) {
                        engine.blockingCalls().run(step, this, () -> LiveCallsTest.await(released));
                        restart();
                    }
                    return Next.AWAIT;
                }
            });
            engine.start();
            advance(engine);
            released.countDown();
            while (engine.staleArrivals() == 0) {
                advance(engine);
            }
            assertEquals(1, woken.get());
        }
    }

    @Test
    void shouldFailTheRunWithWhatACallThrows() {
        UnavailableException gone = new UnavailableException("It has gone.", null);
        try (LiveEngine engine = new LiveEngine(1, 1)) {
            Caller caller = new Caller(engine, 1, () -> {
                throw gone;
            });
            engine.stage(3, 0, StageSpec.named("s"), DEAF).add(caller);
            engine.start();
            Engine.Progress progress = engine.runUntil(TimeUnit.SECONDS.toNanos(30), () -> false);
            assertEquals(Engine.Progress.FAILED, progress);
            assertNotNull(engine.failure());
            assertSame(gone, engine.failure().cause());
            assertEquals(3, engine.failure().node());
            assertFalse(caller.done);
        }
    }

    /** What is closed has the call come back that waits for it, and nothing that closing throws matters. */
    @Test
    void shouldCloseWhatIsOpenAtTheEnd() throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        try (LiveEngine engine = new LiveEngine(1, 1)) {
            engine.blockingCalls().atEnd(() -> {
                throw new IllegalStateException("it is closed badly");
            });
            Caller caller = new Caller(engine, 1, () -> {
                engine.blockingCalls().atEnd(closed::countDown);
                LiveCallsTest.await(closed);
                back.countDown();
            });
            engine.stage(0, 0, StageSpec.named("s"), DEAF).add(caller);
            engine.start();
            advance(engine);
            while (caller.last == null) {
                advance(engine);
            }
            assertEquals(1, back.getCount());
        }
        assertEquals(0, closed.getCount());
        assertTrue(back.await(30, TimeUnit.SECONDS));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.sim.SimEngine;
import org.junit.jupiter.api.Test;

/** What reaches a task: completions, wake-ups, squashes and timers of its current attempt. */
class TaskTest extends EngineFixture {
    /** Awaits what others send it, and can give up. */
    private static final class Waiter extends Task {
        final AtomicInteger completions = new AtomicInteger();
        final AtomicInteger squashes = new AtomicInteger();
        final AtomicInteger runs = new AtomicInteger();
        boolean ready = true;

        void giveUp() {
            restart();
        }

        @Override
        protected Next step(Step step) {
            runs.incrementAndGet();
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            completions.incrementAndGet();
            return ready;
        }

        @Override
        protected boolean squashed(Step step) {
            squashes.incrementAndGet();
            return super.squashed(step);
        }
    }

    /** What arrives at {@code waiter} of {@code stage} through this hop; register 0 says what. */
    private static Hop arrivals(Stage stage, Waiter waiter) {
        return (transit, message) -> {
            long attempt = message.attempt();
            switch ((int) message.register(0)) {
                case 0 -> transit.complete(stage, message);
                case 1 -> {
                    transit.wake(stage, waiter, attempt);
                    transit.release(message);
                }
                default -> {
                    transit.squash(stage, waiter, attempt);
                    transit.release(message);
                }
            }
        };
    }

    private static void request(Step step, Hop hop, Waiter waiter, int kind) {
        Message message = step.take(16);
        message.register(0, kind);
        message.completeTo(waiter);
        step.leave(hop, message);
    }

    @Test
    void shouldHandOverCompletionsWakeUpsAndSquashesOfTheCurrentAttempt() {
        Waiter waiter = new Waiter();
        Stage stage = stage(0, "s");
        stage.reserve(3);
        stage.add(waiter);
        Hop hop = arrivals(stage, waiter);
        stage.add(task(step -> {
            for (int kind = 0; kind < 3; kind++) {
                request(step, hop, waiter, kind);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        // The first run, and one more: all three arrive in one burst.
        runUntilDone(() -> waiter.runs.get() >= 2);
        runOn(1_000_000);
        assertEquals(1, waiter.completions.get());
        assertEquals(1, waiter.squashes.get());
        assertEquals(2, waiter.runs.get());
        assertEquals(2, waiter.attempt());
        assertEquals(0, staleArrivals(engine));
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldDropAndCountWhatAnOlderAttemptAskedFor() {
        Waiter waiter = new Waiter();
        AtomicInteger done = new AtomicInteger();
        Stage stage = stage(0, "s", (step, message) -> done.incrementAndGet());
        stage.reserve(4);
        stage.add(waiter);
        Hop hop = arrivals(stage, waiter);
        stage.add(task(step -> {
            for (int kind = 0; kind < 3; kind++) {
                request(step, hop, waiter, kind);
            }
            waiter.giveUp();
            send(step, deliverTo(stage), 0);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> done.get() == 1);
        runOn(1_000_000);
        assertEquals(1, waiter.runs.get());
        assertEquals(0, waiter.completions.get());
        assertEquals(0, waiter.squashes.get());
        assertEquals(3, staleArrivals(engine));
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldNotRunATaskWhoseCompletionWasNotWhatItWaitsFor() {
        Waiter waiter = new Waiter();
        waiter.ready = false;
        Stage stage = stage(0, "s");
        stage.reserve(1);
        stage.add(waiter);
        Hop hop = arrivals(stage, waiter);
        stage.add(task(step -> {
            request(step, hop, waiter, 0);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> waiter.completions.get() == 1);
        runOn(1_000_000);
        assertEquals(1, waiter.runs.get());
    }

    @Test
    void shouldNeverRunATaskThatIsDone() {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger received = new AtomicInteger();
        Stage stage = stage(0, "s", (step, message) -> received.incrementAndGet());
        stage.reserve(2);
        Task done = task(step -> {
            runs.incrementAndGet();
            return Task.Next.DONE;
        });
        stage.add(done);
        stage.add(task(step -> {
            step.ready(done);
            Message message = step.take(16);
            message.completeTo(done);
            step.leave((transit, m) -> transit.complete(stage, m), message);
            send(step, deliverTo(stage), 0);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> received.get() == 1);
        runOn(1_000_000);
        assertEquals(1, runs.get());
        assertEquals(1, staleArrivals(engine));
        assertEquals(0, messagesOut(engine));
    }

    // Timers.

    @Test
    void shouldWakeTasksInTheOrderOfTheirTimersAndNotBefore() {
        int timers = 20;
        long[] due = new long[timers];
        long[] soonest = new long[timers];
        long[] latest = new long[timers];
        long[] fired = new long[timers];
        List<Integer> order = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        Stage stage = stage(0, "s");
        for (int i = 0; i < timers; i++) {
            int index = i;
            double delayNs = 1_000_000 + ((i * 7) % timers) * 300_000.0;
            boolean[] set = new boolean[1];
            stage.add(new Task() {
                @Override
                protected Next step(Step step) {
                    if (!set[0]) {
                        set[0] = true;
                        due[index] = step.nowNs() + (long) delayNs;
                        soonest[index] = clockNs(step) + (long) delayNs;
                        step.timer(this, delayNs);
                        latest[index] = clockNs(step) + (long) delayNs;
                        return Next.AWAIT;
                    }
                    fired[index] = step.nowNs();
                    order.add(index);
                    done.incrementAndGet();
                    return Next.DONE;
                }
            });
        }
        engine.start();
        runUntilDone(() -> done.get() == timers);
        for (int i = 0; i < timers; i++) {
            assertTrue(fired[i] >= due[i], "timer " + i + " is early");
        }
        for (int i = 0; i < timers; i++) {
            for (int j = i + 1; j < timers; j++) {
                assertTrue(
                        soonest[order.get(i)] <= latest[order.get(j)],
                        order + " of timers due at " + Arrays.toString(soonest));
            }
        }
    }

    /** On real threads time goes on within a burst, and by much if the thread loses its core. */
    private long clockNs(Step step) {
        return engine instanceof SimEngine ? step.nowNs() : System.nanoTime();
    }

    @Test
    void shouldDropATimerOfAnOlderAttempt() {
        AtomicInteger runs = new AtomicInteger();
        Stage stage = stage(0, "s");
        stage.add(new Task() {
            @Override
            protected Next step(Step step) {
                if (runs.incrementAndGet() == 1) {
                    step.timer(this, 100_000);
                    restart();
                    step.timer(this, 2_000_000);
                }
                return Next.AWAIT;
            }
        });
        engine.start();
        runUntilDone(() -> runs.get() == 2);
        runOn(1_000_000);
        assertEquals(2, runs.get());
        assertEquals(1, staleArrivals(engine));
    }

    // Messages.
}

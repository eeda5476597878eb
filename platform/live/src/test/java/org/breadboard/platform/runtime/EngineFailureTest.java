// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/** Steps and hops that throw, nodes that crash, and what may not be asked of a runtime. */
class EngineFailureTest extends EngineFixture {
    @Test
    void shouldNameTheStageWhoseStepThrew() {
        RuntimeException thrown = new IllegalArgumentException("on purpose");
        Stage bad = stage(2, "bad");
        bad.add(task(step -> {
            throw thrown;
        }));
        Stage other = stage(1, "other");
        other.add(task(step -> {
            step.busy(50);
            return Task.Next.AGAIN;
        }));
        engine.start();
        assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000_000_000, () -> false));
        assertEquals(2, engine.failure().node());
        assertTrue(engine.failure().where().contains("bad"));
        assertSame(thrown, engine.failure().cause());
        assertEquals(Engine.Progress.FAILED, engine.runUntil(2_000_000_000, () -> false));
    }

    @Test
    void shouldFailWhenAHopThrows() {
        RuntimeException thrown = new IllegalArgumentException("on purpose");
        Stage stage = stage(0, "s");
        stage.add(task(step -> {
            send(
                    step,
                    (transit, message) -> {
                        throw thrown;
                    },
                    0);
            return Task.Next.DONE;
        }));
        engine.start();
        assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000_000_000, () -> false));
        assertSame(thrown, engine.failure().cause());
    }

    @Test
    void shouldFailWhenAMessageIsReleasedTwice() {
        Stage stage = stage(0, "s");
        stage.add(task(step -> {
            Message message = step.take(16);
            step.release(message);
            step.release(message);
            return Task.Next.DONE;
        }));
        engine.start();
        assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000_000_000, () -> false));
        assertTrue(engine.failure().cause().getMessage().contains("twice"));
    }

    @Test
    void shouldStopACrashedNodeForGoodAndLetOthersGoOn() {
        AtomicLong dead = new AtomicLong();
        AtomicLong alive = new AtomicLong();
        Stage victim = stage(0, "victim", (step, message) -> dead.incrementAndGet());
        victim.reserve(10_000);
        victim.add(task(step -> {
            dead.incrementAndGet();
            step.busy(50);
            return Task.Next.AGAIN;
        }));
        victim.add(new Task() {
            @Override
            protected Next step(Step step) {
                step.busy(50);
                step.timer(this, 500);
                dead.incrementAndGet();
                return Next.AWAIT;
            }
        });
        Stage survivor = stage(1, "survivor");
        survivor.add(new Task() {
            @Override
            protected Next step(Step step) {
                alive.incrementAndGet();
                send(step, deliverTo(victim), 0);
                step.timer(this, 100_000);
                return Next.AWAIT;
            }
        });
        engine.start();
        runUntilDone(() -> dead.get() > 10 && alive.get() > 1);
        engine.crash(0);
        long deadThen = dead.get();
        long aliveThen = alive.get();
        runUntilDone(() -> alive.get() >= aliveThen + 20);
        assertEquals(deadThen, dead.get());
    }

    @Test
    void shouldRefuseToBuildOnARunningStage() {
        Stage stage = stage(0, "s");
        engine.start();
        assertThrows(IllegalStateException.class, () -> stage.reserve(1));
        assertThrows(IllegalStateException.class, () -> stage.add(task(step -> Task.Next.DONE)));
    }

    // Time.

    @Test
    void shouldReachTheInstantItIsAskedForAndStopWhenTold() {
        Stage stage = stage(0, "s");
        stage.add(new Task() {
            @Override
            protected Next step(Step step) {
                step.timer(this, 1_000);
                return Next.AWAIT;
            }
        });
        engine.start();
        assertEquals(Engine.Progress.REACHED, engine.runUntil(3_000_000, () -> false));
        long reachedNs = engine.nowNs();
        assertTrue(reachedNs >= 3_000_000, () -> "reached " + reachedNs);
        assertEquals(Engine.Progress.STOPPED, engine.runUntil(Long.MAX_VALUE / 2, () -> true));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/** A stage or a resource of a node that crashed has no effect any more; those beside it go on. */
class CrashedPartsTest extends EngineFixture {
    private static final long BEFORE = 1;
    private static final long AFTER = 2;
    private static final int MOST_WAITS = 2_000;
    private static final long WAIT_NS = 1_000_000;

    private final AtomicLong sent = new AtomicLong();
    private volatile long when = BEFORE;
    private volatile boolean quiet;

    /** Sends a message now and then, which says whether it was sent before the crash or after. */
    private Task sender(Hop to) {
        return new Task() {
            @Override
            protected Next step(Step step) {
                if (quiet) {
                    return Next.AWAIT;
                }
                send(step, to, when);
                sent.incrementAndGet();
                step.timer(this, 10_000);
                return Next.AWAIT;
            }
        };
    }

    @Test
    void shouldPassNothingThroughAResourceThatCrashed() {
        AtomicLong through = new AtomicLong();
        AtomicLong beside = new AtomicLong();
        AtomicLong late = new AtomicLong();
        Stage left = stage(0, "left", (step, message) -> {
            through.incrementAndGet();
            late.addAndGet(message.register(0) == AFTER ? 1 : 0);
        });
        Stage right = stage(0, "right", (step, message) -> beside.incrementAndGet());
        Resource dies = engine.resource(0, "nic", message -> 10, 0);
        Resource lives = engine.resource(0, "memory", message -> 10, 0);
        Resource waits = engine.timer(0, "retransmit", 1_000);
        for (Stage stage : new Stage[] {left, right}) {
            stage.reserve(10_000);
        }
        stage(1, "a").add(sender((transit, message) -> transit.forward(dies, message, deliverTo(left))));
        stage(1, "b").add(sender((transit, message) -> transit.forward(lives, message, deliverTo(right))));
        stage(1, "c").add(sender((transit, message) -> transit.forward(waits, message, deliverTo(left))));
        engine.start();
        runUntilDone(() -> through.get() > 0 && beside.get() > 0);
        engine.crash(dies);
        engine.crash(waits);
        when = AFTER;
        long besideThen = beside.get();
        long sentThen = sent.get();
        runUntilDone(() -> beside.get() > besideThen + 10 && sent.get() > sentThen + 100);
        assertEquals(0, late.get());
        quiet = true;
        for (int wait = 0; wait < MOST_WAITS && messagesOut(engine) > 0; wait++) {
            runOn(WAIT_NS);
        }
        assertEquals(0, messagesOut(engine), "what is gone is given back");
    }

    @Test
    void shouldLetTheStagesBesideACrashedOneGoOn() {
        AtomicLong dead = new AtomicLong();
        AtomicLong alive = new AtomicLong();
        Stage core = stage(0, "nic.core");
        core.add(task(step -> {
            dead.incrementAndGet();
            step.busy(100);
            return Task.Next.AGAIN;
        }));
        stage(0, "host").add(task(step -> {
            alive.incrementAndGet();
            step.busy(100);
            return Task.Next.AGAIN;
        }));
        engine.start();
        runUntilDone(() -> dead.get() > 0 && alive.get() > 0);
        engine.crash(core);
        long deadThen = dead.get();
        long aliveThen = alive.get();
        runUntilDone(() -> alive.get() > aliveThen + 10);
        assertEquals(deadThen, dead.get());
    }
}

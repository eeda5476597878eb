// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/** What a stage and a resource tell and stamp, and how hops are called. */
class StageTest extends EngineFixture {
    @Test
    void shouldNeverCallAHopFromWithinAHop() {
        AtomicInteger done = new AtomicInteger();
        Resource resource = engine.resource(0, "r", message -> 0, 0);
        Stage stage = stage(0, "s");
        Hop hop = new Hop() {
            private boolean inside;

            @Override
            public void arrive(org.breadboard.api.runtime.Transit transit, Message message) {
                assertFalse(inside, "a hop was called from within itself");
                inside = true;
                long left = message.register(0);
                if (left == 0) {
                    transit.release(message);
                    done.incrementAndGet();
                } else {
                    message.register(0, left - 1);
                    transit.forward(resource, message, this);
                }
                inside = false;
            }
        };
        stage.add(task(step -> {
            send(step, hop, 50_000);
            send(step, hop, 3);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> done.get() == 2);
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldCountWhatStagesAndResourcesServe() {
        AtomicInteger received = new AtomicInteger();
        Resource resource = engine.resource(0, "r", message -> 10, 5);
        Stage to = stage(1, "to", (step, message) -> received.incrementAndGet());
        to.reserve(5);
        Stage from = stage(0, "from");
        Hop last = deliverTo(to);
        from.add(task(step -> {
            for (int i = 0; i < 5; i++) {
                send(step, (transit, message) -> transit.forward(resource, message, last), i);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> received.get() == 5);
        List<Engine.Usage> usage = engine.usage();
        assertEquals(
                List.of("to", "from", "r"),
                usage.stream().map(Engine.Usage::name).toList());
        assertEquals(
                List.of(true, true, false),
                usage.stream().map(Engine.Usage::stage).toList());
        assertEquals(5, usage.get(0).received());
        assertTrue(usage.get(0).served() >= 5);
        assertEquals(5, usage.get(2).served());
    }

    @Test
    void shouldStampNodeAndEpochOfTheSender() {
        AtomicLong seen = new AtomicLong();
        Stage stage = engine.stage(3, 7, StageSpec.named("s"), (step, message) -> {});
        stage.add(task(step -> {
            Message message = step.take(100);
            assertEquals(0, message.lengthBytes());
            assertTrue(message.capacityBytes() >= 100);
            seen.set(message.sourceNode() * 100L + message.epoch());
            step.release(message);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> seen.get() != 0);
        assertEquals(307, seen.get());
    }

    @Test
    void shouldGiveEachStageItsOwnRepeatableStream() {
        long[][] drawn = new long[3][2];
        AtomicInteger done = new AtomicInteger();
        for (int run = 0; run < 3; run++) {
            engine.close();
            engine = newEngine(run < 2 ? 5 : 6);
            int which = run;
            for (int i = 0; i < 2; i++) {
                int index = i;
                Stage stage = stage(i, "s");
                stage.add(task(step -> {
                    RandomStream random = step.random();
                    drawn[which][index] = random.nextLong();
                    done.incrementAndGet();
                    return Task.Next.DONE;
                }));
            }
            int wanted = 2 * (run + 1);
            engine.start();
            runUntilDone(() -> done.get() == wanted);
        }
        assertArrayEquals(drawn[0], drawn[1]);
        assertFalse(drawn[0][0] == drawn[0][1]);
        assertFalse(drawn[0][0] == drawn[2][0]);
    }

    // Tasks.
}

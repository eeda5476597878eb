// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/**
 * The bursts of a stage: in which order a stage drains, receives, runs and transmits, and what waits for the next one.
 */
class BurstTest extends EngineFixture {
    /** A program that writes down what it is called for, on one stage. */
    private static class Diary implements StageProgram {
        final List<String> lines = new ArrayList<>();
        final AtomicInteger written = new AtomicInteger();

        void write(String line) {
            lines.add(line);
            written.incrementAndGet();
        }

        @Override
        public void receive(Step step, Message message) {
            write("receive " + message.register(0));
        }

        @Override
        public Transmit transmit(Step step) {
            write("transmit");
            return Transmit.IDLE;
        }
    }

    // Bursts.

    @Test
    void shouldDrainReceiveRunAndTransmitInThatOrder() {
        Task[] awoken = new Task[1];
        Diary diary = new Diary() {
            @Override
            public void receive(Step step, Message message) {
                super.receive(step, message);
                step.ready(awoken[0]);
            }
        };
        Stage stage = stage(0, "s", diary);
        stage.reserve(3);
        awoken[0] = task(step -> {
            if (diary.lines.isEmpty()) {
                diary.write("send");
                for (int i = 1; i <= 3; i++) {
                    send(step, deliverTo(stage), i);
                }
                return Task.Next.AWAIT;
            }
            diary.write("run");
            return Task.Next.DONE;
        });
        stage.add(awoken[0]);
        engine.start();
        runUntilDone(() -> diary.written.get() >= 7);
        assertEquals(
                List.of("send", "transmit", "receive 1", "receive 2", "receive 3", "run", "transmit"), diary.lines);
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldLeaveWhatArrivesDuringABurstForTheNext() {
        Stage[] self = new Stage[1];
        Diary diary = new Diary() {
            @Override
            public void receive(Step step, Message message) {
                super.receive(step, message);
                if (message.register(0) < 3) {
                    send(step, deliverTo(self[0]), message.register(0) + 1);
                }
            }
        };
        self[0] = stage(0, "s", diary);
        self[0].reserve(1);
        self[0].add(task(step -> {
            send(step, deliverTo(self[0]), 1);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> diary.written.get() >= 7);
        assertEquals(
                List.of("transmit", "receive 1", "transmit", "receive 2", "transmit", "receive 3", "transmit"),
                diary.lines);
    }

    @Test
    void shouldLetATaskThatGoesAgainWaitForTheNextBurst() {
        Diary diary = new Diary();
        Stage stage = stage(0, "s", diary);
        int[] runs = new int[1];
        stage.add(task(step -> {
            diary.write("a");
            return ++runs[0] < 3 ? Task.Next.AGAIN : Task.Next.DONE;
        }));
        stage.add(task(step -> {
            diary.write("b");
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> diary.written.get() >= 7);
        assertEquals(List.of("a", "b", "transmit", "a", "transmit", "a", "transmit"), diary.lines);
    }

    @Test
    void shouldRunATaskMadeReadyWhileOthersRunInTheNextBurst() {
        Diary diary = new Diary();
        Stage stage = stage(0, "s", diary);
        int[] runs = new int[1];
        Task second = task(step -> {
            diary.write("second " + runs[0]++);
            return Task.Next.AWAIT;
        });
        stage.add(second);
        stage.add(task(step -> {
            step.ready(second);
            step.ready(second);
            diary.write("first");
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> diary.written.get() >= 5);
        assertEquals(List.of("second 0", "first", "transmit", "second 1", "transmit"), diary.lines);
    }

    @Test
    void shouldCallTransmitAgainWhileItSends() {
        AtomicInteger calls = new AtomicInteger();
        Stage stage = engine.stage(0, 0, StageSpec.named("s"), new StageProgram() {
            @Override
            public void receive(Step step, Message message) {}

            @Override
            public Transmit transmit(Step step) {
                return calls.incrementAndGet() <= 3 ? Transmit.SENT : Transmit.IDLE;
            }
        });
        stage.add(task(step -> Task.Next.DONE));
        engine.start();
        runUntilDone(() -> calls.get() >= 4);
        runOn(1_000_000);
        assertEquals(4, calls.get());
    }

    @Test
    void shouldCallTransmitInTheNextBurstWhenAQueueWasFull() {
        AtomicInteger calls = new AtomicInteger();
        Stage stage = engine.stage(0, 0, StageSpec.named("s"), new StageProgram() {
            @Override
            public void receive(Step step, Message message) {}

            @Override
            public Transmit transmit(Step step) {
                return calls.incrementAndGet() <= 3 ? Transmit.FULL : Transmit.IDLE;
            }
        });
        stage.add(task(step -> Task.Next.DONE));
        engine.start();
        runUntilDone(() -> calls.get() >= 4);
        runOn(1_000_000);
        assertEquals(4, calls.get());
    }

    // Steps and hops.

    @Test
    void shouldSendWhenTheStepEnds() {
        Diary diary = new Diary();
        Stage stage = stage(0, "s", diary);
        Hop hop = (transit, message) -> {
            diary.write("hop " + message.register(0));
            transit.release(message);
        };
        stage.add(task(step -> {
            send(step, hop, 1);
            send(step, hop, 2);
            step.busy(5);
            diary.write("step");
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> diary.written.get() >= 4);
        // In virtual time the next step begins when this one's messages have left; so it does live.
        assertEquals(List.of("step", "hop 1", "hop 2", "transmit"), diary.lines);
        assertEquals(0, messagesOut(engine));
    }
}

package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/** What every runtime owes to stages, tasks, hops and messages. */
public abstract class EngineContract extends EngineFixture {

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
                        step.timer(this, delayNs);
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
            assertEquals(i, (order.get(i) * 7) % timers);
        }
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

    @Test
    void shouldGiveBackAKeptMessageThatWasSentOn() {
        AtomicInteger arrived = new AtomicInteger();
        Stage last = stage(2, "last", (step, message) -> arrived.incrementAndGet());
        last.reserve(1);
        Stage middle = stage(1, "middle", (step, message) -> {
            message.keep();
            step.leave(deliverTo(last), message);
        });
        middle.reserve(1);
        Stage first = stage(0, "first");
        first.add(task(step -> {
            send(step, deliverTo(middle), 0);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == 1);
        runOn(1_000_000);
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldLeaveAKeptMessageToItsReceiver() {
        Message[] kept = new Message[1];
        AtomicInteger arrived = new AtomicInteger();
        Stage to = stage(1, "to", (step, message) -> {
            message.keep();
            kept[0] = message;
            arrived.incrementAndGet();
        });
        to.reserve(1);
        Stage from = stage(0, "from");
        from.add(task(step -> {
            Message message = step.take(64);
            message.putLong(0, 42);
            message.lengthBytes(8);
            step.leave(deliverTo(to), message);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == 1);
        runOn(1_000_000);
        assertEquals(1, messagesOut(engine));
        assertEquals(42, kept[0].getLong(0));
        assertEquals(8, kept[0].lengthBytes());
    }

    @Test
    void shouldCarryMessagesOfAnySize() {
        int[] sizes = {0, 1, 255, 256, 257, 1024, 1025, 4352, 4353, 100_000};
        AtomicInteger arrived = new AtomicInteger();
        Stage to = stage(1, "to", (step, message) -> {
            byte[] bytes = message.bytes();
            for (int i = 0; i < message.lengthBytes(); i++) {
                assertEquals((byte) (i * 31 + message.lengthBytes()), bytes[i]);
            }
            arrived.incrementAndGet();
        });
        to.reserve(sizes.length * 2);
        Stage from = stage(0, "from");
        from.add(task(step -> {
            for (int size : sizes) {
                Message message = step.take(size);
                for (int i = 0; i < size; i++) {
                    message.bytes()[i] = (byte) (i * 31 + size);
                }
                message.lengthBytes(size);
                step.leave(
                        (transit, m) -> {
                            transit.deliver(to, transit.copy(m));
                            transit.deliver(to, m);
                        },
                        message);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == sizes.length * 2);
        runOn(1_000_000);
        assertEquals(0, messagesOut(engine));
    }

    // Rings.

    @Test
    void shouldHoldAllThatWasReserved() {
        int slots = 3_000;
        AtomicInteger received = new AtomicInteger();
        Stage to = stage(1, "to", (step, message) -> received.incrementAndGet());
        to.reserve(1_000);
        to.reserve(2_000);
        Stage from = stage(0, "from");
        from.add(task(step -> {
            for (int i = 0; i < slots; i++) {
                send(step, deliverTo(to), i);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        assertThrows(IllegalStateException.class, () -> to.reserve(1));
        runUntilDone(() -> received.get() == slots);
    }

    @Test
    void shouldEndTheRunWhenMoreIsDeliveredThanReserved() {
        Stage to = stage(0, "to", (step, message) -> {});
        to.reserve(10);
        to.add(task(step -> {
            for (int i = 0; i < 1_000; i++) {
                send(step, deliverTo(to), i);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000_000_000, () -> false));
        assertTrue(engine.failure().cause().getMessage().contains("stage to of node 0"), engine.failure()::toString);
        assertTrue(engine.failure().cause().getMessage().contains("reserved"), engine.failure()::toString);
    }

    // Load.

    /** Sends numbered messages to a peer, so many at a time, and checks that those of the other come in order. */
    private static final class Talker implements StageProgram {
        static final int DATA = 1;
        static final int ACK = 2;

        final int messages;
        final int window;
        final AtomicLong received = new AtomicLong();
        Hop[] peers;
        long[] sent;
        long[] outstanding;
        long[] expected;

        Talker(int messages, int window) {
            this.messages = messages;
            this.window = window;
        }

        void talkTo(Hop[] hops) {
            peers = hops;
            sent = new long[hops.length];
            outstanding = new long[hops.length];
            expected = new long[hops.length];
        }

        @Override
        public void receive(Step step, Message message) {
            int from = message.port();
            if (message.kind() == ACK) {
                outstanding[from]--;
                return;
            }
            if (message.register(0) != expected[from]++) {
                throw new IllegalStateException(
                        "got " + message.register(0) + " from " + from + " instead of " + (expected[from] - 1));
            }
            received.lazySet(received.get() + 1);
            message.keep();
            message.kind(ACK);
            message.port((int) message.register(1));
            step.leave(peers[from], message);
        }

        @Override
        public Transmit transmit(Step step) {
            boolean left = false;
            for (int to = 0; to < peers.length; to++) {
                if (peers[to] != null && sent[to] < messages) {
                    if (outstanding[to] < window) {
                        Message message = step.take(40);
                        message.kind(DATA);
                        message.port(step.stage().id());
                        message.register(0, sent[to]++);
                        message.register(1, to);
                        outstanding[to]++;
                        step.leave(peers[to], message);
                        return Transmit.SENT;
                    }
                    left = true;
                }
            }
            return left ? Transmit.FULL : Transmit.IDLE;
        }
    }

    private void talk(int talkers, int messages, int window, int onlyTo) {
        Talker[] programs = new Talker[talkers];
        Stage[] stages = new Stage[talkers];
        for (int i = 0; i < talkers; i++) {
            programs[i] = new Talker(messages, window);
            stages[i] = stage(i, "talker" + i, programs[i]);
            // Data from each peer, and an acknowledgement for each of one's own.
            stages[i].reserve(2 * window * talkers);
            stages[i].add(task(step -> Task.Next.DONE));
        }
        for (int i = 0; i < talkers; i++) {
            Hop[] peers = new Hop[talkers];
            for (int j = 0; j < talkers; j++) {
                peers[j] = deliverTo(stages[j]);
            }
            programs[i].talkTo(peers);
            for (int j = 0; j < talkers; j++) {
                if (j == i || (onlyTo >= 0 && j != onlyTo)) {
                    programs[i].sent[j] = messages;
                }
            }
        }
        engine.start();
        int senders = talkers - 1;
        runUntilDone(() -> {
            for (int i = 0; i < talkers; i++) {
                if ((onlyTo < 0 || i == onlyTo) && programs[i].received.get() < (long) senders * messages) {
                    return false;
                }
            }
            return true;
        });
        runOn(2_000_000);
        for (int i = 0; i < talkers; i++) {
            assertEquals(onlyTo < 0 || i == onlyTo ? (long) senders * messages : 0, programs[i].received.get());
            for (int j = 0; j < talkers; j++) {
                assertEquals(0, programs[i].outstanding[j]);
            }
        }
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldNotDeadlockWhenTwoStagesAreFullOfEachOther() {
        talk(2, 5_000, 1, -1);
    }

    @Test
    void shouldKeepTheOrderBetweenAnyTwoStagesAndLoseNothing() {
        talk(6, 4_000, 8, -1);
    }

    @Test
    void shouldTakeEveryMessageOfManyProducers() {
        talk(9, 10_000, 16, 0);
    }

    // What goes wrong.

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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/** Many stages that talk to each other: no deadlock, nothing lost, and the order between any two. */
class TrafficTest extends EngineFixture {
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
                        message.port(((BuiltStage) step.stage()).id());
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
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task.Next;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.junit.jupiter.api.Test;

/**
 * The walk of a context through its phases, by a protocol that fetches, locks, commits, and writes down what it is
 * asked to do.
 */
class PhasedTransactionTest {
    private final List<String> events = new ArrayList<>();
    private final CountingStep step = new CountingStep();

    private static Decision readThenUpdate(int round, LogicContext transaction) {
        if (round == 0) {
            transaction.read(0, 1);
            transaction.read(0, 2);
            return Decision.FETCH;
        }
        transaction.update(0, 3);
        return Decision.COMMIT;
    }

    @Test
    void shouldFetchRoundByRoundThenGoThroughThePhasesAndStop() {
        ScriptedClient client = new ScriptedClient(1, PhasedTransactionTest::readThenUpdate);
        Sketch sketch = new Sketch(client);
        assertEquals(Next.AGAIN, sketch.step(step));
        assertEquals(
                List.of(
                        "fetch from 0",
                        "fetch 0",
                        "fetch 1",
                        "flush", //
                        "fetch from 2",
                        "fetch 2",
                        "flush", //
                        "lock from 0",
                        "lock 0",
                        "lock 1",
                        "lock 2",
                        "flush", //
                        "commit from 0",
                        "commit 0",
                        "commit 1",
                        "commit 2",
                        "flush"),
                events);
        assertEquals(List.of("committed"), client.outcomes);
        assertEquals(14, step.busyNs, "two rounds of logic");
        assertEquals(Next.DONE, sketch.step(step));
    }

    @Test
    void shouldWaitForTheClient() {
        Sketch sketch = new Sketch(new ScriptedClient(-1, PhasedTransactionTest::readThenUpdate));
        assertEquals(Next.AWAIT, sketch.step(step));
        assertEquals(25, step.timerNs);
        assertEquals(List.of(), events);
        assertEquals(Next.AGAIN, sketch.step(step));
    }

    @Test
    void shouldReleaseAndAbortWithTheFirstReason() {
        ScriptedClient client = new ScriptedClient(1, PhasedTransactionTest::readThenUpdate);
        Sketch sketch = new Sketch(client);
        sketch.refusedLock = 1;
        assertEquals(Next.AGAIN, sketch.step(step));
        assertEquals(
                List.of(
                        "lock from 0",
                        "lock 0",
                        "lock 1",
                        "flush",
                        "release from 0",
                        "release 0",
                        "release 1",
                        "release 2"),
                events.subList(7, events.size() - 1));
        assertEquals(List.of("aborted LOCKED"), client.outcomes);
    }

    @Test
    void shouldReleaseWhenTheLogicGivesUp() {
        ScriptedClient client = new ScriptedClient(1, (round, transaction) -> {
            transaction.read(0, 1);
            return round == 0 ? Decision.FETCH : Decision.ABORT;
        });
        assertEquals(Next.AGAIN, new Sketch(client).step(step));
        assertEquals(List.of("aborted APPLICATION"), client.outcomes);
        assertEquals(List.of("release from 0", "release 0", "release 1", "flush"), events.subList(3, events.size()));
    }

    @Test
    void shouldWaitForWhatAPhaseAsksForAndGoOnWhereItStood() {
        ScriptedClient client = new ScriptedClient(1, PhasedTransactionTest::readThenUpdate);
        Sketch sketch = new Sketch(client);
        sketch.awaits = 1;
        assertEquals(Next.AWAIT, sketch.step(step));
        assertEquals(List.of("fetch from 0", "fetch 0", "fetch 1", "flush"), events);
        assertEquals(List.of(0, 2), List.of(sketch.postedFrom(), sketch.postedTo()));
        sketch.awaits = 0;
        assertEquals(Next.AGAIN, sketch.step(step));
        assertEquals(List.of("flush", "fetch from 2"), events.subList(4, 6));
        assertEquals(List.of("committed"), client.outcomes);
    }

    @Test
    void shouldTryAnItemAgainThatHadNoRoom() {
        ScriptedClient client = new ScriptedClient(1, PhasedTransactionTest::readThenUpdate);
        Sketch sketch = new Sketch(client);
        sketch.noRoom = 2;
        assertEquals(Next.AGAIN, sketch.step(step));
        assertEquals(Next.AGAIN, sketch.step(step));
        assertEquals(List.of("fetch from 0", "fetch 0", "flush", "stuck", "fetch 0", "flush", "stuck"), events);
        assertEquals(Next.AGAIN, sketch.step(step));
        assertEquals(List.of("committed"), client.outcomes);
    }

    @Test
    void shouldLetTimePassBetweenPhasesAndItemsIfAProtocolSaysSo() {
        ScriptedClient client = new ScriptedClient(1, PhasedTransactionTest::readThenUpdate);
        Sketch sketch = new Sketch(client);
        sketch.yields = true;
        int steps = 1;
        while (sketch.step(step) == Next.AGAIN) {
            steps++;
        }
        // The logic; two and one item; lock; commit; the client has no more.
        assertEquals(1 + 2 + 1 + 1 + 1 + 1, steps);
        assertEquals(List.of("committed"), client.outcomes);
    }

    private final class Sketch extends PhasedTransaction {
        private final Attempt attempt;
        private final Phase fetch = new Noted("fetch");
        private final Phase lock = new Noted("lock");
        private final Phase commit = new Noted("commit");
        private final Phase release = new Noted("release");
        private int refusedLock = -1;
        private int awaits;
        private int noRoom;
        private boolean yields;

        Sketch(ScriptedClient client) {
            attempt = new Attempt(client, 0);
        }

        private final class Noted extends Phase {
            private final String name;

            Noted(String name) {
                this.name = name;
            }

            @Override
            protected void begin(Step now) {
                events.add(name + " from " + first());
            }

            @Override
            protected int first() {
                return this == fetch ? attempt.fetched() : 0;
            }

            @Override
            protected int items() {
                return attempt.transaction().accesses();
            }

            @Override
            protected boolean post(Step now, int item) {
                events.add(name + " " + item);
                if (this == lock && item == refusedLock) {
                    attempt.fail(AbortReason.LOCKED);
                    attempt.fail(AbortReason.VALIDATION);
                }
                return noRoom-- <= 0;
            }

            @Override
            protected boolean isOneByOne() {
                return yields && this == fetch;
            }
        }

        @Override
        protected Attempt current() {
            return attempt;
        }

        @Override
        protected Phase execution() {
            return fetch;
        }

        @Override
        protected Phase release() {
            return release;
        }

        @Override
        protected Phase after(Step now, Phase done) {
            if (done == fetch) {
                return lock;
            }
            if (done == lock) {
                return commit;
            }
            attempt.committed(now);
            return null;
        }

        @Override
        protected void flush(Step now) {
            events.add("flush");
        }

        @Override
        protected boolean isWaiting() {
            return awaits > 0;
        }

        @Override
        protected void declared() {
            // Accesses need no places here.
        }

        @Override
        protected void stuck(Step now) {
            events.add("stuck");
        }

        @Override
        protected boolean yieldsBetweenPhases() {
            return yields;
        }

        @Override
        protected boolean completed(Step now, Message message) {
            throw new UnsupportedOperationException();
        }
    }
}

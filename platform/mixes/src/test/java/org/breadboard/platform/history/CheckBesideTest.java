// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.checking.TwoThreads;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.toy.ToyHangs;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is found and told does not depend on a second thread, and none is left behind. */
@Timeout(120)
class CheckBesideTest {
    private static final CheckOptions STRICT = CheckOptions.serializable().withStrict(true);

    /** Which of the two ends first. */
    private enum First {
        VISIT,
        GRAPH
    }

    @Test
    void shouldFindAndTellTheSameWhoeverIsFirst() {
        Set<AnomalyKind> found = EnumSet.noneOf(AnomalyKind.class);
        int many = 0;
        for (long seed = 1; seed <= 300; seed++) {
            HistoryModel model = broken(seed);
            CheckOptions options = STRICT.withVersions(Versions.values()[(int) (seed % 3)]);
            InitialState initial = seed % 5 == 0 ? null : model;
            FinalState finalState = damaged(seed, model);
            Verdict alone = TwoThreads.check(false, model.recorded(), options, initial, finalState);
            for (First first : First.values()) {
                Second second = new Second();
                CheckOptions watched = second.watching(options, first == First.VISIT);
                Verdict beside = TwoThreads.check(true, model.recorded(), watched, initial, visitor -> {
                    if (first == First.GRAPH) {
                        end(second.met());
                    }
                    finalState.visit(visitor);
                    second.visited.countDown();
                });
                assertEquals(alone, beside, "seed " + seed + ", first " + first);
                assertNotSame(Thread.currentThread(), second.thread.getNow(Thread.currentThread()));
            }
            found.addAll(alone.anomalyCounts().keySet());
            many += alone.anomalies().size() >= STRICT.maxExamples() ? 1 : 0;
        }
        // What is named only where less is promised: here it has other names.
        Set<AnomalyKind> ofLess = EnumSet.of(AnomalyKind.FRACTURED_READ, AnomalyKind.G_SIA, AnomalyKind.G_SIB);
        assertEquals(EnumSet.complementOf(EnumSet.copyOf(ofLess)), found);
        assertTrue(many > 20, many + " histories have more anomalies than are explained");
    }

    @Test
    void shouldThrowWhatTheOtherThreadThrows() {
        HistoryModel model = RandomHistory.withoutUnknown(1, 100);
        for (Throwable planted : List.of(new OutOfMemoryError("planted"), new IllegalArgumentException("planted"))) {
            Second second = new Second();
            CheckOptions failing = second.watching(STRICT, false).withVersions(second.then(() -> sneak(planted)));
            assertSame(
                    planted,
                    assertThrows(
                            planted.getClass(),
                            () -> TwoThreads.check(true, model.recorded(), failing, model, visitor -> {
                                model.finalState().visit(visitor);
                                second.visited.countDown();
                            })));
            assertFalse(second.met().isAlive());
        }
    }

    private static void sneak(Throwable planted) {
        if (planted instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) planted;
    }

    @Test
    void shouldThrowWhatTheVisitThrowsWhenTheOtherThreadHasEnded() {
        HistoryModel model = RandomHistory.withoutUnknown(1, 100);
        Second second = new Second();
        CheckOptions slow = second.watching(STRICT, true).withVersions(second.then(() -> {
            sleep();
            throw new IllegalArgumentException("of the graph");
        }));
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> TwoThreads.check(true, model.recorded(), slow, model, visitor -> {
                    second.met();
                    second.visited.countDown();
                    throw new IllegalStateException("of the visit");
                }));
        assertEquals("of the visit", thrown.getMessage());
        assertFalse(second.met().isAlive());
    }

    @Test
    void shouldEndTheOtherThreadThoughThePluginNeverReturns() {
        HistoryModel model = RandomHistory.withoutUnknown(1, 100);
        Second second = new Second();
        PluginWatch watch = new PluginWatch(List.of(new ToyPlugin()), Duration.ofMillis(300), () -> false);
        try {
            assertThrows(
                    Hang.class,
                    () -> watch.call(() -> {
                        CheckOptions options = second.watching(STRICT, false);
                        return TwoThreads.check(true, model.recorded(), options, model, visitor -> {
                            second.met();
                            ToyHangs.forAWhile();
                        });
                    }));
            end(second.met());
        } finally {
            ToyHangs.release();
        }
    }

    @Test
    void shouldGoOnWhenInterruptedAndStayInterrupted() {
        HistoryModel model = RandomHistory.withoutUnknown(1, 100);
        Second second = new Second();
        CheckOptions slow = second.watching(STRICT, true).withVersions(second.then(CheckBesideTest::sleep));
        Verdict verdict = TwoThreads.check(true, model.recorded(), slow, model, visitor -> {
            model.finalState().visit(visitor);
            second.met();
            Thread.currentThread().interrupt();
            second.visited.countDown();
        });
        assertTrue(Thread.interrupted());
        assertTrue(verdict.passed());
    }

    @Test
    void shouldHaveNoSecondThreadForFewKeysOrUnknownOutcomes() {
        HistoryModel few = RandomHistory.withoutUnknown(1, 100);
        Second none = new Second();
        HistoryChecker.check(few.recorded(), none.watching(STRICT, false), few, few.finalState());
        assertFalse(none.thread.isDone());

        HistoryModel unknown = RandomHistory.of(1, 100);
        assertTrue(unknown.transactions.stream().anyMatch(tx -> tx.outcome == Outcome.UNKNOWN));
        TwoThreads.check(true, unknown.recorded(), none.watching(STRICT, false), unknown, unknown.finalState());
        assertFalse(none.thread.isDone());
    }

    @Test
    void shouldHaveASecondThreadForManyKeys() {
        HistoryModel model = new HistoryModel();
        for (int i = 0; i < 20_000; i++) {
            model.tx(i, i, i + 10).insert(0, i, 1, i);
            model.finallyHolds(0, i, 1, i);
        }
        Second second = new Second();
        Verdict verdict = HistoryChecker.check(
                model.recorded(), second.watching(STRICT, false), (table, key, answer) -> answer.absent(0), visitor -> {
                    second.met();
                    model.finalState().visit(visitor);
                });
        assertTrue(verdict.passed(), () -> verdict.anomalies().toString());
        assertFalse(second.met().isAlive());
    }

    private static void end(Thread thread) {
        try {
            thread.join(60_000);
        } catch (InterruptedException hurry) {
            throw new IllegalStateException(hurry);
        }
        assertFalse(thread.isAlive());
    }

    /** Long enough that a thread which does not wait is seen not to. */
    private static void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException hurry) {
            throw new IllegalStateException(hurry);
        }
    }

    /** The other thread, as seen by what both ask. */
    private static final class Second {
        final CompletableFuture<Thread> thread = new CompletableFuture<>();
        final CountDownLatch visited = new CountDownLatch(1);
        private Thread caller;

        /** The same options, which learn of the other thread, and refuse to name anything to it. */
        CheckOptions watching(CheckOptions options, boolean visitFirst) {
            caller = Thread.currentThread();
            return options.withVersions((IntFunction<Versions>) table -> {
                        if (meets() && visitFirst) {
                            await(visited);
                        }
                        return options.versions().apply(table);
                    })
                    .withNames(type -> named("type " + type), table -> named("table " + table))
                    .withKeyNames((table, key) -> named(Long.toString(key)));
        }

        /** Does something when it first meets the other thread, after the visit. */
        IntFunction<Versions> then(Runnable todo) {
            return table -> {
                if (meets()) {
                    await(visited);
                    todo.run();
                }
                return Versions.SHARED;
            };
        }

        private boolean meets() {
            return Thread.currentThread() != caller && thread.complete(Thread.currentThread());
        }

        private String named(String name) {
            assertSame(caller, Thread.currentThread(), "only one thread calls plug-ins");
            return name;
        }

        private static void await(CountDownLatch latch) {
            try {
                assertTrue(latch.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException hurry) {
                throw new IllegalStateException(hurry);
            }
        }

        /** The other thread, once there is one. */
        Thread met() {
            try {
                return thread.get(60, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException missing) {
                throw new IllegalStateException("There is no second thread.", missing);
            }
        }
    }

    /** A history with something planted, and with random damage. */
    private static HistoryModel broken(long seed) {
        Random random = new Random(seed);
        HistoryModel model = RandomHistory.withoutUnknown(seed, 150);
        Plant[] plants = Plant.values();
        plants[(int) (seed % plants.length)].plant(model, model.transactions.get(75).invocationNs);
        for (int i = random.nextInt(12); i > 0; i--) {
            Tx tx = model.transactions.get(random.nextInt(model.transactions.size()));
            if (tx.ops.isEmpty()) {
                continue;
            }
            Op op = tx.ops.get(random.nextInt(tx.ops.size()));
            switch (random.nextInt(6)) {
                case 0 -> op.hash++;
                case 1 -> op.version++;
                case 2 -> op.version = Math.max(0, op.version - 1 - random.nextInt(3));
                case 3 -> tx.outcome = tx.outcome == Outcome.COMMITTED ? Outcome.ABORTED : Outcome.COMMITTED;
                case 4 -> tx.id = model.transactions.get(0).id;
                default -> {
                    if (op.kind != HistoryCodec.PREDICATE_READ && op.kind != HistoryModel.KIND_ROW) {
                        tx.ops.remove(op);
                    }
                }
            }
        }
        return model;
    }

    private static FinalState damaged(long seed, HistoryModel model) {
        return visitor -> {
            Random random = new Random(seed);
            for (int node = 0; node < 3; node++) {
                visitor.replica(node, 0, node == 0);
                for (Op op : model.finalRows) {
                    switch (random.nextInt(200)) {
                        case 0 -> visitor.row(op.table, op.key, op.version, op.hash + 1);
                        case 1 -> visitor.row(op.table, op.key, op.version + 1, op.hash);
                        case 2 -> {}
                        case 3 -> visitor.row(op.table, op.key + 1_000_000, op.version, op.hash);
                        default -> visitor.row(op.table, op.key, op.version, op.hash);
                    }
                }
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.load.StepAt;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.OneByOne;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four nodes; a record lies on the node of its key and on the two behind it. A client of node 0 writes record 0. */
class CommitWatchTest {
    private static final int NODES = 4;

    private final One client = new One();
    /** Which nodes hold the version that is asked for. */
    private final long[] held = new long[NODES];

    private boolean inWindow;
    private boolean inOrder;
    private LongConsumer windowEnd;
    private CommitWatch watch;

    private TransactionSource begin(Durability promised) {
        Engine engine = (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isInWindow")) {
                        return inWindow;
                    }
                    if (method.getName().equals("whyOneByOne")) {
                        return inOrder ? Optional.of(OneByOne.OBSERVED) : Optional.empty();
                    }
                    assertEquals("atWindowEnd", method.getName());
                    windowEnd = (LongConsumer) arguments[0];
                    return null;
                });
        watch = new CommitWatch(thread -> promised, engine);
        TransactionSource watched = watch.clients(0, 1, 5, new ByKey(), client);
        watch.built(null, IntStream.range(0, NODES).mapToObj(this::node).toList(), new ByKey());
        return watched;
    }

    private ProtocolNode node(int number) {
        return new ProtocolNode() {
            @Override
            public void records(int partition, RecordVisitor visitor) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean holds(Commit commit, int access) {
                assertEquals(0, commit.node());
                assertEquals(1, commit.thread());
                return held[number] == commit.transaction().installedVersion(access);
            }
        };
    }

    private void write(long version) {
        Transaction transaction = client.transaction;
        transaction.reset();
        transaction.input().begin(0, new Deposit());
        int access = transaction.context().overwrite(0, 0, 0, 8);
        transaction.context().putLong(access, 0, version);
        transaction.installed(access, version);
    }

    private void hold(long version, int... nodes) {
        for (int node : nodes) {
            held[node] = version;
        }
    }

    private void endWindow() {
        if (inWindow) {
            windowEnd.accept(0);
        }
    }

    private void assertFound(String share) {
        assertEquals(
                List.of("When client 5 was told at 30 ns that its deposit had committed, " + share
                        + " held its write of key 0 of table 0, version 7."),
                watch.violations());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeContentWithAllBackups(boolean windows) {
        inWindow = windows;
        TransactionSource watched = begin(Durability.BACKUPS);
        write(7);
        hold(7, 1, 2);
        watched.committed(new StepAt(30), 0);
        endWindow();
        assertEquals(List.of(), watch.violations());
        assertEquals(1, client.told, "the client is told as before");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMissABackupThoughThePrimaryAndAStrangerHaveTheWrite(boolean windows) {
        inWindow = windows;
        TransactionSource watched = begin(Durability.BACKUPS);
        write(7);
        hold(7, 0, 2, 3);
        watched.committed(new StepAt(30), 0);
        endWindow();
        assertFound("1 of 2 backups");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountAllNodesWhereCopiesArePromised(boolean windows) {
        inWindow = windows;
        TransactionSource watched = begin(Durability.COPIES);
        write(7);
        hold(7, 0, 3);
        watched.committed(new StepAt(30), 0);
        endWindow();
        assertFound("2 of 3 nodes");
        hold(7, 1);
        watched.committed(new StepAt(40), 0);
        endWindow();
        assertEquals(1, watch.violations().size(), "three have it now");
    }

    /** The reporting node is asked at the report, since what it does later in the window is no excuse. */
    @Test
    void shouldAskTheReportingNodeAtTheReport() {
        inWindow = true;
        TransactionSource watched = begin(Durability.COPIES);
        write(7);
        hold(7, 1, 2);
        watched.committed(new StepAt(30), 0);
        hold(7, 0);
        endWindow();
        assertFound("2 of 3 nodes");
    }

    /** Where events of a window happen in the order of time, what comes later in it is no excuse for any node. */
    @Test
    void shouldAskAllNodesAtTheReportWhereEventsHappenInOrder() {
        inWindow = true;
        inOrder = true;
        TransactionSource watched = begin(Durability.COPIES);
        write(7);
        hold(7, 0, 1);
        watched.committed(new StepAt(30), 0);
        hold(7, 2);
        endWindow();
        assertFound("2 of 3 nodes");
    }

    /** The context goes on within the window: what was reported is judged as it was. */
    @Test
    void shouldJudgeEachReportOfAWindowAsItWas() {
        inWindow = true;
        TransactionSource watched = begin(Durability.COPIES);
        write(7);
        hold(7, 0, 1);
        watched.committed(new StepAt(30), 0);
        write(8);
        hold(8, 0, 2, 3);
        watched.committed(new StepAt(35), 0);
        endWindow();
        assertFound("2 of 3 nodes");
        endWindow();
        assertEquals(1, watch.violations().size(), "each is judged once");
    }

    @Test
    void shouldLeaveClientsAloneWhereNothingIsPromised() {
        assertSame(client, begin(Durability.UNTOLD));
    }

    private static final class Deposit implements TransactionLogic {
        @Override
        public String name() {
            return "deposit";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            throw new UnsupportedOperationException();
        }
    }

    /** A client whose transaction the test fills. */
    private static final class One implements TransactionSource {
        private final Transaction transaction = new Transaction();
        private int told;

        @Override
        public int contexts() {
            return 1;
        }

        @Override
        public double next(Step step, int context) {
            return STOP;
        }

        @Override
        public Transaction transaction(int context) {
            return transaction;
        }

        @Override
        public void committed(Step step, int context) {
            told++;
        }

        @Override
        public void aborted(Step step, int context, AbortReason reason) {}

        @Override
        public void corrected(Step step, int context, AbortReason reason) {}

        @Override
        public void unknown(Step step, int context) {}
    }

    private static final class ByKey implements Placement {
        @Override
        public int partitions() {
            return NODES;
        }

        @Override
        public int partition(int table, long key) {
            return (int) key;
        }

        @Override
        public int replicas() {
            return 3;
        }

        @Override
        public int node(int partition, int index) {
            return (partition + index) % NODES;
        }
    }
}

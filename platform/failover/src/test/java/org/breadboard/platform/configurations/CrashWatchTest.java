// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.load.StepAt;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.Membership;
import org.breadboard.platform.member.PlannedMembership;
import org.junit.jupiter.api.Test;

/** Four machines with three copies, measured from 10 to 1,010 us; record n has its primary on machine n. */
class CrashWatchTest {
    private static final long CRASH_NS = 110_000;

    private final CrashWatch watch = new CrashWatch(false);
    private final Membership membership = new PlannedMembership(
            Configuration.first(4, 3), new PlannedMembership.Times(1_000, 200, 200, 50), bound -> 0, copy -> 5_000);
    private final One[] clients = new One[4];
    private final TransactionSource[] watched = new TransactionSource[4];

    CrashWatchTest() {
        for (int machine = 0; machine < clients.length; machine++) {
            clients[machine] = new One();
            watched[machine] = watch.clients(machine, 0, machine, new ByKey(), clients[machine]);
        }
        watch.measures(new Window(10_000, 1_010_000));
    }

    private void transaction(int machine, long key, long beganNs, long committedNs) {
        assertEquals(TransactionSource.NOW, watched[machine].next(new StepAt(beganNs), 0));
        clients[machine].transaction.input().begin(0, null);
        clients[machine].transaction.context().read(0, key);
        clients[machine].transaction.fetched(0, 1, new byte[8], 0, 8);
        watched[machine].committed(new StepAt(committedNs), 0);
    }

    /** One each 100 ns. */
    private void steadily(int machine, long key, long fromNs, long toNs) {
        for (long ns = fromNs; ns < toNs; ns += 100) {
            transaction(machine, key, ns, ns + 50);
        }
    }

    private void crash(int machine) {
        membership.crashed(machine, CRASH_NS);
        BitSet lost = new BitSet();
        lost.set(machine);
        watch.crashed(lost, CRASH_NS, membership.configuration());
    }

    private void recover(long nowNs) {
        while (membership.next().action() == Membership.Action.STOP) {
            membership.stopped();
        }
        membership.form();
        membership.recovered(nowNs);
        watch.recovered(nowNs, membership);
    }

    private AfterCrash outcome() {
        List<AfterCrash> outcomes = watch.outcomes(1_010_000);
        assertEquals(1, outcomes.size());
        return outcomes.get(0);
    }

    @Test
    void shouldWaitForATransactionThatBeganSinceAndTouchesTheShard() {
        crash(1);
        transaction(0, 1, CRASH_NS - 10, CRASH_NS + 10);
        transaction(0, 2, CRASH_NS + 20, CRASH_NS + 30);
        assertTrue(Double.isNaN(outcome().shardCommitNs()));
        transaction(2, 1, CRASH_NS + 40, CRASH_NS + 70);
        transaction(3, 1, CRASH_NS + 80, CRASH_NS + 90);
        assertEquals(70, outcome().shardCommitNs());
        assertEquals(List.of(1), outcome().machines());
        assertEquals(CRASH_NS, outcome().atNs());
    }

    @Test
    void shouldCompareClientsThatStayWithThemselves() {
        for (int machine = 0; machine < 4; machine++) {
            steadily(machine, machine, 0, CRASH_NS);
        }
        crash(1);
        for (int machine : new int[] {0, 2, 3}) {
            steadily(machine, 1, CRASH_NS + 30_000, CRASH_NS + 400_000);
        }
        assertEquals(30_000, outcome().fullSpeedNs(), 3_500);
    }

    @Test
    void shouldKnowNoSpeedOfBeforeInTheMidstOfARecovery() {
        steadily(0, 0, 0, CRASH_NS - 50_000);
        BitSet lost = new BitSet();
        lost.set(2);
        watch.crashed(lost, CRASH_NS - 50_000, membership.configuration());
        crash(1);
        steadily(0, 1, CRASH_NS + 100, CRASH_NS + 400_000);
        assertTrue(Double.isNaN(watch.outcomes(1_010_000).get(1).fullSpeedNs()));
    }

    @Test
    void shouldWaitUntilAllCopiesHaveRecovered() {
        crash(1);
        recover(CRASH_NS + 5_000);
        assertTrue(Double.isNaN(outcome().fullReplicationNs()), "partitions 0, 1 and 3 have two copies");
        recover(CRASH_NS + 20_000);
        assertEquals(20_000, outcome().fullReplicationNs(), "without the machine, on those that are left");
    }

    @Test
    void shouldNotTellWhatWasNotMeasured() {
        crash(1);
        transaction(0, 1, CRASH_NS + 10, CRASH_NS + 90);
        AfterCrash early = watch.outcomes(CRASH_NS + 80).get(0);
        assertTrue(Double.isNaN(early.shardCommitNs()));
        BitSet lost = new BitSet();
        lost.set(2);
        watch.crashed(lost, 1_010_000, membership.configuration());
        assertEquals(1, watch.outcomes(1_020_000).size(), "a crash after the window is none");
    }

    /** A client whose transaction the test fills. */
    private static final class One implements TransactionSource {
        private final Transaction transaction = new Transaction();

        @Override
        public int contexts() {
            return 1;
        }

        @Override
        public double next(Step step, int context) {
            return NOW;
        }

        @Override
        public Transaction transaction(int context) {
            return transaction;
        }

        @Override
        public void committed(Step step, int context) {}

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
            return 4;
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
            return (partition + index) % 4;
        }
    }
}

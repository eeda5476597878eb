// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.EpochStore;
import org.breadboard.platform.member.Membership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three machines that agree on threads of their own, seen by the thread that controls the run. */
class AgreedMembershipTest {
    /** As long as threads may wait for a core on a busy machine. */
    private static final long LEASE_NS = 300_000_000;

    private final Store store = new Store();
    private final AgreedMembership membership =
            new AgreedMembership(Configuration.first(3, 3), LEASE_NS, store, copy -> 1_000);

    /** One that decides at once, or when it is back. */
    private static final class Store implements EpochStore {
        private final List<byte[]> decided = new ArrayList<>();
        private final List<Runnable> waiting = new ArrayList<>();
        private boolean away;
        private boolean broken;

        @Override
        public synchronized void propose(int epoch, byte[] configuration, Consumer<Decision> answer) {
            if (broken) {
                throw new IllegalStateException("no store");
            }
            if (away) {
                waiting.add(() -> propose(epoch, configuration, answer));
                return;
            }
            boolean accepted = decided.size() == epoch;
            if (accepted) {
                decided.add(configuration);
            }
            answer.accept(new Decision(accepted, decided.get(epoch)));
        }

        @Override
        public synchronized boolean isReachable() {
            return !away;
        }

        @Override
        public synchronized void strike(boolean now) {
            away = now;
            if (!away) {
                List.copyOf(waiting).forEach(Runnable::run);
                waiting.clear();
            }
        }

        synchronized void breakDown() {
            broken = true;
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        membership.close();
    }

    /** Does what is due until the next configuration has begun. */
    private Configuration formed() {
        while (true) {
            Membership.Event next = membership.next();
            if (next == null) {
                LockSupport.parkNanos(100_000);
            } else if (next.action() == Membership.Action.STOP) {
                membership.stopped();
            } else {
                return membership.form();
            }
        }
    }

    private void settle() {
        do {
            membership.recovered(0);
            while (!membership.isSettled() && membership.next() == null) {
                LockSupport.parkNanos(100_000);
            }
            if (!membership.isSettled()) {
                formed();
            }
        } while (!membership.isSettled());
    }

    @Test
    void shouldGoOnWithoutWhoeverCrashesAndTakeItBack() {
        for (int machine = 0; machine < 3; machine++) {
            membership.crashed(machine, 0);
            assertFalse(membership.isSettled());
            Configuration next = formed();
            assertFalse(next.isMember(machine));
            assertFalse(membership.isSettled(), "it has not recovered");
            membership.recovered(0);
            membership.returned(machine, 0);
            assertTrue(formed().isMember(machine));
            settle();
        }
        assertEquals(List.of(), membership.remarks());
    }

    /** Threads of a machine that nobody hears of have no lease when the next configuration begins. */
    @Test
    void shouldLeaveNoLeaseToWhoeverIsCutOff() {
        membership.isolated(2, 0);
        Configuration next = formed();
        assertFalse(next.isMember(2));
        membership.recovered(0);
        assertTrue(membership.leaseUntilNs(0) > System.nanoTime());
        assertEquals(Long.MAX_VALUE, membership.leaseUntilNs(3), "machines of clients have none, and need none");
        membership.returned(2, 0);
        assertTrue(formed().isMember(2));
        settle();
    }

    /** It is decided on with all that are there, and one of them is lost before it begins. */
    @Test
    void shouldSayWhoIsDownInAConfigurationThatBegins() {
        store.strike(true);
        membership.crashed(1, 0);
        long untilNs = System.nanoTime() + 3 * LEASE_NS;
        while (System.nanoTime() < untilNs) {
            LockSupport.parkNanos(1_000_000);
        }
        assertNull(membership.next(), "nobody decides");
        membership.crashed(2, 0);
        store.strike(false);
        Configuration next = formed();
        assertTrue(next.isMember(2) && !membership.isUp(2));
        assertFalse(membership.isSettled());
        next = formed();
        assertEquals(1, next.members());
        membership.recovered(0);
        assertTrue(
                membership.remarks().toString().contains("ZooKeeper was gone or slow"), membership.remarks()::toString);
    }

    @Test
    void shouldSayThatMoreIsLostThanReplicationBears() {
        for (int machine = 0; machine < 3; machine++) {
            membership.crashed(machine, machine);
        }
        membership.returned(1, 2_000_002);
        assertEquals(
                List.of("More machines were lost than the replication bears, once, so no configuration could follow"
                        + " until enough were back: 2.000 ms in all."),
                membership.remarks());
    }

    @Test
    void shouldSayWhyNobodyCanAgreeAnyMore() {
        store.breakDown();
        membership.crashed(1, 0);
        while (membership.failure() == null) {
            LockSupport.parkNanos(1_000_000);
        }
        assertTrue(membership.failure().contains("no store"), membership.failure());
    }
}

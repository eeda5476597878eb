// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines crash and come back in any order; the manager keeps to what the last configuration has. */
class PlannedMembershipTest {
    private static final PlannedMembership.Times TIMES = new PlannedMembership.Times(1000, 200, 200, 50);

    private final Random random = new Random(1);
    private final PlannedMembership membership = membership(4, 3, random);

    private static PlannedMembership membership(int machines, int replicas, Random random) {
        return new PlannedMembership(
                Configuration.first(machines, replicas), TIMES, bound -> random.nextLong(bound), copy -> 10_000);
    }

    private Membership.Event formed() {
        Membership.Event event = membership.next();
        while (event.action() == Membership.Action.STOP) {
            membership.stopped();
            event = membership.next();
        }
        return event;
    }

    @Test
    void shouldGoOnWithoutAMachineOnceItsLeaseIsOver() {
        membership.crashed(1, 5_000);
        Membership.Event form = formed();
        assertTrue(form.atNs() >= 5_000 + 800 + 200 && form.atNs() <= 5_000 + 1_000 + 200 + 100, form.toString());
        Configuration next = membership.form();
        assertEquals(1, next.epoch());
        assertFalse(next.isMember(1));
        assertEquals(2, next.node(1, 0), "the first backup is the primary now");
        assertEquals(2, next.copies(1));
        assertEquals(3, next.copies(2), "nothing of partition 2 was lost");
        assertNull(membership.next(), "nothing is planned before it has recovered");
    }

    @Test
    void shouldWaitForWhoDecides() {
        membership.reachable(false, 1_000);
        membership.crashed(1, 5_000);
        assertNull(membership.next(), "nobody decides");
        assertFalse(membership.isSettled());
        membership.returned(1, 20_000);
        assertFalse(membership.isSettled(), "what it had in memory that does not survive is not recovered");
        membership.reachable(true, 50_000);
        assertEquals(50_000 + 200 + 100, formed().atNs());
        assertTrue(membership.form().isMember(1));
        membership.recovered(60_000);
        assertTrue(membership.isSettled());
    }

    @Test
    void shouldNotLoseADecisionThatIsSafe() {
        membership.crashed(1, 5_000);
        membership.reachable(false, 6_300); // decided at 6,200 at the latest
        formed();
        assertFalse(membership.form().isMember(1));
    }

    @Test
    void shouldMakeCopiesThatNobodyDecidesOnLater() {
        membership.crashed(1, 5_000);
        formed();
        membership.form();
        membership.reachable(false, 8_000);
        membership.recovered(10_000);
        assertNull(membership.next());
        membership.returned(1, 12_000);
        membership.crashed(2, 13_000);
        assertNull(membership.next());
        membership.reachable(true, 30_000);
        formed();
        Configuration next = membership.form();
        assertFalse(next.isMember(2));
        assertFalse(next.isMember(1), "it gets its copies from who is left");
        membership.recovered(40_000);
        formed();
        assertTrue(membership.form().isMember(1));
    }

    /** It hears of nothing, so another crash, which the others hear of later, does not give it longer. */
    @Test
    void shouldHaveAMemberWithoutNicStopWhenItsLeaseIsOver() {
        membership.isolated(1, 5_000);
        Membership.Event stop = membership.next();
        assertEquals(new Membership.Event(stop.atNs(), Membership.Action.STOP, 1), stop);
        assertTrue(stop.atNs() >= 5_000 + 1_000 - 2 * 200 - 50 && stop.atNs() <= 6_000, stop.toString());
        membership.crashed(3, 5_700);
        assertEquals(stop, membership.next());
        membership.stopped();
        assertTrue(
                membership.next().atNs() >= 5_700 + 800 + 200, membership.next().toString());
        assertTrue(formed().atNs() > stop.atNs(), "it has stopped before the next configuration begins");
        Configuration next = membership.form();
        assertTrue(!next.isMember(1) && !next.isMember(3));
        membership.recovered(20_000);
        formed();
        membership.form();
        membership.recovered(40_000);
        membership.returned(1, 50_000);
        formed();
        assertTrue(membership.form().isMember(1));
    }

    /** Nobody takes time to decide or to tell: all that is between the two is when each counts a lease from. */
    @Test
    void shouldEndALeaseBeforeOthersTakeItForOver() {
        for (int seed = 0; seed < 1_000; seed++) {
            Random draws = new Random(seed);
            PlannedMembership of = new PlannedMembership(
                    Configuration.first(4, 3),
                    new PlannedMembership.Times(1_000, 1_000, 0, 0),
                    bound -> draws.nextLong(bound),
                    copy -> 0);
            of.isolated(1, 5_000);
            of.isolated(2, 5_000 + draws.nextInt(700));
            List<Membership.Event> events = new ArrayList<>();
            while (of.next().action() == Membership.Action.STOP) {
                events.add(of.next());
                of.stopped();
            }
            String said = "seed " + seed + ": " + events + ", then " + of.next();
            for (int machine = 1; machine <= 2; machine++) {
                int lost = machine;
                assertTrue(events.stream().anyMatch(event -> event.machine() == lost), said);
            }
            assertTrue(events.get(events.size() - 1).atNs() <= of.next().atNs(), said);
        }
    }

    @Test
    void shouldMakeLostCopiesAgainAndTakeAMachineBack() {
        membership.crashed(1, 0);
        formed();
        membership.form();
        membership.recovered(10_000);
        assertEquals(10_000 + 10_000 + 200 + 100, formed().atNs(), "copies take their time");
        assertEquals(3, membership.form().copies(1));
        membership.recovered(50_000);
        assertTrue(membership.isSettled());
        membership.returned(1, 60_000);
        assertFalse(membership.isSettled());
        formed();
        Configuration whole = membership.form();
        membership.recovered(90_000);
        assertTrue(whole.isMember(1));
        assertEquals(1, whole.node(1, 0));
        assertTrue(membership.isSettled());
    }

    @Test
    void shouldWaitWhileMoreIsLostThanReplicationBears() {
        membership.crashed(0, 0);
        membership.crashed(1, 10);
        membership.crashed(2, 20);
        formed();
        assertNull(membership.form());
        assertTrue(membership.isStuck());
        assertNull(membership.next());
        membership.returned(2, 9_000);
        formed();
        Configuration next = membership.form();
        assertTrue(next.isMember(2) && next.isMember(3) && !next.isMember(0));
        assertEquals(
                List.of("More machines were lost than the replication bears, once, so no configuration could follow"
                        + " until enough were back: 0.009 ms in all."),
                membership.remarks());
    }

    /** A machine that came back gets tables, but no log of what was under way: only the one that was left has that. */
    @Test
    void shouldWaitForTheOnlyLogOfWhatIsNotRecovered() {
        PlannedMembership pairs = membership(4, 2, random);
        pairs.crashed(1, 0);
        pairs.form();
        pairs.recovered(10_000);
        pairs.returned(1, 20_000);
        assertEquals(2, pairs.form().copies(1), "machine 1 has what machine 2 has of its partition");
        pairs.crashed(2, 60_000);
        assertNull(pairs.form(), "logs of partition 1 are only on machine 2");
        pairs.returned(2, 70_000);
        assertFalse(pairs.isStuck());
        assertTrue(pairs.form().isMember(2));
        pairs.recovered(80_000);
        pairs.crashed(2, 90_000);
        assertFalse(pairs.form().isMember(2), "everything is recovered, so machine 1 is enough");
    }

    @Test
    void shouldKeepAMachineThatIsBackBeforeAnybodyNoticed() {
        membership.crashed(1, 0);
        membership.returned(1, 100);
        formed();
        Configuration next = membership.form();
        assertTrue(next.isMember(1));
        assertNotEquals(0, next.epoch());
    }

    /** Whoever holds a copy held it before, or gets it from somebody who did and is up. */
    @Test
    void shouldNeverMakeAHolderOfAMachineWithoutContent() {
        for (int seed = 0; seed < 600; seed++) {
            int machines = 2 + seed % 6;
            try {
                live(seed, machines, Math.min(1 + seed % 3, machines));
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed " + seed, broken);
            }
        }
    }

    private static void live(long seed, int machines, int replicas) {
        Random draws = new Random(seed);
        PlannedMembership of = membership(machines, replicas, draws);
        Set<String> content = new HashSet<>();
        for (int partition = 0; partition < machines; partition++) {
            for (int copy = 0; copy < replicas; copy++) {
                content.add(partition + "@" + of.configuration().node(partition, copy));
            }
        }
        for (long nowNs = 0; nowNs < 400_000; nowNs += draws.nextInt(2_000)) {
            int machine = draws.nextInt(machines);
            if (!of.isUp(machine)) {
                of.returned(machine, nowNs);
            } else if (draws.nextInt(4) == 0) {
                of.crashed(machine, nowNs);
            }
            while (of.next() != null && of.next().atNs() <= nowNs) {
                if (of.next().action() == Membership.Action.STOP) {
                    of.stopped();
                    continue;
                }
                Configuration before = of.configuration();
                Configuration next = of.form();
                if (next == null) {
                    assertTrue(of.isStuck());
                } else {
                    checkHolders(of, before, next, content);
                    of.recovered(nowNs);
                }
            }
        }
    }

    private static void checkHolders(Membership of, Configuration before, Configuration next, Set<String> content) {
        assertEquals(before.epoch() + 1, next.epoch());
        for (Configuration.Copy copy : before.missing(next)) {
            assertTrue(content.contains(copy.partition() + "@" + copy.from()), copy + " from nowhere");
            assertTrue(next.isMember(copy.from()), copy + " from a machine that is down");
        }
        Set<String> now = new HashSet<>();
        for (int partition = 0; partition < next.machines(); partition++) {
            assertTrue(next.copies(partition) > 0, "partition " + partition + " is lost");
            for (int copy = 0; copy < next.copies(partition); copy++) {
                int holder = next.node(partition, copy);
                assertEquals(copy, next.copy(partition, holder));
                assertTrue(of.isUp(holder) && next.isMember(holder));
                now.add(partition + "@" + holder);
            }
        }
        content.clear();
        content.addAll(now);
    }
}

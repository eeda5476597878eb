// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.nemesis.Faults.Kind;
import org.breadboard.platform.runtime.SeededStream;
import org.junit.jupiter.api.Test;

class NemesisTest {
    private static final long INTERVAL_NS = 1_000;
    private static final long WINDOW_NS = 300;
    private static final int MACHINES = 5;

    private final Map<String, Tally> counters = new HashMap<>();

    private Nemesis nemesis(Kind... kinds) {
        return nemesis(false, kinds);
    }

    private Nemesis nemesis(boolean inTurn, Kind... kinds) {
        Faults faults = new Faults(
                0, 0, 0, List.of(kinds), inTurn, INTERVAL_NS, WINDOW_NS, 0.5, 70, 3, null, Faults.Control.NONE);
        return new Nemesis(
                faults, 7, MACHINES, MACHINES, name -> counters.computeIfAbsent(name, unseen -> new Tally()));
    }

    @Test
    void shouldPauseOneMachineForOneWindowOfEachInterval() {
        Nemesis nemesis = nemesis(Kind.PAUSE);
        int[] victims = new int[MACHINES];
        for (long interval = 0; interval < 200; interval++) {
            long fromNs = interval * INTERVAL_NS;
            long pausedNs = 0;
            long endNs = 0;
            for (int machine = 0; machine < MACHINES; machine++) {
                for (long at = fromNs; at < fromNs + INTERVAL_NS; at++) {
                    long wakes = nemesis.wakesAt(machine, at);
                    if (wakes > at) {
                        pausedNs++;
                        assertTrue(endNs == 0 || endNs == wakes, "two windows in interval " + interval);
                        endNs = wakes;
                        victims[machine]++;
                    }
                }
            }
            assertEquals(WINDOW_NS, pausedNs, "interval " + interval);
            assertTrue(endNs <= fromNs + INTERVAL_NS, "interval " + interval);
        }
        for (int machine = 0; machine < MACHINES; machine++) {
            assertTrue(victims[machine] > 0, "machine " + machine + " was never paused");
        }
        assertEquals(200 * WINDOW_NS, counters.get(Kind.PAUSE.counter()).value());
    }

    @Test
    void shouldStrikeEachMachineInTurn() {
        List<Nemesis.Strike> strikes = nemesis(true, Kind.CRASH).strikes(0, 3 * MACHINES * INTERVAL_NS);
        assertEquals(3 * MACHINES, strikes.size());
        for (int interval = 0; interval < strikes.size(); interval++) {
            assertEquals("node " + interval % MACHINES, strikes.get(interval).victims());
        }
        Nemesis.Window fourth = nemesis(true, Kind.CRASH).windowAfter(Kind.CRASH, 3 * INTERVAL_NS - 1);
        assertEquals(3, fourth.machine());
    }

    @Test
    void shouldPartSomeFromOthers() {
        Nemesis both = nemesis(Kind.PARTITION);
        Nemesis oneWay = nemesis(Kind.PARTITION_ONE_WAY);
        for (long at = 0; at < 100 * INTERVAL_NS; at += 10) {
            int cut = 0;
            int cutOneWay = 0;
            for (int from = 0; from < MACHINES; from++) {
                for (int to = 0; to < MACHINES; to++) {
                    boolean there = both.cuts(from, to, at) != null;
                    assertEquals(there, both.cuts(to, from, at) != null, from + " and " + to + " at " + at);
                    cut += there ? 1 : 0;
                    boolean way = oneWay.cuts(from, to, at) != null;
                    assertTrue(!way || oneWay.cuts(to, from, at) == null, from + " to " + to + " at " + at);
                    cutOneWay += way ? 1 : 0;
                }
            }
            // Two machines on one side, three on the other.
            assertTrue(cut == 0 || cut == 2 * 2 * 3, cut + " at " + at);
            assertTrue(cutOneWay == 0 || cutOneWay == 2 * 3, cutOneWay + " at " + at);
        }
    }

    @Test
    void shouldStrikeTheSameAgainAndNothingOnceHealed() {
        Nemesis one = nemesis(Kind.DELAY, Kind.SLOW, Kind.PAUSE, Kind.PARTITION);
        Nemesis other = nemesis(Kind.DELAY, Kind.SLOW, Kind.PAUSE, Kind.PARTITION);
        for (long at = 0; at < 20 * INTERVAL_NS; at += 10) {
            assertEquals(one.delayNs(2, at), other.delayNs(2, at));
            assertEquals(one.slowness(2, at), other.slowness(2, at));
        }
        one.heal(0);
        for (long at = 0; at < 20 * INTERVAL_NS; at += 10) {
            for (int machine = 0; machine < MACHINES; machine++) {
                assertEquals(0, one.delayNs(machine, at));
                assertEquals(1, one.slowness(machine, at));
                assertEquals(at, one.wakesAt(machine, at));
                assertNull(one.cuts(machine, 0, at));
            }
        }
    }

    @Test
    void shouldGiveASwitchAnotherLifeWithEachWindow() {
        Nemesis nemesis = nemesis(Kind.SWITCH_CRASH);
        long life = 0;
        int crashes = 0;
        boolean down = false;
        for (long at = 0; at < 20 * INTERVAL_NS; at++) {
            boolean begins = nemesis.isDown(0, at) && !down;
            crashes += begins ? 1 : 0;
            assertEquals(begins, nemesis.life(0, at) > life, "at " + at);
            assertTrue(nemesis.life(0, at) >= life, "at " + at);
            life = nemesis.life(0, at);
            down = nemesis.isDown(0, at);
        }
        assertTrue(crashes >= 19, crashes + " crashes in 20 intervals");
        nemesis.heal(20 * INTERVAL_NS);
        for (long at = 20 * INTERVAL_NS; at < 30 * INTERVAL_NS; at++) {
            assertEquals(life, nemesis.life(0, at), "at " + at);
            assertFalse(nemesis.isDown(0, at));
        }
    }

    @Test
    void shouldFindTheRingOfOneMachineFullNowAndThen() {
        Nemesis nemesis = nemesis(Kind.RING_FULL);
        SeededStream random = new SeededStream(3, 1);
        for (Nemesis.Strike strike : nemesis.strikes(0, 20 * INTERVAL_NS)) {
            int full = 0;
            for (long at = strike.fromNs(); at < strike.toNs(); at++) {
                for (int machine = 0; machine < MACHINES; machine++) {
                    boolean overflows = nemesis.overflows(machine, at, random);
                    assertTrue(!overflows || strike.victims().equals("node " + machine), strike::toString);
                    full += overflows ? 1 : 0;
                }
            }
            assertEquals(WINDOW_NS * 0.5, full, WINDOW_NS * 0.2, strike::toString);
            int victim = Integer.parseInt(strike.victims().substring("node ".length()));
            assertFalse(nemesis.overflows(victim, strike.toNs(), random), strike::toString);
        }
        assertTrue(nemesis.harmsPackets());
        nemesis.heal(0);
        for (long at = 0; at < 20 * INTERVAL_NS; at++) {
            assertFalse(nemesis.overflows((int) (at % MACHINES), at, random), "at " + at);
        }
    }

    @Test
    void shouldReadListsAndRefuseOtherWords() {
        assertEquals(List.of(), Faults.parse(" "));
        Faults both = new Faults(
                0, 0, 0, Faults.parse("pause, partition,pause"), false, 2, 1, 0, 0, 1, null, Faults.Control.NONE);
        assertEquals(List.of(Kind.PARTITION, Kind.PAUSE), both.nemesis());
        String message = assertThrows(IllegalArgumentException.class, () -> Faults.parse("pause,crashing"))
                .getMessage();
        assertTrue(message.startsWith("knows no 'crashing'; it takes loss, "), message);
    }

    @Test
    void shouldTellWhenItStrikesAndWhom() {
        Nemesis nemesis = nemesis(Kind.PAUSE, Kind.PARTITION);
        List<Nemesis.Strike> strikes = nemesis.strikes(500, 20_500);
        long pauses =
                strikes.stream().filter(strike -> strike.kind() == Kind.PAUSE).count();
        assertTrue(pauses >= 20 && pauses <= 21, () -> pauses + " of one for each of 20 intervals");
        for (Nemesis.Strike strike : strikes) {
            if (strike.toNs() == 20_500) {
                continue; // it may go on beyond what was asked about
            }
            if (strike.kind() == Kind.PAUSE) {
                int victim = Integer.parseInt(strike.victims().substring("node ".length()));
                assertTrue(nemesis.wakesAt(victim, strike.fromNs()) > strike.fromNs(), strike::toString);
                assertTrue(nemesis.wakesAt(victim, strike.toNs() - 1) >= strike.toNs(), strike::toString);
                assertEquals(strike.toNs(), nemesis.wakesAt(victim, strike.toNs()), strike::toString);
            } else {
                String[] halves = strike.victims().replace("nodes ", "").split(" \\| ", -1);
                int one = Integer.parseInt(halves[0].split(", ", -1)[0]);
                int two = Integer.parseInt(halves[1].split(", ", -1)[0]);
                assertEquals(Kind.PARTITION, nemesis.cuts(one, two, strike.fromNs()), strike::toString);
                assertNull(nemesis.cuts(one, two, strike.toNs()), strike::toString);
            }
        }
        assertTrue(nemesis().strikes(0, 1_000_000).isEmpty());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.breadboard.platform.cluster.Wraps;
import org.junit.jupiter.api.Test;

/** What few seeds have besides, and how few. */
class CornersTest {
    private static final int SEEDS = 4000;

    private static Case plain(long seed, Ground ground) {
        return Shares.of(Case.of(seed, List.of(ground)), ground);
    }

    /** The runs of seeds that have a corner, given some settings. */
    private static List<Case> corners(Map<String, String> given) {
        Ground ground = CorpusTest.ground(given);
        return LongStream.range(0, SEEDS)
                .filter(seed -> !Corners.of(plain(seed, ground), ground).equals(plain(seed, ground)))
                .mapToObj(seed -> Corners.of(plain(seed, ground), ground))
                .toList();
    }

    private static double us(Case of, String key) {
        return Double.parseDouble(of.sets().get(key));
    }

    private static boolean isLossless(Case of) {
        return !of.sets().containsKey("network.loss");
    }

    private static boolean strikes(Case of, String nemesis) {
        return of.sets().getOrDefault(Case.NEMESIS, "").matches(nemesis);
    }

    @Test
    void shouldDrawEachAndLeaveMostSeedsAsTheyAre() {
        List<Case> drawn = corners(Map.of());
        assertTrue(drawn.size() < SEEDS / 2, drawn.size() + " of " + SEEDS);
        Map<String, Predicate<Case>> corners = Map.of(
                "limit", each -> us(each, "hardware.pairs") <= 4,
                "lose connections", each -> each.sets().containsKey(Case.LEASE),
                "crash two", each -> each.sets().containsKey(Case.DECIDE),
                "lose more", each -> us(each, "network.loss") >= 0.1,
                "part", each -> isLossless(each) && strikes(each, "partition(-one-way)?,ring-full"),
                "lag", each -> us(each, "protocol.pollNs") > 500,
                "flags", each -> each.sets().get(Case.WORKLOAD).equals("ycsb"));
        corners.forEach((corner, has) -> {
            String key = corner.equals("limit")
                    ? "hardware.pairs"
                    : corner.equals("lag") ? "protocol.pollNs" : corner.equals("lose more") ? "network.loss" : "";
            long seeds = drawn.stream()
                    .filter(each -> key.isEmpty() || each.sets().containsKey(key))
                    .filter(has)
                    .count();
            assertTrue(seeds > 10, corner + " in " + seeds + " seeds");
        });
    }

    /** Whoever gives nothing up but what is gone is stuck with nobody. */
    @Test
    void shouldLoseConnectionsToMachinesThatAreDownAlone() {
        for (Case each : corners(Map.of())) {
            if (each.sets().containsKey(Case.LEASE)) {
                assertTrue(isLossless(each) && strikes(each, "(nic-)?crash"), each.replay());
                assertTrue(us(each, "hardware.timeoutUs") * 8 <= us(each, Case.LEASE), each.replay());
                assertTrue(us(each, Case.LEASE) < us(each, Case.WINDOW), each.replay());
            }
        }
    }

    @Test
    void shouldLoseMoreWhereNumbersWrapAround() {
        List<Case> drawn = corners(Map.of());
        drawn.stream()
                .filter(each -> !isLossless(each) && us(each, "network.loss") >= 0.1)
                .forEach(each -> assertTrue(Wraps.isSoon(each.seed()), each.replay()));
    }

    @Test
    void shouldNeverChangeWhatIsGiven() {
        Map<String, String> given = Map.of(
                "network.loss", "0.02",
                "hardware.pairs", "7",
                "protocol.pollNs", "9",
                "hardware.timeoutUs", "12",
                "faults.decideUs", "3",
                "workload", "contended");
        for (Case each : corners(given)) {
            assertTrue(each.sets().entrySet().containsAll(given.entrySet()), each.replay());
        }
        assertEquals(
                List.of(),
                corners(Map.of("faults.nemesis", "pause")).stream()
                        .filter(each -> !strikes(each, "pause"))
                        .toList());
        assertFalse(corners(Map.of("faults.nemesis", "pause")).isEmpty());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.breadboard.api.Setting;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.result.Json;
import org.junit.jupiter.api.Test;

/** What seeds are drawn near, of runs that are no more than a function of their settings. */
class CorpusTest {
    private static final int CAMPAIGNS = 9;
    private static final int SEEDS = 4000;
    private static final int GENERATION = 32;
    private static final int SIZES = 8;

    static Ground ground(Map<String, String> given) {
        List<Size> sizes = new ArrayList<>();
        List<Delay> delays = new ArrayList<>();
        for (int i = 0; i < SIZES; i++) {
            Setting<Integer> slots = Setting.count("slots" + i, "", 64, 1, 4096, "");
            sizes.add(new Size((i % 2 == 0 ? "protocol.slots" : "hardware.slots") + i, slots, 64, i % 2 == 0));
            Setting<Double> wireNs = Setting.number("wireNs" + i, "ns", 500, 0, 1e9, "");
            delays.add(new Delay("hardware.wireNs" + i, wireNs, 500));
        }
        Setting<Double> timeoutUs = Setting.number("timeoutUs", "us", 1000, 1, 1e6, "");
        sizes.removeIf(each -> given.containsKey(each.key()));
        delays.removeIf(each -> given.containsKey(each.key()));
        List<Timeout> timeouts = Stream.of(
                        new Timeout("protocol.timeoutUs", timeoutUs, 1000, true),
                        new Timeout("hardware.timeoutUs", timeoutUs, 1000, false))
                .filter(each -> !given.containsKey(each.key()))
                .toList();
        return new Ground(
                MixRequest.of("a-mix", List.of()),
                "a-protocol",
                given,
                ProtocolTraits.promising(Promise.SERIALIZABLE)
                        .tolerating(Fault.values())
                        .recovering(),
                false,
                Map.of("protocol.log", List.of("rpc"), "protocol.read", List.of("rpc", "dma")),
                sizes,
                List.of(
                        new Size("switch.slots", Setting.count("slots", "", 64, 1, 4096, ""), 64, false),
                        new Size("hardware.pairs", Setting.count("pairs", "", 0, 0, 4096, ""), 0, false)),
                given.containsKey("workload")
                        ? List.of()
                        : List.of(Map.of("workload", "ycsb"), Map.of("workload", "tatp", "workload.rows", "9")),
                given.containsKey("workload")
                        ? List.of()
                        : List.of(new Flags(
                                Map.of("workload", "ycsb"),
                                Map.of("workload.all", "true", "workload.ordered", "true"))),
                delays,
                List.of(new Delay("protocol.pollNs", Setting.number("pollNs", "ns", 500, 0, 1e6, ""), 500)),
                timeouts,
                true,
                true,
                Set.of(),
                List.of(Faults.Kind.values()),
                false);
    }

    /** Each size at its least is a state, each long delay is one, and three of them together are a rare one. */
    private static Ended run(long seed, Near near, Ground ground) {
        Map<String, String> sets =
                near == null ? Shares.of(Case.of(seed, List.of(ground)), ground).sets() : near.sets();
        Map<String, Long> states = new TreeMap<>();
        sets.forEach((key, value) -> {
            if (key.startsWith("protocol.slots") && value.equals("1")) {
                states.put(key + ".full", 1L);
            }
        });
        boolean crashes = Case.crashes(sets.getOrDefault(Case.NEMESIS, ""));
        states.put("recoveries", crashes ? 1L : 0L);
        boolean rare = crashes
                && states.containsKey("protocol.slots0.full")
                && states.containsKey("protocol.slots4.full")
                && sets.containsKey("hardware.wireNs3");
        states.put("rare", rare ? 1L : 0L);
        return new Ended(seed, 1, "", Ended.Kind.VERIFIED, List.of(), Map.of(), states, "", new Ended.Drawn(0, sets));
    }

    /** The runs of seeds, one after the other, until one meets the rare state. */
    private static List<Ended> untilRare(long first, boolean guided, Ground ground) {
        Coverage coverage = new Coverage(List.of(ground));
        Corpus corpus = Corpus.EMPTY;
        List<Ended> all = new ArrayList<>();
        while (all.size() < SEEDS
                && (all.isEmpty() || all.get(all.size() - 1).states().get("rare") == 0)) {
            long seed = first + all.size();
            Near near = guided ? corpus.near(seed, ground.protocol(), List.of(ground)) : null;
            all.add(run(seed, near, ground));
            if (all.size() % GENERATION == 0) {
                corpus = coverage.after(all.subList(all.size() - GENERATION, all.size()));
            }
        }
        return all;
    }

    private static long median(boolean guided) {
        Ground ground = ground(Map.of());
        long[] seeds = IntStream.range(0, CAMPAIGNS)
                .mapToLong(i -> untilRare(i * 1_000_000L, guided, ground).size())
                .sorted()
                .toArray();
        return seeds[CAMPAIGNS / 2];
    }

    @Test
    void shouldMeetAStateOfSeveralSettingsInFewerSeeds() {
        long blind = median(false);
        long guided = median(true);
        assertTrue(guided * 2 < blind, "guided " + guided + " seeds, blind " + blind);
    }

    @Test
    void shouldDrawTheSameOfTheSameRuns() {
        Ground ground = ground(Map.of());
        List<Ended> once = untilRare(5, true, ground);
        assertEquals(once, untilRare(5, true, ground));
        // As a campaign reads them that goes on.
        Coverage read = new Coverage(List.of(ground));
        List<Ended> kept = once.subList(0, 2 * GENERATION);
        List<Ended> stored =
                kept.stream().map(each -> Ended.of(Json.tree(each.json()))).toList();
        assertEquals(kept, stored);
        Corpus corpus = new Coverage(List.of(ground)).after(kept);
        Corpus again = read.after(stored);
        for (long seed = 0; seed < 500; seed++) {
            assertEquals(
                    corpus.near(seed, ground.protocol(), List.of(ground)),
                    again.near(seed, ground.protocol(), List.of(ground)));
        }
    }

    @Test
    void shouldNeverChangeWhatIsGiven() {
        Map<String, String> given = Map.of(
                "protocol.slots0", "7",
                "hardware.slots1", "9",
                "hardware.wireNs3", "700",
                "hardware.timeoutUs", "12",
                "faults.nemesis", "pause",
                "workload", "contended",
                "workload.keys", "5",
                "cluster.threads", "3",
                "faults.intervalUs", "99",
                "workload.rounds", "2");
        Ground ground = ground(given);
        int near = 0;
        for (Ended each : untilRare(1, true, ground)) {
            assertTrue(each.drawn().sets().entrySet().containsAll(given.entrySet()), each.toString());
            near += each.drawn()
                            .sets()
                            .equals(run(each.seed(), null, ground).drawn().sets())
                    ? 0
                    : 1;
        }
        assertTrue(near > SEEDS / 4, near + " were drawn near others");
    }

    @Test
    void shouldStayWithinWhatASeedCanDraw() {
        Ground ground = ground(Map.of());
        List<Ended> all = IntStream.range(0, CAMPAIGNS)
                .mapToObj(i -> untilRare(i * 1_000_000L, true, ground))
                .flatMap(List::stream)
                .toList();
        for (Ended each : all) {
            Map<String, String> sets = each.drawn().sets();
            boolean quiet = Shares.isQuiet(sets);
            for (String key : sets.keySet()) {
                boolean size = key.startsWith("hardware.slots") || key.startsWith("switch.slots");
                assertTrue(quiet || !size, key + " where something strikes: " + each);
            }
            assertTrue(
                    Shares.bearsShortDevices(sets, ground) || !sets.containsKey("hardware.timeoutUs"),
                    "a connection would be given up for good: " + each);
            assertFalse(sets.containsKey("protocol.log") && sets.containsKey("protocol.read"), each.toString());
            assertFalse(
                    sets.containsKey("protocol.timeoutUs") && sets.containsKey("hardware.timeoutUs"), each.toString());
            assertTrue(sets.containsKey(Case.ORDERED) || !sets.containsKey(Case.SPREAD), each.toString());
            assertEquals(sets.containsKey(Case.PAIRS), sets.containsKey(Case.ROUNDS), each.toString());
            assertTrue(Ground.CONTENDED.equals(sets.get(Case.WORKLOAD)) || !sets.containsKey(Case.AGAIN));
            assertTrue(
                    Case.crashes(sets.getOrDefault(Case.NEMESIS, "")) || !sets.containsKey(Case.INTERVAL),
                    each.toString());
        }
    }
}

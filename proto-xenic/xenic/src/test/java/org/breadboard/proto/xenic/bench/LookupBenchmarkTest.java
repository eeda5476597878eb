// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookupBenchmarkTest {
    private static final int LOOKUPS = 60_000;

    @Test
    void shouldReadWholeBucketsOfAChainedTable() {
        Map<String, Long> counters = run("chained", Map.of("bucketSlots", 8), 1);
        assertEquals(LOOKUPS, counters.get("lookups"));
        assertEquals(8 * counters.get("roundTrips"), counters.get("objectsRead"));
        assertEquals(counters.get("objectsRead"), counters.get("objectsReadByOwnPlace"), "there is no hint");
        double roundTrips = counters.get("roundTrips") / (double) LOOKUPS;
        assertTrue(roundTrips > 1.05 && roundTrips < 1.2, "a tenth of the keys is in linked buckets: " + roundTrips);
    }

    @Test
    void shouldReadANeighbourhoodOfAHopscotchTable() {
        Map<String, Long> counters = run("hopscotch", Map.of(), 1);
        long repeated = counters.get("roundTrips") - LOOKUPS;
        assertTrue(repeated > LOOKUPS / 100 && repeated < LOOKUPS / 10, repeated + " second round trips");
        assertEquals(8 * LOOKUPS + 4 * repeated, counters.get("objectsRead"));
    }

    @Test
    void shouldFollowTheHintsOfARobinHoodTable() {
        Map<String, Long> unlimited = run("robin-hood", Map.of("displacementLimit", 0), 1);
        assertEquals(LOOKUPS, unlimited.get("roundTrips"), "the hints are never wrong");
        assertEquals(0, unlimited.get("insertionsOverflown"));
        Map<String, Long> exact = run("robin-hood", Map.of("displacementLimit", 0, "hintSlackSlots", 0), 1);
        assertEquals(unlimited.get("objectsRead") - LOOKUPS, exact.get("objectsRead"), "k = 1 is one object more");
        assertTrue(unlimited.get("objectsReadByOwnPlace") < unlimited.get("objectsRead"));
        assertEquals(unlimited.get("objectsToFound") + LOOKUPS, unlimited.get("objectsReadByOwnPlace"), "k = 1 more");
        Map<String, Long> limited = run("robin-hood", Map.of(), 1);
        Map<String, Long> unswapped = run("robin-hood", Map.of("swap", false), 1);
        assertTrue(unswapped.get("roundTrips") > limited.get("roundTrips"), "more keys overflow");
        assertTrue(unswapped.get("objectsReadByOwnPlace") < limited.get("objectsReadByOwnPlace"));
        assertTrue(limited.get("objectsRead") < unlimited.get("objectsRead"));
        assertTrue(limited.get("roundTrips") > LOOKUPS && limited.get("roundTrips") < 1.1 * LOOKUPS);
        assertTrue(limited.get("hintsRaisedByMore") < limited.get("hintsRaised"));
        assertEquals(200, limited.get("insertionsMeasured"), "the last hundredth of 20,000");
    }

    /** Table 2 counts slots of the table; a bucket that holds what overflows is a round trip. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountNoSlotsOfOverflowBucketsByOwnPlace(boolean swap) {
        Map<String, Long> small =
                run("robin-hood", Map.of("swap", swap, "overflowSlots", 2, "overflowPercent", 800), 1);
        Map<String, Long> large =
                run("robin-hood", Map.of("swap", swap, "overflowSlots", 64, "overflowPercent", 800), 1);
        assertTrue(small.get("objectsRead") < large.get("objectsRead"));
        assertEquals(small.get("objectsReadByOwnPlace"), large.get("objectsReadByOwnPlace"));
        double objects = large.get("objectsReadByOwnPlace") / (double) LOOKUPS;
        double overflows = large.get("roundTrips") / (double) LOOKUPS - 1;
        // An independent simulation has 4.59 and 2.4% with swaps, 3.36 and 8% without. There what is in hand overflows;
        // here, as Xenic 4.1.2 says, what is to be inserted does, which leaves others where they are.
        assertEquals(swap ? 4.59 : 3.36, objects, 0.25);
        assertEquals(swap ? 0.024 : 0.08, overflows, 0.01);
    }

    @ParameterizedTest
    @ValueSource(strings = {"robin-hood", "hopscotch", "chained"})
    void shouldDoTheSameForTheSameSeedAndOnRealThreads(String store) {
        Map<String, Long> once = run(store, Map.of(), 7);
        assertEquals(once, run(store, Map.of(), 7));
        assertTrue(!once.equals(run(store, Map.of(), 8)));
        // Wall-clock time: long enough for a busy machine to get round to it.
        Map<String, Long> live =
                counters(mix(store, Map.of()).live(1).warmupUs(1_000).measureUs(300_000), 7);
        assertTrue(live.get("lookups") > 0);
    }

    @Test
    void shouldRefuseATableThatCannotHoldItsKeys() {
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> run("robin-hood", Map.of("occupancyPercent", 99, "overflowPercent", 0), 1));
        assertTrue(refused.getMessage().contains("overflowPercent"), refused.getMessage());
    }

    private static Map<String, Long> run(String store, Map<String, Object> values, long seed) {
        return counters(mix(store, values), seed);
    }

    private static Map<String, Long> counters(TestMix mix, long seed) {
        return mix.runVerified(seed).counters();
    }

    private static TestMix mix(String store, Map<String, Object> values) {
        TestMix mix = TestMix.of(List.of(new RdmaPlugin(), new XenicPlugin()), "connectx5", "store-lookups", null)
                .cluster(1, 1, 1)
                .scale(1)
                .contexts(1)
                .warmupUs(0)
                .measureUs(300)
                .protocol("store", store)
                .protocol("keys", 20_000)
                .protocol("lookups", LOOKUPS);
        values.forEach(mix::protocol);
        return mix;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterBenchmarkTest {
    private static final int TRIALS = 20_000;

    @Test
    void shouldCountFalsePositivesNearTheory() {
        Map<String, Long> counters = run(Map.of("lines", 100), 1);
        assertEquals(TRIALS, counters.get("trials"));
        assertEquals(31_506_000, counters.get("theoryPerBillion"), 10_000);
        double expected = counters.get("theoryPerBillion") / 1e9 * TRIALS;
        assertEquals(expected, counters.get("falsePositives"), 4 * Math.sqrt(expected));
        assertEquals(0, counters.get("setsFound"), "read filters know of no sets");
    }

    @Test
    void shouldFindFiveSetsPerLineOfAWriteFilter() {
        Map<String, Long> counters = run(Map.of("filter", "write", "lines", 40), 1);
        double perLine = counters.get("setsFound") / (40.0 * TRIALS);
        assertEquals(5, perLine, 0.05, "4096 bits for five slices of 4096 sets");
    }

    @Test
    void shouldSayWhatANodeStores() {
        Map<String, Long> counters = run(Map.of(), 1);
        assertEquals(7_040, counters.get("storageCoreBytes"));
        assertEquals(11_140, counters.get("storageNicBytes"));
        assertEquals(4, counters.get("storageTagBits"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write"})
    void shouldDoTheSameForTheSameSeedAndOnRealThreads(String filter) {
        Map<String, Object> values = Map.of("filter", filter, "lines", 64, "runLines", 16, "writeBits", 64);
        Map<String, Long> once = run(values, 7);
        assertTrue(once.get("falsePositives") > 0);
        assertEquals(once, run(values, 7));
        assertNotEquals(once, run(values, 8));
        // Wall-clock time: long enough for a busy machine to get round to it.
        assertTrue(counters(mix(values).live(1).warmupUs(1_000).measureUs(300_000), 7)
                        .get("trials")
                > 0);
    }

    @Test
    void shouldRefuseWhatCannotBeBuilt() {
        assertThrows(RefusedException.class, () -> run(Map.of("readBits", 1000), 1));
        assertThrows(RefusedException.class, () -> run(Map.of("writeHashes", 9), 1));
        RefusedException refused =
                assertThrows(RefusedException.class, () -> run(Map.of("lines", 10, "runLines", 4), 1));
        assertTrue(refused.getMessage().contains("runLines"), refused.getMessage());
    }

    private static Map<String, Long> run(Map<String, Object> values, long seed) {
        return counters(mix(values), seed);
    }

    private static Map<String, Long> counters(TestMix mix, long seed) {
        return mix.runVerified(seed).counters();
    }

    private static TestMix mix(Map<String, Object> values) {
        TestMix mix = TestMix.of(List.of(new RdmaPlugin(), new HtmBloomPlugin()), "connectx5", "filter-bench", null)
                .cluster(1, 1, 1)
                .scale(1)
                .contexts(1)
                .warmupUs(0)
                .measureUs(300)
                .protocol("trials", TRIALS);
        values.forEach(mix::protocol);
        return mix;
    }
}

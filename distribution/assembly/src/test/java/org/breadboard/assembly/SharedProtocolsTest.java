// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two protocols, or one twice, side by side on the same machines and NICs, each for the tables of a tenant whose
 * transactions fight over few keys. The system property {@code breadboard.seeds} says how many seeds; 2 by default.
 */
class SharedProtocolsTest {
    private static final List<Plugin> PLUGINS = ServiceLoader.load(Plugin.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 2);

    @TempDir
    Path folder;

    /** A data sheet, and the protocols of both tenants. */
    private record Pair(String profile, String first, String second, Map<String, Object> ofSecond) {
        Pair(String profile, String first, String second) {
            this(profile, first, second, Map.of());
        }

        TestMix mix(long shape) {
            return mix(shape, Map.of("shape", shape), Map.of());
        }

        TestMix mix(long shape, Map<String, Object> workloadOfFirst, Map<String, Object> ofFirst) {
            return TestMix.of(PLUGINS, profile, "shared", "shared")
                    .cluster(3, 2, 3)
                    .contexts(4)
                    .scale(1)
                    .measureUs(1_000)
                    .explore()
                    .tenant("one", "contended", 1, workloadOfFirst, first, ofFirst)
                    .tenant("two", "contended", 1, Map.of("shape", shape + 1), second, ofSecond);
        }

        @Override
        public String toString() {
            return first + " and " + second + " " + ofSecond + " on " + profile;
        }
    }

    private static Stream<Pair> pairs() {
        return Stream.of(
                new Pair("connect-ib", "fasst", "fasst"),
                new Pair("connectx5", "fasst", "drtmh"),
                new Pair("connectx5", "fasst", "sw-impl"),
                new Pair("connectx5", "drtmr", "sw-impl"),
                new Pair("liquidio3", "fasst", "xenic"),
                new Pair("bluefield", "drtmh", "xenic-offpath"),
                new Pair("bluefield", "sw-impl", "fasst", Map.of("rpcs", "nic")),
                new Pair("hades-node", "hades", "sw-impl"),
                new Pair("hades-node", "sw-impl", "hades-h"),
                new Pair("hades-node", "hades", "hades-h"));
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyUnderManyInterleavings() {
        return pairs().flatMap(pair -> LongStream.range(0, SEEDS)
                .mapToObj(seed -> DynamicTest.dynamicTest(pair + ", seed " + seed, () -> {
                    TestOutcome outcome = pair.mix(seed).runVerified(seed);
                    assertTrue(outcome.checked() > 0, pair + ", seed " + seed + " committed nothing");
                })));
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyOnRealThreads() {
        return pairs().map(pair -> DynamicTest.dynamicTest(
                pair + ", live",
                () -> pair.mix(1).live(2).warmupUs(20_000).measureUs(100_000).runVerified(1)));
    }

    /** One protocol's mistake is found in the history of both, and is that of its tenant's tables. */
    @Test
    void shouldFindTheFaultOfOne() {
        Pair pair = new Pair("connectx5", "fasst", "sw-impl");
        Map<String, Object> pairs = Map.of("pairs", true, "keys", 16, "rounds", 2);
        TestOutcome broken = LongStream.range(0, 20)
                .mapToObj(seed -> pair.mix(seed, pairs, Map.of("breakage", "skip-validation"))
                        .run(seed))
                .filter(outcome -> !outcome.findings().isEmpty())
                .findFirst()
                .orElseThrow();

        assertTrue(
                broken.findings().toString().contains("one."), broken.findings().toString());
        assertFalse(
                broken.findings().toString().contains("two."), broken.findings().toString());
    }

    /** What only one can have is refused to the other. */
    @Test
    void shouldRefuseTwoProgramsForOneCore() {
        TestMix mix = new Pair("liquidio3", "xenic", "xenic").mix(1);

        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(
                refused.getMessage().startsWith("Tenant 'two': its protocol asks for NicCompute"),
                refused.getMessage());
    }

    @Test
    void shouldJudgeAStoredHistoryTheSame() {
        TestMix mix = new Pair("connectx5", "fasst", "drtmh").mix(3).keep(folder.resolve("history.bin"));
        TestOutcome outcome = mix.runVerified(3);

        assertTrue(mix.recheck().holds());
        assertTrue(outcome.checked() > 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every protocol under a workload whose shape, like the interleaving, follows from a seed: few keys, several rounds,
 * skew, transactions of one node, own aborts; with keys that come and go, with an ordered table, where it has them, and
 * with records that a transaction names more than once. The system property {@code breadboard.seeds} says how many
 * seeds; 2 by default.
 */
@Tag("slow")
class ContendedTest {
    private static final List<Plugin> PLUGINS = ServiceLoader.load(Plugin.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 2);

    @TestFactory
    Stream<DynamicTest> shouldVerifyWithKeysThatStay() {
        return Stream.of(
                        mix("connect-ib", "fasst"),
                        mix("liquidio3", "fasst").protocol("rpcs", "nic"),
                        mix("liquidio3", "xenic"),
                        mix("bluefield", "xenic-offpath"),
                        mix("connectx5", "drtmh"),
                        mix("connectx5", "drtmr"),
                        mix("hades-node", "hades"),
                        mix("hades-node", "hades-h"),
                        mix("connectx5", "sw-impl"),
                        nocc("nocc").switches(1, "tofino", "nocc"),
                        nocc("nocc-reads").switches(1, "tofino", "nocc-reads"),
                        nocc("occ"))
                .flatMap(ContendedTest::seeds);
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyWithKeysThatComeAndGo() {
        return Stream.of(
                        mix("connect-ib", "fasst"),
                        mix("liquidio3", "xenic"),
                        mix("bluefield", "xenic-offpath"),
                        mix("hades-node", "hades"),
                        mix("hades-node", "hades-h"),
                        mix("connectx5", "sw-impl"))
                .map(mix -> mix.workload("absent", true))
                .flatMap(ContendedTest::seeds);
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyWithOrderedTables() {
        return Stream.of(
                        mix("connect-ib", "fasst"),
                        mix("liquidio3", "xenic"),
                        mix("bluefield", "xenic-offpath"),
                        mix("hades-node", "hades").cluster(3, 2, 1),
                        mix("hades-node", "hades-h").cluster(3, 2, 1),
                        mix("connectx5", "sw-impl").cluster(3, 2, 1))
                .map(mix -> mix.workload("absent", true).workload("ordered", true))
                .flatMap(ContendedTest::seeds);
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyWithRecordsThatAreReadAgain() {
        return Stream.of(
                        mix("connect-ib", "fasst"),
                        mix("liquidio3", "xenic"),
                        mix("bluefield", "xenic-offpath"),
                        mix("connectx5", "drtmh"),
                        mix("hades-node", "hades-h"),
                        mix("connectx5", "sw-impl"),
                        nocc("nocc").switches(1, "tofino", "nocc"))
                .map(mix -> mix.workload("again", true))
                .flatMap(ContendedTest::seeds);
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyWhereOneOfAPairIsReadAndTheOtherWritten() {
        return Stream.of(
                        mix("connect-ib", "fasst").workload("absent", true).workload("ordered", true),
                        mix("liquidio3", "xenic").workload("absent", true),
                        mix("connectx5", "drtmh").workload("ordered", true),
                        mix("hades-node", "hades").cluster(3, 2, 1).workload("absent", true),
                        mix("connectx5", "sw-impl").cluster(3, 2, 1).workload("ordered", true),
                        nocc("nocc").switches(1, "tofino", "nocc"))
                .map(mix -> mix.workload("pairs", true))
                .flatMap(ContendedTest::seeds);
    }

    /**
     * What was absent in an early round may be there in a later one, at the same version: where records share the count
     * of what is absent, it runs ahead of a record's own. Four keys, two nodes with all of them, and a shape in which
     * that is frequent.
     */
    @TestFactory
    Stream<DynamicTest> shouldVerifyWhereRecordsComeBetweenTwoReadsOfThem() {
        TestMix mix = mix("liquidio3", "xenic")
                .cluster(2, 1, 2)
                .contexts(2)
                .measureUs(100_000)
                .workload("absent", true)
                .workload("again", true)
                .workload("pairs", true)
                .workload("keys", 4)
                .workload("rounds", 6)
                .workload("accesses", 6)
                .workload("shape", 38L);
        return LongStream.range(0, SEEDS).mapToObj(seed -> verified(mix, seed));
    }

    private static TestMix mix(String profile, String protocol) {
        return TestMix.of(PLUGINS, profile, protocol, "contended")
                .cluster(3, 2, 3)
                .contexts(4)
                .scale(1)
                .measureUs(1_000)
                .explore();
    }

    /** Values of 16 B, and windows that fit its slower network. */
    private static TestMix nocc(String protocol) {
        return mix("intel-82599", protocol)
                .cluster(3, 2, 1)
                .clients(1, 8)
                .contexts(2)
                .measureUs(20_000)
                .protocol("timeoutUs", 2_000)
                .workload("valueBytes", 16);
    }

    private static Stream<DynamicTest> seeds(TestMix mix) {
        return LongStream.range(0, SEEDS).mapToObj(seed -> verified(mix.workload("shape", seed), seed));
    }

    private static DynamicTest verified(TestMix mix, long seed) {
        return DynamicTest.dynamicTest(mix + ", seed " + seed, () -> {
            TestOutcome outcome = mix.runVerified(seed);
            assertTrue(outcome.checked() > 0, mix + ", seed " + seed + " committed nothing");
        });
    }
}

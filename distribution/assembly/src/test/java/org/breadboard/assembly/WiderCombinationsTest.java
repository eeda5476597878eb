// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Protocols on hardware and in networks that their papers did not have, with a workload that fights over few keys:
 * other NICs, RPCs on NIC cores, a program for all switches, nodes that differ, racks with thin uplinks, and faults in
 * these. The system property {@code breadboard.seeds} says how many seeds; 1 by default.
 */
@Tag("slow")
class WiderCombinationsTest {
    private static final String ALL = "loss,duplication,reordering,partition,pause,delay,slow";
    private static final List<Plugin> PLUGINS = ServiceLoader.load(Plugin.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 1);
    private static final double THIN_GBPS = 2;

    /** A mix by its name; each run has one of its own. */
    private record Named(String name, Supplier<TestMix> make) {}

    private static TestMix mix(String profile, String protocol) {
        return TestMix.of(PLUGINS, profile, protocol, "contended")
                .cluster(3, 2, 3)
                .contexts(4)
                .scale(1)
                .measureUs(1_000);
    }

    private static TestMix racks(String profile, String protocol) {
        return mix(profile, protocol).cluster(4, 2, 3).racks(2, THIN_GBPS);
    }

    private static TestMix apart(String protocol) {
        return mix("intel-82599", protocol)
                .cluster(2, 2, 1)
                .clients(2, 8)
                .contexts(2)
                .measureUs(20_000)
                .protocol("timeoutUs", 2_000)
                .workload("valueBytes", 16);
    }

    private static Stream<Named> combinations() {
        return Stream.of(
                        ofNics(),
                        Stream.of(
                                new Named("early-abort for fasst", () -> aborting("connect-ib", "fasst")),
                                new Named(
                                        "early-abort for drtmh",
                                        () -> aborting("connectx5", "drtmh").protocol("validate", "rpc")),
                                new Named(
                                        "early-abort for occ",
                                        () -> apart("occ").switches(1, "tofino", "early-abort")),
                                new Named(
                                        "fasst on unlike NICs",
                                        () -> mix("connectx5", "fasst").nodes(0, 0, "connectx3", Map.of())),
                                new Named(
                                        "fasst, half on SmartNICs",
                                        () -> mix("connectx5", "fasst")
                                                .hardware("mtuBytes", 1_472)
                                                .nodes(0, 0, "liquidio3", Map.of())),
                                new Named(
                                        "drtmh on unlike NICs",
                                        () -> mix("connectx5", "drtmh").nodes(1, 2, "connect-ib", Map.of())),
                                new Named(
                                        "xenic on unlike NICs",
                                        () -> mix("liquidio3", "xenic")
                                                .nodes(1, 1, "liquidio3", Map.of("linkGbps", 50.0)))),
                        ofRacks())
                .flatMap(each -> each);
    }

    private static Stream<Named> ofNics() {
        Stream<Named> rpcs = Stream.of("liquidio3", "bluefield", "stingray")
                .map(profile -> new Named(
                        "fasst's RPCs on cores of " + profile,
                        () -> mix(profile, "fasst").protocol("rpcs", "nic")));
        Stream<Named> drtmh = Stream.of("bluefield", "stingray")
                .map(profile -> new Named(
                        "drtmh's RPCs on cores of " + profile,
                        () -> mix(profile, "drtmh").protocol("rpcs", "nic")));
        Stream<Named> farm = Stream.of("connectx3", "connect-ib", "connectx5", "bluefield", "stingray", "hades-node")
                .map(profile -> new Named("sw-impl on " + profile, () -> mix(profile, "sw-impl")));
        Stream<Named> hades = Stream.of(
                        Map.<String, Object>of("linkGbps", 56.0, "roundTripNs", 3_600.0),
                        Map.<String, Object>of("linkGbps", 400.0, "roundTripNs", 1_000.0),
                        Map.<String, Object>of("nicFilterBits", 128),
                        Map.<String, Object>of("nicMessageNs", 100.0, "mtuBytes", 1_024))
                .map(nic -> new Named("hades-h with a NIC of " + nic, () -> {
                    TestMix own = mix("hades-node", "hades-h");
                    nic.forEach(own::hardware);
                    return own;
                }));
        return Stream.of(rpcs, drtmh, farm, hades).flatMap(each -> each);
    }

    private static TestMix aborting(String profile, String protocol) {
        return mix(profile, protocol).switches(1, "tofino", "early-abort");
    }

    private static Stream<Named> ofRacks() {
        return Stream.of(
                new Named("fasst in racks", () -> racks("connect-ib", "fasst")),
                new Named("drtmh in racks", () -> racks("connectx5", "drtmh")),
                new Named("drtmr in racks", () -> racks("connectx5", "drtmr")),
                new Named("sw-impl in racks", () -> racks("connectx5", "sw-impl")),
                new Named("xenic in racks", () -> racks("liquidio3", "xenic")),
                new Named("xenic-offpath in racks", () -> racks("bluefield", "xenic-offpath")),
                new Named("hades in racks", () -> racks("hades-node", "hades")),
                new Named("hades-h in racks", () -> racks("hades-node", "hades-h")),
                new Named("occ in racks", () -> apart("occ").racks(2, THIN_GBPS)));
    }

    /** Each with faults that its protocol survives. */
    private static Stream<Named> faultyRacks() {
        return Stream.of(
                new Named(
                        "fasst in racks, packets lost",
                        () -> racks("connect-ib", "fasst")
                                .fault(Fault.LOSS, 0.001)
                                .protocol("lossTimeoutNs", 200_000)),
                new Named(
                        "fasst in racks, cut",
                        () -> racks("connect-ib", "fasst")
                                .nemesis("partition,pause,delay,slow,reordering")
                                .protocol("lossTimeoutNs", 200_000)),
                new Named(
                        "drtmh in racks, all", () -> racks("connectx5", "drtmh").nemesis(ALL)),
                new Named(
                        "xenic in racks, all", () -> racks("liquidio3", "xenic").nemesis(ALL)),
                new Named(
                        "sw-impl in racks, all",
                        () -> racks("connectx5", "sw-impl").nemesis(ALL)),
                new Named(
                        "hades in racks, all",
                        () -> racks("hades-node", "hades").nemesis(ALL)),
                new Named(
                        "occ in racks, all",
                        () -> apart("occ").racks(2, THIN_GBPS).nemesis(ALL)));
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyUnderManyInterleavings() {
        return Stream.concat(combinations(), faultyRacks())
                .flatMap(named -> LongStream.range(0, SEEDS)
                        .mapToObj(seed -> DynamicTest.dynamicTest(named.name() + ", seed " + seed, () -> {
                            TestMix mix = named.make().get().explore().workload("shape", seed);
                            TestOutcome outcome = mix.runVerified(seed);
                            // Eight keys under two headers can keep all from committing for so short a while, and so
                            // can a cut.
                            assertTrue(
                                    outcome.checked() + outcome.unknown() > 0
                                            || outcome.aborts().containsKey("LOCKED"),
                                    mix + ", seed " + seed + " committed nothing");
                        })));
    }

    /**
     * What real threads can do. FaSST's take a packet that is late for a lost one, and stop, where they wait for a
     * core.
     */
    private static Stream<Named> faultyLiveRacks() {
        return Stream.of(
                new Named(
                        "fasst in racks, overtaken",
                        () -> racks("connect-ib", "fasst").nemesis("reordering,pause")),
                new Named(
                        "drtmh in racks, paused",
                        () -> racks("connectx5", "drtmh").nemesis("pause")),
                new Named(
                        "occ in racks, cut",
                        () -> apart("occ").racks(2, THIN_GBPS).nemesis("loss,duplication,reordering,partition,pause")));
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyOnRealThreads() {
        return Stream.concat(combinations(), faultyLiveRacks())
                .map(named -> DynamicTest.dynamicTest(named.name() + ", live", () -> {
                    // Whose threads got no core for so long has committed nothing: it is measured for longer.
                    TestMix mix = null;
                    for (int measureUs : new int[] {50_000, 200_000, 800_000, 3_200_000}) {
                        mix = named.make().get().live(2).warmupUs(10_000).measureUs(measureUs);
                        if (mix.runVerified(1).checked() > 0) {
                            return;
                        }
                    }
                    fail(mix + " committed nothing");
                }));
    }
}

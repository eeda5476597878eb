// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.ServiceLoader;
import org.breadboard.api.Plugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TPC-C's consistency conditions hold behind every protocol, whatever its rows look like. */
class TpccRowsTest {
    private static final List<Plugin> PLUGINS = ServiceLoader.load(Plugin.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    @ParameterizedTest
    @CsvSource({
        "liquidio3, xenic, 3, specification",
        "liquidio3, xenic, 3, drtmh",
        "connectx5, drtmh, 3, specification",
        "connectx5, drtmh, 3, drtmh",
        "connectx5, fasst, 3, specification",
        "connectx5, fasst, 3, drtmh",
        "hades-node, hades, 1, specification",
        "hades-node, hades, 1, drtmh"
    })
    void shouldKeepTheConsistencyConditions(String profile, String protocol, int copies, String rows) {
        TestMix mix = TestMix.of(PLUGINS, profile, protocol, "tpcc")
                .workload("warehousesPerNode", 2)
                .workload("rows", rows)
                .scale(0.01)
                .cluster(3, 2, copies)
                .contexts(4)
                .measureUs(2_000)
                .judgedWhole();
        verified(mix, 1);
        verified(mix.explore(), 2);
    }

    private static void verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 100, mix + ", seed " + seed + ": " + outcome);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four nodes, of which two have another NIC of the same kind. */
class MixedHardwareTest {
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 3);
    private static final List<Plugin> PLUGINS =
            List.of(new DrtmPlugin(), new RdmaPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());

    private static TestMix mix(String protocol, String usual, String other) {
        boolean bluefield = usual.equals("bluefield");
        return TestMix.of(PLUGINS, usual, protocol, "smallbank")
                .nodes(2, 3, other, bluefield ? Map.of("cores", 16, "coresRunning", 16) : Map.of())
                .cluster(4, 2, 3)
                .contexts(4);
    }

    private static void verify(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
    }

    @ParameterizedTest
    @CsvSource({"drtmh, connectx5, connectx3", "drtmr, connect-ib, connectx5", "drtmh, bluefield, stingray"})
    void shouldVerifyUnderManyInterleavings(String protocol, String usual, String other) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verify(mix(protocol, usual, other).explore(), seed);
        }
    }

    @Test
    void shouldVerifyOnRealThreads() {
        verify(mix("drtmh", "connectx5", "connectx3").live(2).measureUs(200_000), 1);
    }
}

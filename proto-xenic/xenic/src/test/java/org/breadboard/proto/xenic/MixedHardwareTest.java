// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** Four nodes, of which two have another NIC of the same kind. */
class MixedHardwareTest {
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 3);
    private static final List<Plugin> PLUGINS = List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());

    private static TestMix mix(String protocol, String usual, String other, Map<String, Object> values) {
        return TestMix.of(PLUGINS, usual, protocol, "smallbank")
                .nodes(2, 3, other, values)
                .cluster(4, 2, 3)
                .contexts(4);
    }

    private static TestMix offPath() {
        return mix("xenic-offpath", "bluefield", "stingray", Map.of("cores", 16, "coresRunning", 16));
    }

    private static void verify(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
    }

    @Test
    void shouldVerifyUnderManyInterleavings() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verify(offPath().explore(), seed);
        }
    }

    @Test
    void shouldVerifyOnRealThreads() {
        verify(offPath().live(2).measureUs(200_000), 1);
    }

    @Test
    void shouldRunXenicOnNicsOfDifferentLinks() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verify(
                    mix("xenic", "liquidio3", "liquidio3", Map.of("linkGbps", 10))
                            .explore(),
                    seed);
        }
    }

    @Test
    void shouldRefuseXenicOnNicsOfDifferentlyManyCores() {
        TestMix mix = mix("xenic", "liquidio3", "liquidio3", Map.of("coresRunning", 8));
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertEquals(
                "The NIC of node 2 runs 8 cores and that of node 0 24, but a core sends to the cores of its own number;"
                        + " give all as many, with coresRunning.",
                refused.getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Overwrites of some bytes of records that have no parts: each version is of the whole record. */
class WholeRecordsTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin());
    private static final int INTERLEAVINGS = Integer.getInteger("breadboard.seeds", 4);

    @ParameterizedTest
    @CsvSource({"hades, false", "hades, true", "hades-h, false", "hades-h, true"})
    void shouldKnowWhatAnOverwriteLeaves(String protocol, boolean locksFirst) {
        TestMix mix = TestMix.of(PLUGINS, "hades-node", protocol, "ycsb-core")
                .cluster(3, 2, 3)
                .contexts(3)
                .scale(0.0002)
                .measureUs(300)
                .workload("readproportion", 0.4)
                .workload("updateproportion", 0.4)
                .workload("readmodifywriteproportion", 0.2)
                .explore();
        if (locksFirst) {
            mix.protocol("squashesBeforeLocking", 0);
        }
        for (long seed = 1; seed <= INTERLEAVINGS; seed++) {
            assertTrue(mix.runVerified(seed).checked() > 100);
        }
    }
}

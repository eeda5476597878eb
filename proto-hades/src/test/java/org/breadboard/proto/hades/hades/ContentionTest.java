// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Few records, many transactions: races of squashes and commits, locks before the execution, filters that run out. */
class ContentionTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin());
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 6);

    @ParameterizedTest
    @CsvSource({
        "hades, 10, 0, 0",
        "hades, 0, 0, 0",
        "hades, 2, 3, 0",
        "hades, 10, 0, 1",
        "hades-h, 10, 0, 0",
        "hades-h, 0, 0, 0",
        "hades-h, 2, 0, 1"
    })
    void shouldVerifyWhereFewRecordsAreFoughtFor(String protocol, int squashes, int corePairs, int remoteNodes) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (String workload : List.of("ycsb", "object-store")) {
                TestMix mix = mix(protocol, workload)
                        .protocol("squashesBeforeLocking", squashes)
                        .hardware("corePairs", corePairs)
                        .hardware("remoteNodes", remoteNodes);
                (seed % 2 == 0 ? mix.explore() : mix).runVerified(seed);
            }
        }
    }

    private static TestMix mix(String protocol, String workload) {
        TestMix mix = TestMix.of(PLUGINS, "hades-node", protocol, workload)
                .cluster(3, 2, 1)
                .contexts(4)
                .hardware("filterHashes", 2)
                .measureUs(500);
        if (workload.equals("ycsb")) {
            return mix.scale(1).workload("keys", 24).workload("requests", 4);
        }
        return mix.scale(1).workload("keysPerThread", 6).workload("reads", 2).workload("writes", 2);
    }
}

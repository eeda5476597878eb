// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges over the keys of all nodes, through their hosts. */
final class SpreadRangesTest {
    private static final List<Plugin> PLUGINS = List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());

    private static TestMix contended(String profile, String protocol, long shape) {
        return TestMix.of(PLUGINS, profile, protocol, "contended")
                .scale(1)
                .contexts(6)
                .measureUs(1500)
                .workload("shape", shape)
                .workload("absent", true)
                .workload("ordered", true)
                .workload("spread", true)
                .workload("pairs", true)
                .workload("keys", 4)
                .workload("accesses", 2)
                .workload("rounds", 2);
    }

    private static TestMix scans() {
        return TestMix.of(PLUGINS, "liquidio3", "xenic", "ycsb-core")
                .scale(0.001)
                .contexts(3)
                .workload("readproportion", 0.1)
                .workload("updateproportion", 0.2)
                .workload("insertproportion", 0.3)
                .workload("scanproportion", 0.4)
                .workload("maxscanlength", 60)
                .workload("fieldlength", 40)
                .workload("scans", "all-nodes");
    }

    @ParameterizedTest
    @CsvSource({"liquidio3, xenic", "bluefield, xenic-offpath"})
    void shouldCatchPhantomsOfOtherNodes(String profile, String protocol) {
        for (long seed = 1; seed <= 8; seed++) {
            contended(profile, protocol, seed).explore().runVerified(seed);
        }
    }

    @Test
    void shouldScanTheTablesOfAllHosts() {
        assertTrue(scans().explore().runVerified(3).checked() > 100);
    }

    @Test
    void shouldCatchThemOnRealThreads() {
        contended("liquidio3", "xenic", 5).live(2).runVerified(5);
        scans().live(2).runVerified(5);
    }

    @Test
    void shouldCatchThemAfterACrash() {
        for (long seed = 1; seed <= 3; seed++) {
            contended("liquidio3", "xenic", seed)
                    .nemesis("crash")
                    .untilDone()
                    .measureUs(3000)
                    .explore()
                    .runVerified(seed);
        }
    }
}

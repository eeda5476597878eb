// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges over the keys of all nodes. */
final class SpreadRangesTest {
    private static final List<Plugin> PLUGINS = List.of(new DrtmPlugin(), new RdmaPlugin(), new WorkloadsPlugin());

    private static TestMix contended(String protocol, long shape) {
        return TestMix.of(PLUGINS, "connectx5", protocol, "contended")
                .scale(1)
                .contexts(6)
                .measureUs(1500)
                .workload("shape", shape)
                .workload("absent", true)
                .workload("fixed", true)
                .workload("ordered", true)
                .workload("spread", true)
                .workload("pairs", true)
                .workload("keys", 4)
                .workload("accesses", 2)
                .workload("rounds", 2);
    }

    private static TestMix scans(String protocol) {
        return TestMix.of(PLUGINS, "connectx5", protocol, "ycsb-core")
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
    @ValueSource(strings = {"drtmh", "drtmh-nc", "drtmh-rpc"})
    void shouldCatchPhantomsOfOtherNodes(String protocol) {
        for (long seed = 1; seed <= 4; seed++) {
            contended(protocol, seed).explore().runVerified(seed);
        }
        assertTrue(scans(protocol).explore().runVerified(3).checked() > 100);
    }

    @Test
    void shouldCatchThemOnRealThreads() {
        contended("drtmh", 5).live(2).runVerified(5);
        scans("drtmh").live(2).runVerified(5);
    }

    @Test
    void shouldLetPhantomsThroughWithoutValidation() {
        assertFalse(PlantedFault.assertFound(
                        "skip-validation",
                        20,
                        seed -> contended("drtmh", seed)
                                .protocol("breakage", "skip-validation")
                                .explore()
                                .run(seed),
                        seed -> contended("drtmh", seed).explore().run(seed))
                .verdict()
                .kept());
    }

    @Test
    void shouldRefuseThemWhereVerbsDoEverything() {
        String refusal = assertThrows(
                        RefusedException.class, () -> scans("drtmr").run(1))
                .getMessage();
        assertTrue(refusal.contains("protocol 'drtmr' has only those of one node"), refusal);
    }
}

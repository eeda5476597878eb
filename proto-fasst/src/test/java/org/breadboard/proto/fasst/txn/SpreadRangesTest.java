// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.RefusedException;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges over the keys of all nodes. */
final class SpreadRangesTest {
    private static TestMix contended(long shape) {
        return FasstRuns.mix("fasst", "contended")
                .scale(1)
                .contexts(3)
                .workload("shape", shape)
                .workload("absent", true)
                .workload("ordered", true)
                .workload("pairs", true)
                .workload("spread", true);
    }

    private static TestMix scans() {
        return FasstRuns.mix("fasst", "ycsb-core")
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
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldCatchPhantomsOfOtherNodes(long seed) {
        TestOutcome outcome = contended(seed).explore().measureUs(1000).runVerified(seed);
        assertTrue(outcome.checked() > 0);
    }

    @Test
    void shouldScanMoreThanAMessageHolds() {
        assertTrue(scans().explore().runVerified(3).checked() > 100);
    }

    @Test
    void shouldCatchThemOnRealThreads() {
        contended(5).live(2).runVerified(5);
        scans().live(2).runVerified(5);
    }

    @Test
    void shouldCatchThemAfterACrash() {
        TestMix crashing =
                contended(4).nemesis("crash").untilDone().measureUs(3000).explore();
        for (long seed = 1; seed <= 4; seed++) {
            crashing.runVerified(seed);
        }
    }

    @Test
    void shouldRefuseThemWhereCoresOfNicsServe() {
        TestMix onNics = FasstRuns.mix("bluefield", "fasst", "ycsb-core")
                .scale(0.001)
                .workload("scanproportion", 1)
                .workload("scans", "all-nodes")
                .protocol("rpcs", "nic");
        String refusal =
                assertThrows(RefusedException.class, () -> onNics.run(1)).getMessage();
        assertTrue(refusal.contains("cores of NICs search no trees: set protocol.rpcs=host"), refusal);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;

/** NOCC behind a switch, whose stores crash while clients go on. */
class CrashTest extends CrashContract {
    private static TestMix of(String protocol, String workload) {
        return NoccRuns.mix(protocol, workload)
                .clients(1, 8)
                .protocol("timeoutUs", 200)
                .protocol("logTimeoutUs", 50)
                .protocol("storeOpNs", 300)
                .protocol("clientOpNs", 300)
                .workload("valueBytes", 16);
    }

    @Override
    protected TestMix mix(String workload) {
        return of("nocc", workload);
    }

    /** NOCC's operations carry 16 B, and none adds or removes a record. */
    @Override
    protected TestMix shaped(TestMix mix, long seed) {
        return mix.workload("shape", seed);
    }

    @Override
    protected List<String> breakages() {
        return List.of("skip-log-scan");
    }

    @Override
    protected TestMix onThreads(TestMix mix) {
        return mix.protocol("timeoutUs", 20_000).protocol("logTimeoutUs", 5_000);
    }

    @Test
    void shouldRecoverWithoutAProgramAndWithOneThatServesReads() {
        for (String protocol : List.of("occ", "nocc-reads")) {
            for (long seed = 1; seed <= 4; seed++) {
                TestMix mix = of(protocol, "contended")
                        .workload("shape", seed)
                        .cluster(4, 2, 1 + (int) seed % 3)
                        .contexts(4)
                        .measureUs(1200)
                        .nemesis("crash,power-loss,loss,duplication,reordering", 600, 120)
                        .explore();
                TestOutcome outcome = NoccRuns.verified(mix, seed);
                assertTrue(NoccRuns.count(outcome, "faults.crashed") > 0, protocol + ", seed " + seed);
            }
        }
    }
}

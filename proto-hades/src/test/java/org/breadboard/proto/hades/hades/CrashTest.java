// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrashTest {
    private static TestMix mix(String protocol, String workload) {
        return TestMix.of(
                List.of(new HtmBloomPlugin(), new HadesPlugin(), new WorkloadsPlugin()),
                "hades-node",
                protocol,
                workload);
    }

    private abstract static class OnHadesNode extends CrashContract {
        @Override
        protected List<String> breakages() {
            return List.of("skip-log-scan");
        }

        @Override
        protected int orderedCopies() {
            return 1;
        }
    }

    @Nested
    class Hades extends OnHadesNode {
        @Override
        protected TestMix mix(String workload) {
            return CrashTest.mix("hades", workload);
        }
    }

    @Nested
    class Hybrid extends OnHadesNode {
        @Override
        protected TestMix mix(String workload) {
            return CrashTest.mix("hades-h", workload);
        }
    }

    /** Fields are parts, some written blindly: a part is recovered without what others have written beside it. */
    @ParameterizedTest
    @ValueSource(strings = {"hades", "hades-h"})
    void shouldRecoverRecordsPartByPart(String protocol) {
        for (long seed = 1; seed <= 2; seed++) {
            TestOutcome outcome = mix(protocol, "ycsb")
                    .cluster(4, 2, 3)
                    .contexts(4)
                    .scale(1)
                    .measureUs(1200)
                    .nemesis("crash", 600, 120)
                    .workload("keys", 8)
                    .workload("requests", 4)
                    .workload("fields", 3)
                    .workload("fieldBytes", 200)
                    .workload("writeFraction", 0.5)
                    .explore()
                    .runVerified(seed);
            assertTrue(outcome.counters().get("recovery.committed") > 0, "seed " + seed);
        }
    }
}

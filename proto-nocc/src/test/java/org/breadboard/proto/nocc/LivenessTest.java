// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.breadboard.proto.nocc.NoccRuns.mix;
import static org.breadboard.proto.nocc.NoccRuns.verified;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * NOCC says that it recovers from losses: what they left half done ends when nothing is lost any more, however long
 * that takes.
 */
class LivenessTest {
    /** In the window hardly a packet arrives; behind it the network is healed. */
    @ParameterizedTest
    @ValueSource(strings = {"nocc", "occ"})
    void shouldFinishAllOnceNothingIsLostAnyMore(String protocol) {
        TestOutcome outcome = verified(mix(protocol, "counters").fault(Fault.LOSS, 0.9999), 1);
        assertTrue(outcome.committed() < 8, "of eight clients " + outcome.committed() + " had no need of it");
    }

    /**
     * A transaction that reads in several rounds, and a switch that has kept what never was: only the store puts the
     * switch right, and it hears of it only from who believes the switch.
     */
    @ParameterizedTest
    @CsvSource({"nocc, 2000", "nocc-reads, 2000", "nocc-reads, 100", "occ, 100"})
    void shouldFinishReadsOfSeveralRoundsWhateverASwitchHasKept(String protocol, int timeoutUs) {
        TestMix mix = mix(protocol, "contended")
                .cluster(3, 2, 1)
                .explore()
                .scale(1)
                .workload("valueBytes", 16)
                .workload("shape", 14)
                .protocol("timeoutUs", timeoutUs);
        verified(mix, 14);
    }

    /**
     * What a transaction accesses follows from what it has read, and the switch looks at one operation alone: what it
     * has wrong it is told by requests of one, and the store's answers that would put it right are of several.
     */
    @ParameterizedTest
    @ValueSource(strings = {"nocc", "nocc-reads"})
    void shouldFinishWhatFollowsFromWhatASwitchHasWrong(String protocol) {
        for (long seed = 1; seed <= 30; seed++) {
            TestMix mix = mix(protocol, "contended")
                    .cluster(3, 2, 1)
                    .clients(1, 6)
                    .contexts(1)
                    .untilDone()
                    .explore()
                    .scale(1)
                    .measureUs(5_000)
                    .program("mostOps", 1)
                    .workload("valueBytes", 16)
                    .workload("follows", true)
                    .workload("pairs", true)
                    .workload("accesses", 3)
                    .workload("rounds", 2)
                    .workload("shape", seed);
            verified(mix, seed);
        }
    }

    @Test
    void shouldHaveTimeForItsTimeouts() {
        verified(mix("nocc", "counters").protocol("timeoutUs", 1e7), 1);
        verified(mix("nocc", "counters").protocol("timeoutUs", 1e6).fault(Fault.LOSS, 0.05), 1);
        verified(
                mix("nocc", "counters")
                        .cluster(2, 4, 2)
                        .protocol("logTimeoutUs", 2e7)
                        .fault(Fault.LOSS, 0.01),
                1);
    }
}

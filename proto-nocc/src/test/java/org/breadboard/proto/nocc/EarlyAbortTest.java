// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OCC behind the program that judges by description: by value. */
class EarlyAbortTest {
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 5);

    private static TestMix mix(String protocol) {
        return NoccRuns.mix(protocol, "counters")
                .switches(1, NoccRuns.SWITCH, "early-abort")
                .workload("keys", 4)
                .workload("writeRatio", 0.8);
    }

    private static long early(TestMix mix) {
        long early = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            early += NoccRuns.verified(mix, seed).aborts().getOrDefault("EARLY", 0L);
        }
        return early;
    }

    @ParameterizedTest
    @ValueSource(strings = {"occ", "nocc", "nocc-reads"})
    void shouldVerifyUnderManyInterleavings(String protocol) {
        assertTrue(early(mix(protocol).explore()) > 0, "nothing was sent back, so this shows nothing");
    }

    /**
     * Answers that come late or twice leave an old value in the switch: it costs attempts until the store speaks again.
     */
    @Test
    void shouldVerifyWhenAnswersOvertakeEachOther() {
        early(mix("occ").fault(Fault.LOSS, 0.02).fault(Fault.DUPLICATION, 0.02).fault(Fault.REORDERING, 0.05));
    }

    @Test
    void shouldVerifyOverSeveralStores() {
        TestMix mix = NoccRuns.mix("occ", "smallbank")
                .switches(1, NoccRuns.SWITCH, "early-abort")
                .cluster(2, 2, 1)
                .clients(1, 16)
                .scale(1)
                .workload("accountsPerNode", 10)
                .protocol("storeOpNs", 1_700);
        assertTrue(early(mix) > 0, "nothing was sent back, so this shows nothing");
    }

    @Test
    void shouldVerifyOnRealThreads() {
        NoccRuns.verified(mix("occ").live(2), 1);
    }

    /** A switch that is wrong costs attempts, and never makes a run wrong. */
    @Test
    void shouldNeverChangeAVerdict() {
        TestMix mix = mix("occ").explore().program("cacheEntries", 2);
        long right = early(mix);
        long early = early(mix.program("breakage", "share-entries"));
        assertTrue(early > right, early + " aborts where the right program has " + right);
    }
}

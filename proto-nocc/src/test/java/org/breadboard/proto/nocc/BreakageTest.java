// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;

/** What is broken on purpose is found by the checks after a run; each mix verifies when nothing is broken. */
class BreakageTest {
    private static final int SEEDS = 5;

    private static void assertFound(TestMix mix, String breakage) {
        PlantedFault.assertFound(
                breakage,
                SEEDS,
                seed -> mix.protocol("breakage", breakage).run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }

    private static TestMix counters(String protocol) {
        return NoccRuns.mix(protocol, "counters").workload("writeRatio", 0.8);
    }

    @Test
    void shouldFindAStoreThatDoesNotCompare() {
        assertFound(counters("occ"), "skip-compare");
        assertFound(counters("nocc"), "skip-compare");
    }

    /**
     * Decision 7: a value that returned is as good as one that never changed; the checker judges by what the store
     * counted.
     */
    @Test
    void shouldCommitOnValuesThatReturned() {
        long wrapping = 0;
        long growing = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestMix mix = counters("occ").workload("keys", 4);
            growing += NoccRuns.verified(mix, seed).committed();
            wrapping += NoccRuns.verified(mix.workload("wrapAt", 2), seed).committed();
        }
        assertTrue(wrapping > growing, wrapping + " commits against " + growing);
    }

    /**
     * Decision 7: between a client's read and its commit the value may have gone and returned, so that the version
     * which it read is not the one that the commit compared. The checker is told the latter.
     */
    @Test
    void shouldSayTheVersionsThatTheStoreCompared() {
        TestMix mix = NoccRuns.mix("nocc-reads", "counters")
                .switches(1, NoccRuns.SWITCH, null)
                .workload("keys", 4) // so that a client comes back to values that it read long ago
                .workload("writeRatio", 0.8)
                .workload("wrapAt", 2);
        for (long seed = 1; seed <= SEEDS; seed++) {
            NoccRuns.verified(mix, seed);
        }
    }

    @Test
    void shouldLearnOfTwinsThatCommitted() {
        long twins = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            twins += NoccRuns.count(
                    NoccRuns.verified(counters("nocc").fault(Fault.LOSS, 0.05), seed), "nocc.client.twinsCommitted");
        }
        assertTrue(twins > 0, "nothing was lost behind the switch, so this shows nothing");
    }
}

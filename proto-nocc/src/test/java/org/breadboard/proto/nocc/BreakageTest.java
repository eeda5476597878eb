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

    /** Decision 3: what was executed and is asked for again is answered from memory. */
    @Test
    void shouldFindAStoreThatForgetsRequests() {
        assertFound(counters("occ").fault(Fault.LOSS, 0.05), "forget-requests");
    }

    /** Decision 3, behind a switch: what it turns round may have a twin that commits. */
    @Test
    void shouldFindAStoreThatForgetsAttempts() {
        assertFound(counters("nocc").fault(Fault.LOSS, 0.05), "forget-attempts");
    }

    @Test
    void shouldFindAStoreThatDoesNotLock() {
        TestMix mix = NoccRuns.mix("occ", "smallbank")
                .cluster(2, 2, 1)
                .clients(1, 16)
                .scale(1)
                .workload("accountsPerNode", 10)
                .protocol("storeOpNs", 1_700);
        assertFound(mix, "skip-lock");
    }

    @Test
    void shouldFindABackupThatIsLeftOut() {
        assertFound(counters("occ").cluster(3, 4, 2), "skip-backup");
        assertFound(counters("nocc").cluster(3, 4, 3), "skip-backup");
    }

    /**
     * A backup gets what it lacks a little later, so only a look at the backups at the instant of the report shows it.
     */
    @Test
    void shouldFindAnswersThatDoNotWaitForBackups() {
        assertFound(counters("occ").cluster(3, 4, 2).fault(Fault.LOSS, 0.05), "answer-early");
        assertFound(counters("nocc").cluster(3, 4, 3).fault(Fault.LOSS, 0.05), "answer-early");
    }

    /** Values are compared, so a lost entry shows if nobody wrote its records again: there are many. */
    @Test
    void shouldFindABackupThatDoesNotWaitForWhatIsMissing() {
        assertFound(counters("occ").workload("keys", 64).cluster(2, 4, 2).fault(Fault.LOSS, 0.02), "skip-gaps");
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
     * Decision 6: two tables' records have the same keys, and names of their own on the wire; values go there whole.
     */
    @Test
    void shouldFindRecordsThatShareTheirNameAndValuesThatDoNotFit() {
        TestMix mix = NoccRuns.mix("occ", "smallbank")
                .clients(1, 16)
                .scale(1)
                .workload("accountsPerNode", 10)
                .protocol("storeOpNs", 1_700);
        assertFound(mix, "share-keys");
        assertFound(counters("occ"), "cut-values");
    }

    /**
     * Decision 7: between a client's read and its commit the value may have gone and returned, so that the version
     * which it read is not the one that the commit compared. The checker has to be told the latter; while no value
     * returns, the two are one.
     */
    @Test
    void shouldFindAClientThatSaysTheVersionsThatItRead() {
        TestMix mix = NoccRuns.mix("nocc-reads", "counters")
                .switches(1, NoccRuns.SWITCH, null)
                .workload("keys", 4) // so that a client comes back to values that it read long ago
                .workload("writeRatio", 0.8);
        for (long seed = 1; seed <= SEEDS; seed++) {
            NoccRuns.verified(mix.protocol("breakage", "stale-witness"), seed);
        }
        assertFound(mix.workload("wrapAt", 2), "stale-witness");
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

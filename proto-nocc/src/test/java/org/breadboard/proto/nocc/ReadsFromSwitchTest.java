// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hot reads from the switch, in a cluster, judged by the checker. */
class ReadsFromSwitchTest {
    private static final int SEEDS = 5;

    private static TestMix counters() {
        return NoccRuns.mix("nocc-reads", "counters").workload("keys", 4).workload("writeRatio", 0.4);
    }

    @Test
    void shouldServeReadsAndCommitMore() {
        TestOutcome with = NoccRuns.verified(counters(), 1);
        TestOutcome without = NoccRuns.verified(
                NoccRuns.mix("nocc", "counters").workload("keys", 4).workload("writeRatio", 0.4), 1);
        assertTrue(NoccRuns.count(with, NoccRuns.SERVED) > 0, with.toString());
        assertTrue(with.committed() > without.committed(), with + " against " + without);
    }

    @Test
    void shouldServeRecordsThatNobodyWrites() {
        TestOutcome outcome = NoccRuns.verified(counters().workload("writeRatio", 0), 1);
        long served = NoccRuns.count(outcome, NoccRuns.SERVED);
        assertTrue(served > outcome.committed() / 2, served + " of " + outcome);
    }

    /** A client's reads do not all come from the switch: what other switches have let through shows in the end. */
    @Test
    void shouldAskTheStoreNowAndThen() {
        TestOutcome outcome = NoccRuns.verified(counters().workload("writeRatio", 0), 1);
        long asked = NoccRuns.count(outcome, "nocc.store.executed");
        assertTrue(asked > outcome.committed() / 80 && asked < outcome.committed() / 8, asked + " of " + outcome);
    }

    @Test
    void shouldRunWithoutAProgram() {
        TestOutcome outcome = NoccRuns.verified(counters().switches(1, NoccRuns.SWITCH, null), 1);
        assertEquals(0, NoccRuns.count(outcome, NoccRuns.SERVED));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1024})
    void shouldServeNothingElseWhenPacketsOvertakeEachOther(int entries) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            NoccRuns.verified(counters().fault(Fault.REORDERING, 0.05).program("cacheEntries", entries), seed);
        }
    }
}

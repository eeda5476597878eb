// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoccClusterTest {
    private static final Map<Fault, String> COUNTERS = Map.of(
            Fault.LOSS, "network.lost",
            Fault.DUPLICATION, "network.duplicated",
            Fault.REORDERING, "network.reordered");

    @ParameterizedTest
    @ValueSource(strings = {"occ", "nocc"})
    void shouldVerifyCounters(String protocol) {
        NoccRuns.verified(NoccRuns.mix(protocol, "counters").workload("writeRatio", 1), 1);
    }

    @ParameterizedTest
    @CsvSource({
        "occ,LOSS",
        "occ,DUPLICATION",
        "occ,REORDERING",
        "nocc,LOSS",
        "nocc,DUPLICATION",
        "nocc,REORDERING",
    })
    void shouldVerifyWithFaults(String protocol, Fault fault) {
        long faults = 0;
        for (long seed = 1; seed <= 3; seed++) {
            TestMix mix = NoccRuns.mix(protocol, "counters")
                    .workload("writeRatio", 0.8)
                    .fault(fault, 0.05);
            TestOutcome outcome = NoccRuns.verified(mix, seed);
            faults += NoccRuns.count(outcome, COUNTERS.get(fault));
        }
        assertTrue(faults > 0, "there was no " + fault + ", so this shows nothing");
    }

    /** Clients whose time-out is shorter than their store's queue: what they send again makes it longer. */
    @ParameterizedTest
    @ValueSource(strings = {"occ", "nocc"})
    void shouldNotDrownItsStoreInResends(String protocol) {
        TestMix mix = NoccRuns.mix(protocol, "counters")
                .clients(1, 24)
                .measureUs(50_000)
                .workload("writeRatio", 0.2)
                .protocol("storeOpNs", 6_700);
        TestOutcome patient = NoccRuns.verified(mix.protocol("timeoutUs", 5_000), 1);
        TestOutcome hasty = NoccRuns.verified(mix.protocol("timeoutUs", 100), 1);
        assertTrue(NoccRuns.count(hasty, "nocc.client.resent") > 100, hasty.toString());
        assertTrue(4 * hasty.committed() > patient.committed(), hasty + " against " + patient);
    }

    /**
     * A client that remembers less than a transaction needs, behind a switch that holds what no store does: it keeps
     * the corrections.
     */
    @ParameterizedTest
    @ValueSource(strings = {"nocc", "nocc-reads"})
    void shouldEndWithAForgetfulClient(String protocol) {
        for (long seed = 1; seed <= 10; seed++) {
            NoccRuns.verified(
                    NoccRuns.mix(protocol, "smallbank")
                            .scale(1)
                            .workload("accountsPerNode", 6)
                            .protocol("clientCacheKeys", 1)
                            .fault(Fault.DUPLICATION, 0.05)
                            .explore(),
                    seed);
        }
    }

    /** A time-out shorter than the way there and back: what is sent again meets what it has left in the switch. */
    @Test
    void shouldEndWithATimeoutThatIsTooShort() {
        TestMix mix = NoccRuns.mix("nocc", "smallbank")
                .cluster(2, 4, 1)
                .clients(1, 2)
                .scale(1)
                .workload("accountsPerNode", 20)
                .protocol("timeoutUs", 60)
                .hardware("hostToSwitchNs", 100_000);
        for (long seed = 1; seed <= 5; seed++) {
            NoccRuns.verified(mix, seed);
        }
    }

    /**
     * An increment builds on one that backups have not acknowledged: there are more of them than ways to the backups
     * and back.
     */
    @Test
    void shouldNotWaitForBackupsBetweenTwoIncrements() {
        TestMix mix = NoccRuns.mix("nocc", "counters")
                .cluster(3, 8, 3)
                .clients(1, 16)
                .measureUs(50_000)
                .workload("writeRatio", 1)
                .protocol("clientOpNs", 7_000)
                .hardware("hostToSwitchNs", 100_000);
        long committed = NoccRuns.verified(mix, 1).committed();
        int thereAndBackUs = 4 * 100;
        assertTrue(committed > 50_000 / thereAndBackUs, committed + " increments");
    }

    /**
     * Stores whose time-out is shorter than the way to a backup and back: what they send again keeps the backups busy.
     */
    @Test
    void shouldNotDrownBackupsInResends() {
        TestMix mix = NoccRuns.mix("occ", "counters")
                .cluster(3, 4, 3)
                .clients(1, 16)
                .workload("keys", 20)
                .workload("writeRatio", 1)
                .hardware("hostToSwitchNs", 25_000);
        TestOutcome patient = NoccRuns.verified(mix.protocol("logTimeoutUs", 1_000), 1);
        TestOutcome hasty = NoccRuns.verified(mix.protocol("logTimeoutUs", 10), 1);
        assertTrue(NoccRuns.count(hasty, "nocc.log.resent") > 100, hasty.toString());
        assertTrue(4 * hasty.committed() > patient.committed(), hasty + " against " + patient);
    }

    /** Room for one transaction at a time: requests that find none are sent again. */
    @Test
    void shouldVerifyWithAFullLog() {
        TestMix mix = NoccRuns.mix("occ", "counters")
                .workload("writeRatio", 1)
                .workload("keys", 64)
                .clients(1, 16)
                .cluster(2, 4, 2)
                .protocol("logEntries", 32)
                .fault(Fault.LOSS, 0.01);
        assertTrue(NoccRuns.count(NoccRuns.verified(mix, 1), "nocc.log.full") > 0, "there was always room");
    }

    @Test
    void shouldAbortEarlyAndCommitMore() {
        TestOutcome occ = NoccRuns.verified(NoccRuns.mix("occ", "counters").workload("writeRatio", 1), 1);
        TestOutcome nocc = NoccRuns.verified(NoccRuns.mix("nocc", "counters").workload("writeRatio", 1), 1);
        assertTrue(nocc.committed() > occ.committed(), nocc + " against " + occ);
    }
}

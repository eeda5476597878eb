// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.Fault;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FaSST whose RPCs are handled on cores of SmartNICs, on path and off path. */
class NicRpcsTest {
    private static final int SEEDS = 4;
    private static final int INTERLEAVINGS = Integer.getInteger("breadboard.seeds", SEEDS);

    private static TestMix mix(String profile, String workload) {
        return FasstRuns.mix(profile, "fasst", workload)
                .protocol("rpcs", "nic")
                .contexts(4)
                .measureUs(600);
    }

    /** Transactions of two rounds that fight over a few keys of each thread. */
    private static TestMix contended(String profile) {
        return mix(profile, "object-store")
                .scale(1)
                .workload("reads", 3)
                .workload("writes", 2)
                .workload("rounds", 2)
                .workload("keysPerThread", 8);
    }

    private static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
        assertEquals(0, outcome.unknown(), "transactions without an end, " + mix + ", seed " + seed);
        return outcome;
    }

    /** A bucket of seven values of 400 B is not read at once. */
    @ParameterizedTest
    @CsvSource({"liquidio3, 40", "bluefield, 40", "liquidio3, 400"})
    void shouldVerifyUnderManyInterleavings(String profile, int valueBytes) {
        long aborted = 0;
        for (long seed = 1; seed <= INTERLEAVINGS; seed++) {
            TestMix mix = contended(profile).workload("valueBytes", valueBytes).explore();
            aborted += verified(mix, seed).aborts().getOrDefault("LOCKED", 0L);
        }
        assertTrue(aborted > 0, "nobody met a lock, so this shows nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"liquidio3", "bluefield"})
    void shouldVerifySmallBank(String profile) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verified(mix(profile, "smallbank").explore(), seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"liquidio3", "bluefield"})
    void shouldVerifyOnRealThreads(String profile) {
        verified(contended(profile).live(2).measureUs(200_000), 1);
    }

    /** Lost packets leave transactions without an end, and nothing wrong. */
    @Test
    void shouldSurviveLosses() {
        TestMix mix = contended("liquidio3").fault(Fault.LOSS, 0.001).protocol("lossTimeoutNs", 100_000);
        for (long seed = 1; seed <= SEEDS; seed++) {
            mix.runVerified(seed);
        }
    }

    @Test
    void shouldLeaveHandlersToTheNic() {
        TestOutcome host = FasstRuns.mix("liquidio3", "fasst", "smallbank").run(1);
        TestOutcome nic =
                mix("liquidio3", "smallbank").contexts(8).measureUs(200).run(1);
        assertEquals(0, host.counters().getOrDefault("smartnic.dmaVectors", 0L));
        assertTrue(nic.counters().get("smartnic.dmaVectors") > nic.committed(), nic.toString());
        assertEquals(0, nic.counters().getOrDefault("smartnic.sends", 0L), "datagrams between hosts");
    }

    @Test
    void shouldNeedValidation() {
        TestMix mix = contended("liquidio3")
                .workload("reads", 4)
                .workload("writes", 1)
                .workload("keysPerThread", 4)
                .measureUs(1500)
                .explore();
        TestOutcome broken = PlantedFault.assertFound(
                "skip-validation",
                30,
                seed -> mix.protocol("breakage", "skip-validation").run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
        assertFalse(broken.verdict().kept());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connect-ib | smallbank | protocol.rpcs=nic has RPCs handled on cores of a SmartNIC, and the hardware of node"
                        + " 0 has none",
                "liquidio3 | tatp | table access-info has keys without a record, and with protocol.rpcs=nic",
                "liquidio3 | ordered-churn | table ordered is ordered"
            })
    void shouldRefuse(String profile, String workload, String sentence) {
        TestMix mix = mix(profile, workload);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().startsWith(sentence), refused.getMessage());
    }

    @Test
    void shouldRefuseWhatGoesPastTheNic() {
        TestMix local = mix("liquidio3", "smallbank").protocol("localBypass", true);
        assertTrue(assertThrows(RefusedException.class, () -> local.run(1))
                .getMessage()
                .startsWith("protocol.localBypass has a host's threads use tables"));
        TestMix behind = mix("liquidio3", "smallbank").switches(1, "tofino", "early-abort");
        assertTrue(assertThrows(RefusedException.class, () -> behind.run(1))
                .getMessage()
                .endsWith("set protocol.rpcs=host."));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.p4switch.P4SwitchPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DrTM+H behind a switch that sends back locks and validations that come in vain. */
class EarlyAbortTest {
    private static final int SEEDS = 5;
    private static final int INTERLEAVINGS = Integer.getInteger("breadboard.seeds", SEEDS);
    private static final List<Plugin> PLUGINS =
            List.of(new DrtmPlugin(), new RdmaPlugin(), new P4SwitchPlugin(), new WorkloadsPlugin());

    private static TestMix mix(String protocol) {
        return TestMix.of(PLUGINS, "connectx5", protocol, "object-store")
                .switches(1, "tofino", "early-abort")
                .workload("reads", 4)
                .workload("writes", 2)
                .workload("rounds", 4)
                .workload("keysPerThread", 8)
                .scale(1)
                .contexts(4)
                .measureUs(300);
    }

    private static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
        assertEquals(0, outcome.unknown(), "transactions without an end, " + mix + ", seed " + seed);
        return outcome;
    }

    private static long early(TestMix mix) {
        return early(mix, SEEDS);
    }

    private static long early(TestMix mix, int seeds) {
        long early = 0;
        for (long seed = 1; seed <= seeds; seed++) {
            early += verified(mix, seed).aborts().getOrDefault("EARLY", 0L);
        }
        return early;
    }

    @ParameterizedTest
    @ValueSource(strings = {"one-sided", "rpc"})
    void shouldVerifyUnderManyInterleavings(String validate) {
        TestMix mix = mix("drtmh").protocol("validate", validate).protocol("log", validate);
        long early = early(mix.explore(), INTERLEAVINGS);
        // What is logged one-sidedly tells nothing, and a version that was committed is hardly ever met by a lock.
        assertTrue(early > 0 || validate.equals("one-sided"), "nothing was sent back, so this shows nothing");
    }

    /** Where hardly anything is stale hardly anything is sent back, also what was committed at its own node. */
    @Test
    void shouldSendBackNothingThatIsCurrent() {
        TestMix mix = mix("drtmh")
                .workload("rounds", 2)
                .workload("keysPerThread", 1024)
                .protocol("validate", "rpc")
                .protocol("log", "rpc")
                .measureUs(1000);
        TestOutcome outcome = verified(mix, 1);
        long early = outcome.aborts().getOrDefault("EARLY", 0L);
        assertTrue(50 * early < outcome.committed(), early + " sent back beside " + outcome.committed() + " commits");
    }

    @Test
    void shouldVerifyOnRealThreads() {
        verified(mix("drtmh").live(2).measureUs(200_000), 1);
    }

    /** A switch that is wrong costs attempts, and never makes a run wrong. */
    @Test
    void shouldNeverChangeAVerdict() {
        TestMix mix = mix("drtmh").protocol("log", "rpc").explore();
        long right = early(mix);
        long early = early(mix.program("breakage", "share-entries").program("cacheEntries", 16));
        assertTrue(early > right, early + " aborts where the right program has " + right);
    }

    @ParameterizedTest
    @CsvSource({
        "drtmr, lock, one-sided, protocol.lock=rpc or protocol.validate=rpc",
        "drtmr, lock, rpc, protocol.commit=rpc or protocol.log=rpc",
        "drtmh, rpcTransport, rc, protocol.rpcTransport=ud"
    })
    void shouldRefuseWhatNoSwitchCanJudge(String protocol, String setting, String value, String right) {
        TestMix mix = mix(protocol).protocol(setting, value);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().endsWith("; set " + right + "."), refused.getMessage());
    }
}

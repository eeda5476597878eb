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
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DrTM+H whose RPCs are handled on cores of off-path SmartNICs. */
class NicRpcsTest {
    private static final int SEEDS = 4;
    private static final int INTERLEAVINGS = Integer.getInteger("breadboard.seeds", SEEDS);
    private static final List<Plugin> PLUGINS = List.of(
            new DrtmPlugin(), new RdmaPlugin(), new SmartNicPlugin(), new P4SwitchPlugin(), new WorkloadsPlugin());

    private static TestMix mix(String profile, String workload) {
        return TestMix.of(PLUGINS, profile, "drtmh", workload)
                .protocol("rpcs", "nic")
                .contexts(4)
                .measureUs(600);
    }

    private static TestMix contended() {
        return mix("bluefield", "object-store")
                .scale(1)
                .workload("reads", 3)
                .workload("writes", 2)
                .workload("keysPerThread", 8);
    }

    private static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
        assertEquals(0, outcome.unknown(), "transactions without an end, " + mix + ", seed " + seed);
        return outcome;
    }

    /** Locks and commits by RPC, and reads and validations one-sided or by RPC, too. */
    @ParameterizedTest
    @ValueSource(strings = {"one-sided", "rpc"})
    void shouldVerifyUnderManyInterleavings(String way) {
        TestMix mix =
                contended().protocol("read", way).protocol("validate", way).explore();
        long locked = 0;
        for (long seed = 1; seed <= INTERLEAVINGS; seed++) {
            locked += verified(mix, seed).aborts().getOrDefault("LOCKED", 0L);
        }
        assertTrue(locked > 0, "nobody met a lock, so this shows nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"smallbank", "tpcc"})
    void shouldVerifyWorkloads(String workload) {
        for (long seed = 1; seed <= 2; seed++) {
            verified(mix("bluefield", workload).scale(0.01).explore(), seed);
        }
    }

    @Test
    void shouldVerifyOnRealThreads() {
        verified(contended().live(2).measureUs(200_000), 1);
    }

    @Test
    void shouldNeedValidation() {
        TestMix mix = contended().cluster(3, 2, 1).workload("keysPerThread", 4).explore();
        PlantedFault.assertFound(
                "skip-validation",
                30,
                seed -> mix.protocol("breakage", "skip-validation").run(seed),
                seed -> mix.protocol("breakage", "none").run(seed));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "log | rpc | protocol.log=one-sided",
                "rpcTransport | rc | protocol.rpcTransport=ud",
            })
    void shouldRefuseWhatNoNicHandles(String setting, String value, String right) {
        TestMix mix = mix("bluefield", "smallbank").protocol(setting, value);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().endsWith("; set " + right), refused.getMessage());
    }

    @Test
    void shouldRefuseNicsWithoutCores() {
        TestMix mix = mix("connectx5", "smallbank");
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().endsWith("or set protocol.rpcs=host"), refused.getMessage());
        TestMix behind = mix("bluefield", "smallbank").switches(1, "tofino", "early-abort");
        assertTrue(assertThrows(RefusedException.class, () -> behind.run(1))
                .getMessage()
                .endsWith("set protocol.rpcs=host."));
    }
}

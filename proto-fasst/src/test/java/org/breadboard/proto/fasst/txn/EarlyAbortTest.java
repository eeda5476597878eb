// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.hw.p4switch.P4SwitchPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FaSST behind a switch that sends back what comes in vain. */
class EarlyAbortTest {
    private static final int SEEDS = 5;
    private static final int INTERLEAVINGS = Integer.getInteger("breadboard.seeds", SEEDS);
    private static final String ABORTS = "switch.early-abort.aborts";

    /** Transactions of several rounds on a few keys of each thread. */
    private static TestMix contended() {
        return contended("connect-ib");
    }

    private static TestMix contended(String profile) {
        return FasstRuns.mix(profile, "fasst", "object-store")
                .switches(1, "tofino", "early-abort")
                .workload("reads", 4)
                .workload("writes", 1)
                .workload("rounds", 4)
                .workload("keysPerThread", 8)
                .scale(1)
                .contexts(4)
                .measureUs(300);
    }

    private static long early(TestOutcome outcome) {
        long early = outcome.aborts().getOrDefault("EARLY", 0L);
        assertTrue(outcome.counters().get(ABORTS) >= early, "who counts an abort has been sent something back");
        return early;
    }

    private static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
        assertEquals(0, outcome.unknown(), "transactions without an end, " + mix + ", seed " + seed);
        return outcome;
    }

    @Test
    void shouldVerifyUnderManyInterleavings() {
        long early = 0;
        for (long seed = 1; seed <= INTERLEAVINGS; seed++) {
            early += early(verified(contended().explore(), seed));
        }
        assertTrue(early > 0, "nothing was sent back, so this shows nothing");
    }

    @Test
    void shouldVerifyOnRealThreads() {
        early(verified(contended().live(2).measureUs(200_000), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"liquidio3", "bluefield"})
    void shouldReadDatagramsOfSmartNics(String profile) {
        long early = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            early += early(verified(contended(profile).explore(), seed));
        }
        assertTrue(early > 0, "nothing was sent back, so the switch has read nothing");
    }

    @Test
    void shouldVerifyUnderChurn() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verified(FasstRuns.churn().switches(1, "tofino", "early-abort").explore(), seed);
        }
    }

    /** A switch that is wrong costs attempts, and never makes a run wrong. */
    @Test
    void shouldNeverChangeAVerdict() {
        long early = 0;
        long right = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestMix mix = contended()
                    .workload("rounds", 2)
                    .workload("keysPerThread", 64)
                    .explore();
            right += early(verified(mix, seed));
            early += early(verified(mix.program("breakage", "share-entries").program("cacheEntries", 16), seed));
        }
        assertTrue(early > right, early + " aborts where the right program has " + right);
    }

    /** FaSST, but for what it says of its packets. */
    private static ProtocolType describedAs(PacketDescription packets) {
        FasstType fasst = new FasstType();
        return (ProtocolType) Proxy.newProxyInstance(
                ProtocolType.class.getClassLoader(),
                new Class<?>[] {ProtocolType.class},
                (proxy, method, arguments) ->
                        method.getName().equals("packets") ? packets : method.invoke(fasst, arguments));
    }

    @Test
    void shouldRefuseADescriptionThatPointsOutsideItsPacket() {
        ProtocolType wrong = describedAs(PacketDescription.of(0, 28)
                .key(PacketDescription.entry(26, 32))
                .versions(PacketDescription.entry(20, 32))
                .build());
        Plugin plugin = new Plugin() {
            @Override
            public String id() {
                return "wrong";
            }

            @Override
            public String description() {
                return "describes what is not there";
            }

            @Override
            public List<ProtocolType> protocols() {
                return List.of(wrong);
            }
        };
        TestMix mix = TestMix.of(
                        List.of(plugin, new RdmaPlugin(), new P4SwitchPlugin(), new WorkloadsPlugin()),
                        "connect-ib",
                        "fasst",
                        "smallbank")
                .switches(1, "tofino", "early-abort");
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        String why = "program 'early-abort' cannot read how protocol 'fasst' describes its packets: word 0 of the key"
                + " points outside its packet: 32 bits at byte 26 of the entry, which has 28 B";
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @Test
    void shouldRefuseWhoDescribesNoPackets() {
        TestMix mix = FasstRuns.mix("fasst-rpc", null).switches(1, "tofino", "early-abort");
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        String why = "program 'early-abort' judges packets that their protocol describes, and protocol 'fasst-rpc'"
                + " describes none";
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}

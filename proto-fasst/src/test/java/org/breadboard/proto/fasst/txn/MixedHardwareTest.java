// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.Fault;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FaSST on four nodes, of which two have a ConnectX-5, and two something else. */
class MixedHardwareTest {
    private static final int SEEDS = Integer.getInteger("breadboard.seeds", 5);
    private static final List<Plugin> PLUGINS =
            List.of(new FasstPlugin(), new RdmaPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());
    private static final int SMARTNIC_MTU = 1472;

    private static TestMix mix(String other, int mtuBytes) {
        return TestMix.of(PLUGINS, "connectx5", "fasst", "smallbank")
                .hardware("mtuBytes", mtuBytes)
                .nodes(2, 3, other, Map.of())
                .cluster(4, 2, 3)
                .scale(0.005);
    }

    private static TestMix mix(String other) {
        return mix(other, other.startsWith("connect") ? 4096 : SMARTNIC_MTU);
    }

    private static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed + ": " + outcome);
        assertEquals(0, outcome.unknown(), "transactions without an end, " + mix + ", seed " + seed);
        return outcome;
    }

    @ParameterizedTest
    @ValueSource(strings = {"connectx3", "liquidio3", "bluefield"})
    void shouldVerifyUnderManyInterleavings(String other) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verified(mix(other).explore(), seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"connectx3", "liquidio3", "bluefield"})
    void shouldVerifyOnRealThreads(String other) {
        verified(mix(other).live(2).measureUs(200_000), 1);
    }

    /** A caller picks a core of another node by its number, and nobody would answer at one that is not there. */
    @ParameterizedTest
    @ValueSource(strings = {"fewer", "off path"})
    void shouldRefuseCallsToNicsWithOtherCores(String other) {
        TestMix mix = TestMix.of(PLUGINS, "liquidio3", "fasst", "smallbank")
                .protocol("rpcs", "nic")
                .nodes(2, 3, "fewer".equals(other) ? "liquidio3" : "bluefield", Map.of("coresRunning", 4))
                .cluster(4, 2, 3)
                .scale(0.005);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().contains("give all nodes the same"), refused.getMessage());
    }

    @Test
    void shouldSurviveLossBetweenDifferentNics() {
        TestOutcome outcome =
                mix("liquidio3").fault(Fault.LOSS, 0.001).measureUs(1_000).run(1);
        assertEquals(List.of(), outcome.findings());
    }

    /** What a datagram becomes is counted where it was sent, whatever NIC it ends at. */
    @Test
    void shouldCountEachDatagramOnceWhereItWasSent() {
        Map<String, Long> counters = verified(mix("liquidio3"), 1).counters();
        for (String nic : List.of("rdma", "smartnic")) {
            long sends = counters.get(nic + ".sends");
            assertTrue(sends > 0, nic);
            assertEquals(sends, counters.get(nic + ".delivered"), nic);
        }
    }

    /** Four nodes of one data sheet, two of them with a link of which they make the most. */
    @Test
    void shouldBeHeldUpByTheSlowerNodes() {
        TestMix slower = TestMix.of(PLUGINS, "connectx5", "fasst", "smallbank")
                .nodes(2, 3, "connectx5", Map.of("linkGbps", 1))
                .cluster(4, 2, 3)
                .contexts(20);
        TestMix alike = TestMix.of(PLUGINS, "connectx5", "fasst", "smallbank")
                .cluster(4, 2, 3)
                .contexts(20);
        long mixed = verified(slower, 1).committed();
        long quick = verified(alike, 1).committed();
        assertTrue(2 * mixed < quick, mixed + " and " + quick);
    }

    @Test
    void shouldRefuseDatagramsOfDifferentSizes() {
        TestMix mix = mix("liquidio3", 4096);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertEquals(
                "Datagrams of node 0 hold up to 4096 B and those of node 2 up to 1472 B, but what one node sends another"
                        + " must take; say hardware.mtuBytes=1472, or what the larger NIC calls it.",
                refused.getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.Fault;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What other testbeds of DrTM+H's code base set: who waits for commits, how own records are reached, how many queue
 * pairs.
 */
class TestbedSettingsTest {
    private static final List<Plugin> PLUGINS = List.of(new DrtmPlugin(), new RdmaPlugin(), new WorkloadsPlugin());

    private static TestMix mix(String workload) {
        return TestMix.of(PLUGINS, "connectx5", "drtmh", workload);
    }

    private static double perTransaction(TestMix mix, String counter) {
        TestOutcome outcome = mix.runVerified(1);
        return outcome.counters().get(counter) / (double) outcome.committed();
    }

    /** What commits rests on no answer: locks hold until the writes are there, whichever way they go. */
    @ParameterizedTest
    @CsvSource({"one-sided, one-sided", "rpc, rpc", "rpc, one-sided"})
    void shouldHoldWhoeverWaitsForACommitAndHoweverOwnRecordsAreReached(String lock, String commit) {
        for (long seed = 1; seed <= 20; seed++) {
            TestMix mix = mix("contended")
                    .cluster(3, 2, 2)
                    .scale(1)
                    .contexts(4)
                    .measureUs(300)
                    .protocol("lock", lock)
                    .protocol("commit", commit)
                    .protocol("read", lock)
                    .protocol("commitAcks", seed % 2 == 0 ? "passive" : "awaited")
                    .protocol("ownRecords", seed % 3 == 0 ? "cpu" : "nic")
                    .protocol("queuePairs", 1 + seed % 4)
                    .workload("shape", seed)
                    .explore();
            assertTrue(mix.runVerified(seed).committed() > 0, mix + ", seed " + seed);
        }
    }

    @Test
    void shouldWaitForNoCommitWhereToldTo() {
        TestMix mix = mix("object-store")
                .workload("reads", 2)
                .workload("writes", 2)
                .workload("binomialWrites", false)
                .cluster(3, 1, 1)
                .contexts(1);
        long awaited = mix.runVerified(1).committed();
        long passive = mix.protocol("commitAcks", "passive").runVerified(1).committed();
        assertTrue(passive > 1.1 * awaited, passive + " beside " + awaited);
    }

    /** Four records of the other machine: four round trips, or one. */
    @Test
    void shouldAskForOneRecordAfterAnotherWhereToldTo() {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-rpc", "object-store")
                .workload("reads", 4)
                .workload("writes", 0)
                .cluster(2, 1, 1)
                .contexts(1)
                .measureUs(3_000)
                .protocol("ownRecords", "nic");
        double round = perTransaction(mix, "drtm.rpcs");
        double apart = perTransaction(mix.protocol("rpcReads", "one-by-one"), "drtm.rpcs");
        assertEquals(4 - 2 * 15 / 16.0, apart - round, 0.1, round + " in a round, " + apart + " apart");
    }

    /** A NIC that holds the states of all queue pairs of one set fetches those of four sets again and again. */
    @Test
    void shouldPayForMoreQueuePairsThanTheNicHolds() {
        TestMix mix = mix("object-store")
                .cluster(4, 4, 1)
                .contexts(8)
                .hardware("qpCacheEntries", 40)
                .hardware("qpMissNs", 500);
        long one = mix.runVerified(1).committed();
        long four = mix.protocol("queuePairs", 4).runVerified(1).committed();
        assertTrue(four < 0.7 * one, four + " beside " + one);
    }

    /** With one machine nothing is anybody else's: all verbs go to itself. */
    @Test
    void shouldReachOwnRecordsThroughTheNicWhereToldTo() {
        TestMix mix = mix("object-store").cluster(1, 1, 1).contexts(2);
        assertEquals(0, perTransaction(mix, "rdma.requests"), 0.01);
        assertTrue(perTransaction(mix.protocol("ownRecords", "nic"), "rdma.requests") > 4, "reads, locks, writes");
    }

    /** Who reads a log reads it in order, so a record counts for nothing while the one in front of it is lost. */
    @Test
    void shouldTellOfNoCommitThatABackupCannotRead() {
        for (long seed = 1; seed <= 20; seed++) {
            TestMix mix = mix("contended")
                    .cluster(4, 1, 3)
                    .scale(1)
                    .contexts(4)
                    .measureUs(300)
                    .workload("shape", seed)
                    .workload("keys", 256)
                    .protocol("queuePairs", 4)
                    .fault(Fault.LOSS, 0.01)
                    .explore();
            assertTrue(mix.runVerified(seed).committed() > 0, mix + ", seed " + seed);
        }
    }
}

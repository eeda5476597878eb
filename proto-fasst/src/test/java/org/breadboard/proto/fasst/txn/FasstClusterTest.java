// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FasstClusterTest {
    private static final long LONGEST_US = 10_000_000;
    private static final String NEVER_STRUCK = "'ring-full' never struck, so the run says nothing of that";
    private static final int SEEDS = 20;

    private static TestMix churn() {
        return FasstRuns.churn().workload("capacity", 400);
    }

    private static TestOutcome verified(long seed, TestOutcome result) {
        assertNull(result.failure(), () -> "seed " + seed + ": " + result.failure());
        assertTrue(result.verified(), () -> "seed " + seed + ": " + result.verdict());
        assertEquals(Promise.STRICT_SERIALIZABLE, result.verdict().promise());
        assertTrue(result.committed() > 0, () -> "seed " + seed + ": nothing committed, " + result.aborts());
        return result;
    }

    @ParameterizedTest
    @ValueSource(strings = {"smallbank", "tatp", "object-store"})
    void shouldRunEachWorkload(String workload) {
        TestOutcome result = verified(1, FasstRuns.mix("fasst", workload).run(1));
        assertEquals(0, result.unknown());
        assertNull(result.counters().get("rdma.receiverNotReady"));
        verified(2, FasstRuns.mix("fasst", workload).cluster(5, 1, 3).run(2));
        verified(3, FasstRuns.mix("fasst", workload).cluster(4, 2, 1).run(3));
    }

    private static long committed(int contexts, int reads, int missesAtOnce) {
        TestMix mix = FasstRuns.mix("fasst", "object-store")
                .cluster(3, 1, 1)
                .contexts(contexts)
                .workload("reads", reads)
                .workload("writes", 0)
                .protocol("memoryNs", 2000)
                .protocol("missesAtOnce", missesAtOnce);
        return verified(1, mix.measureUs(1000).run(1)).committed();
    }

    /** A poll with one request has nothing to fetch at once, one with many has. */
    @Test
    void shouldFetchBucketsOfOnePollTogether() {
        long light = committed(1, 1, 1);
        long lightAtOnce = committed(1, 1, 8);
        assertTrue(lightAtOnce < 1.1 * light, lightAtOnce + " beside " + light);
        long busy = committed(16, 4, 1);
        long busyAtOnce = committed(16, 4, 8);
        assertTrue(busyAtOnce > 1.2 * busy, busyAtOnce + " beside " + busy);
    }

    @Test
    void shouldRunNewOrderOnHashTablesAlone() {
        TestMix mix = FasstRuns.mix("fasst", "tpcc-neworder")
                .workload("localTables", "unordered")
                .workload("warehousesPerNode", 2);
        verified(1, mix.run(1));
    }

    @Test
    void shouldHoldInManyInterleavings() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            verified(seed, churn().explore().run(seed));
            verified(
                    seed,
                    FasstRuns.mix("fasst", "smallbank").scale(0.0005).explore().run(seed));
        }
    }

    @Test
    void shouldLeaveTransactionsUnknownThatLostPackets() {
        long unknown = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome result = verified(
                    seed,
                    churn().explore()
                            .fault(Fault.LOSS, 0.003)
                            .fault(Fault.REORDERING, 0.02)
                            .run(seed));
            unknown += result.unknown();
            assertEquals(result.unknown(), result.counters().get("fasst.suspectedLosses"), "seed " + seed);
        }
        assertTrue(unknown > SEEDS, "packets were lost on purpose");
    }

    /** A datagram that finds no place in the ring is gone, as one is that the network loses. */
    @Test
    void shouldLeaveTransactionsUnknownWhosePacketsFoundAFullRing() {
        long unknown = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome result = verified(
                    seed, churn().explore().nemesis("ring-full", 100, 5).run(seed));
            assertEquals(0, result.counters().get("network.lost"), "seed " + seed);
            assertTrue(result.counters().get("faults.ringFull") >= result.unknown(), "seed " + seed);
            assertEquals(
                    result.counters().get("faults.ringFull") == 0,
                    result.remarks().toString().contains(NEVER_STRUCK),
                    "seed " + seed);
            unknown += result.unknown();
        }
        assertTrue(unknown > 0, "no ring was full");
    }

    /** In an interval of a second the window is somewhere else than in the first fraction of a millisecond. */
    @Test
    void shouldSayThatAFaultNeverStruck() {
        List<String> remarks =
                churn().nemesis("ring-full,pause", 1_000_000, 5).run(1).remarks();
        assertTrue(remarks.toString().contains("'pause', " + NEVER_STRUCK), remarks::toString);
    }

    @Test
    void shouldNotAnswerForInvariantsWhoseOutcomesAreUnknown() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestMix mix =
                    FasstRuns.mix("fasst", "smallbank").scale(0.0005).explore().fault(Fault.LOSS, 0.003);
            TestOutcome.Verdict verdict = verified(seed, mix.run(seed)).verdict();
            if (verdict.invariantsHold() == null) {
                assertTrue(
                        verdict.notJudged().stream().anyMatch(what -> what.startsWith("invariants, since ")),
                        verdict::toString);
                return;
            }
        }
        throw new AssertionError("no transaction stayed unknown in " + SEEDS + " seeds");
    }

    /** Late responses must not be taken for those of a later batch: a worker that is given up is never used again. */
    @Test
    void shouldNotMistakeLateResponses() {
        long late = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestOutcome result =
                    churn().explore().protocol("lossTimeoutNs", 6_000).run(seed);
            assertTrue(result.verified(), () -> result.failure() + " " + result.verdict());
            late += result.counters().get("fasst.lateResponses");
        }
        assertTrue(late > 0);
    }

    /** On one node all keys of a transaction meet in two buckets, so nearly all share headers. */
    @Test
    void shouldNotMeetItsOwnLocks() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestMix mix =
                    churn().cluster(1, 1, 1).contexts(1).workload("keys", 12).workload("group", 12);
            TestOutcome result = verified(
                    seed, mix.workload("accesses", 5).workload("capacity", 12).run(seed));
            assertNull(result.aborts().get("LOCKED"), "a lone transaction meets nobody's locks");
            assertNull(result.aborts().get("VALIDATION"));
        }
    }

    @Test
    void shouldShareHeadersAmongMany() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestMix mix =
                    churn().cluster(2, 2, 2).contexts(3).workload("keys", 24).workload("group", 24);
            verified(seed, mix.workload("capacity", 24).explore().run(seed));
        }
    }

    @Test
    void shouldSplitWhatOneMessageDoesNotHold() {
        verified(
                1,
                churn().workload("accesses", 12)
                        .workload("group", 40)
                        .contexts(1)
                        .run(1));
        verified(2, churn().protocol("coalescing", false).run(2));
        verified(3, churn().workload("valueBytes", 1000).workload("accesses", 3).run(3));
        verified(4, churn().protocol("budget", 1).run(4));
        verified(
                5,
                churn().protocol("sendSlots", 16)
                        .protocol("responseBatching", false)
                        .protocol("requestBatching", false)
                        .run(5));
        verified(
                6,
                churn().protocol("slots", 15).protocol("cheapReceives", false).run(6));
    }

    @Test
    void shouldLogInPartsWhatNoMessageHolds() {
        TestOutcome result = verified(
                1, churn().workload("valueBytes", 2000).workload("accesses", 3).run(1));
        assertEquals(0, result.aborts().getOrDefault("EXHAUSTED", 0L), "three values of 2000 B go in two parts");
    }

    @Test
    void shouldGiveUpWhatCannotBeLogged() {
        TestMix mix = FasstRuns.mix("fasst", "object-store")
                .cluster(4, 1, 3)
                .scale(0.001)
                .workload("reads", 6)
                .workload("writes", 4)
                .workload("valueBytes", 4000);
        TestOutcome result = verified(1, mix.run(1));
        assertTrue(result.aborts().get("EXHAUSTED") > 0, "a commit record has four parts, each for a value of 4000 B");
    }

    @Test
    void shouldGiveUpWhatATableHasNoRoomFor() {
        TestMix mix = churn().workload("initial", 10)
                .workload("capacity", 10)
                .protocol("localBypass", true)
                .cluster(1, 1, 1)
                .contexts(1);
        TestOutcome result = verified(1, mix.run(1));
        assertTrue(result.aborts().get("EXHAUSTED") > 0, "400 keys do not fit into a table for 10");
    }

    @Test
    void shouldStoreTheLargestValueAndRefuseALargerOne() {
        verified(1, churn().workload("valueBytes", 4060).workload("accesses", 1).run(1));
        String refusal = assertThrows(
                        RefusedException.class,
                        () -> churn().workload("valueBytes", 4061).run(1))
                .getMessage();
        assertTrue(refusal.contains("4061 bytes") && refusal.contains("at most 4060 bytes"), refusal);
    }

    @Test
    void shouldNeedNoValidationForASingleRead() {
        TestMix mix = FasstRuns.mix("fasst", "object-store")
                .cluster(4, 1, 3)
                .workload("reads", 1)
                .workload("writes", 0);
        TestOutcome result = verified(1, mix.run(1));
        double perTransaction = (double) result.counters().get("fasst.requests") / result.checked();
        assertTrue(perTransaction <= 1, perTransaction + " RPCs for a single read");
    }

    /** FaSST's RPCs per transaction, where nothing is coalesced: 4 + 2 + 2 + 4 + 2 for O(4,2), on average. */
    @Test
    void shouldSendTheRpcsThatTheProtocolNeeds() {
        TestMix mix = FasstRuns.mix("fasst", "object-store")
                .cluster(11, 1, 3)
                .contexts(2)
                .scale(0.1);
        TestOutcome result = verified(1, mix.run(1));
        double perTransaction = (double) result.counters().get("fasst.requests") / result.checked();
        assertEquals(14, perTransaction, 0.7);
    }

    /** Of these 14, all but the 2 for remote logs go to this node with a chance of 1/11. */
    @Test
    void shouldSpareTheRpcsToItselfIfToldTo() {
        TestMix mix = FasstRuns.mix("fasst", "object-store")
                .cluster(11, 1, 3)
                .contexts(2)
                .scale(0.1)
                .protocol("localBypass", true);
        TestOutcome result = verified(1, mix.run(1));
        double perTransaction = (double) result.counters().get("fasst.requests") / result.checked();
        assertEquals(14 - 12.0 / 11, perTransaction, 0.7);
    }

    @Test
    void shouldRepeatItself() {
        TestOutcome one = churn().run(9);
        TestOutcome two = churn().run(9);
        assertEquals(one.counters(), two.counters());
        assertEquals(one.aborts(), two.aborts());
        assertEquals(one.latencyNs(), two.latencyNs());
        assertNotEquals(one.latencyNs(), churn().run(10).latencyNs());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldHoldOnRealThreads(int threads) {
        verifiedLive(threads, FasstClusterTest::churn);
        verifiedLive(threads, () -> FasstRuns.mix("fasst", "smallbank"));
    }

    /** On a machine that has no time for it nothing is committed; then it is measured for longer. */
    private static void verifiedLive(int threads, Supplier<TestMix> mix) {
        TestOutcome result = null;
        for (long us = 150_000; result == null || result.committed() == 0 && us < LONGEST_US; us *= 2) {
            result = mix.get().live(threads).measureUs(us).run(threads);
        }
        verified(threads, result);
    }
}

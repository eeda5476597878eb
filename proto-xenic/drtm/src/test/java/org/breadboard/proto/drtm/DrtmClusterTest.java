// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrtmClusterTest {
    private static final List<Plugin> PLUGINS =
            List.of(new DrtmPlugin(), new RdmaPlugin(), new WorkloadsPlugin(), new OrderedChurn());

    private static TestMix mix(String workload) {
        return TestMix.of(PLUGINS, "connectx5", "drtmh", workload);
    }

    private static void assertVerified(TestMix mix, long seed) {
        assertTrue(mix.runVerified(seed).committed() > 0, mix + ", seed " + seed);
    }

    /** Thirty writes of 128 B in the log: each backup gets some two thirds of them, more than the 2,048 B of a slot. */
    @Test
    void shouldLogATransactionInSeveralSlots() {
        TestMix mix = mix("object-store")
                .workload("reads", 30)
                .workload("writes", 30)
                .workload("valueBytes", 104)
                .scale(0.05)
                .contexts(2);
        assertVerified(mix, 1);
        assertVerified(mix.protocol("logSlots", 2), 2);
    }

    /** Thirty objects of 700 B: no phase's request or answer has room for all of them (DrTM+H's source: 4,096 B). */
    @Test
    void shouldAskInSeveralRequests() {
        TestMix mix = mix("object-store")
                .workload("reads", 30)
                .workload("writes", 30)
                .workload("valueBytes", 700)
                .scale(0.05)
                .contexts(2)
                .measureUs(600);
        assertVerified(mix, 1);
        assertVerified(mix.protocol("read", "rpc").protocol("validate", "rpc").protocol("log", "rpc"), 2);
    }

    /** A request has no room for one record: coordinators asked for ever. */
    @ParameterizedTest
    @CsvSource({"read, rpc", "log, rpc", "logAck, whole", "commit, rpc"})
    void shouldRefuseWhatNoMessageHolds(String setting, String value) {
        TestMix mix = mix("object-store")
                .hardware("mtuBytes", 256)
                .hardware("inlineBytes", 128)
                .workload("valueBytes", 248)
                .scale(0.05)
                .contexts(2)
                .protocol("commit", "one-sided")
                .protocol("logAck", "none");
        assertVerified(mix, 1);
        String refusal = assertThrows(
                        RefusedException.class,
                        () -> mix.protocol(setting, value).run(1))
                .getMessage();
        assertTrue(refusal.contains("248 B, which do not fit into an RPC's message of 256 B"), refusal);
    }

    @Test
    void shouldRefuseToInsertIntoAHashTableHoweverManyRecordsItHas() {
        TestMix mix = mix("ycsb-core").scale(1).workload("recordcount", 30_000).workload("insertproportion", 0.05);
        String refusal = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(refusal.contains("hash tables of drtmh hold a fixed set of records"), refusal);
        assertVerified(mix.scale(0.01).workload("ordered", true), 1);
    }

    /** A slot of a log holds one such value: a backup applies records of one transaction one after another. */
    @Test
    void shouldHoldAtCommitWhatIsLoggedInSeveralSlots() {
        for (long seed = 1; seed <= 20; seed++) {
            TestMix mix = mix("contended")
                    .cluster(3, 2, 2)
                    .scale(1)
                    .contexts(4)
                    .measureUs(300)
                    .workload("shape", seed)
                    .workload("ordered", true)
                    .workload("apart", seed % 2 == 0)
                    .workload("keys", 64)
                    .workload("accesses", 6)
                    .workload("valueBytes", 1024)
                    .explore();
            assertVerified(mix, seed);
        }
    }

    /** Xenic 5.7: separate requests to read, lock and validate. */
    @Test
    void shouldValidateWhatItWritesByReadsOfItsOwn() {
        TestMix mix = mix("object-store")
                .workload("reads", 2)
                .workload("writes", 2)
                .scale(1)
                .cluster(3, 1, 1)
                .contexts(1);
        double with = readsPerRpc(mix);
        double without = readsPerRpc(mix.protocol("validateWrites", false));
        assertEquals(2, with / without, 0.05, "a READ for each key, and another");
    }

    /**
     * Five records, of which four or so are another node's, and nobody else is there: reads alone take most of the
     * time.
     */
    @ParameterizedTest
    @ValueSource(strings = {"drtmh", "drtmh-nc", "drtmr"})
    void shouldReadOneRecordAfterAnother(String protocol) {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", protocol, "object-store")
                .workload("reads", 5)
                .workload("writes", 0)
                .cluster(6, 1, 1)
                .contexts(1);
        double oneByOne = mix.runVerified(1).committed();
        double round = mix.protocol("reads", "round").runVerified(1).committed();
        assertTrue(round > 1.8 * oneByOne, round + " of rounds, " + oneByOne + " one by one");
        assertVerified(mix.contexts(4).protocol("reads", "one-by-one").explore(), 2);
    }

    /** What is asked for by RPCs goes in one message to each node, whatever READs do. */
    @Test
    void shouldAskForAllOfARoundByRpc() {
        TestMix mix = mix("object-store")
                .workload("reads", 5)
                .workload("writes", 0)
                .protocol("read", "rpc")
                .contexts(1);
        assertEquals(
                mix.run(1).committed(), mix.protocol("reads", "round").run(1).committed());
    }

    /**
     * Four writes of some 900 B, of which a slot of a log holds two: a backup's part most often takes one slot, and the
     * whole record two. Each node that logs is asked by one RPC to acknowledge that.
     */
    @Test
    void shouldLogWholeRecordsAndHaveThemAcknowledged() {
        TestMix mix = mix("object-store")
                .workload("reads", 4)
                .workload("writes", 4)
                .workload("binomialWrites", false)
                .workload("valueBytes", 900)
                .cluster(6, 1, 2)
                .contexts(1)
                .protocol("read", "rpc")
                .protocol("validate", "rpc");
        assertVerified(mix, 1);
        double acknowledged = perTransaction(mix, "drtm.rpcs");
        mix.protocol("logAck", "none");
        double silent = perTransaction(mix, "drtm.rpcs");
        double whole = perTransaction(mix, "drtm.oneSided");
        assertEquals(whole / 2, acknowledged - silent, 0.1 * silent);
        double parts = perTransaction(mix.protocol("logRecords", "parts"), "drtm.oneSided");
        assertEquals(2, whole / parts, 0.15, parts + " slots with parts, " + whole + " with whole records");
    }

    /** Four records that are written: a request to read, one to lock and one to validate each; or one. */
    @Test
    void shouldLockWhatItReadsByOneRequest() {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-rpc", "object-store")
                .workload("reads", 4)
                .workload("writes", 4)
                .workload("binomialWrites", false)
                .cluster(6, 1, 1)
                .contexts(1)
                .protocol("logAck", "none");
        double together = perTransaction(mix, "drtm.rpcs");
        double apart = perTransaction(mix.protocol("consolidate", false), "drtm.rpcs");
        mix.protocol("consolidate", true);
        assertEquals(2, apart / together, 0.05, "read, lock, validate, commit; and read with lock, commit");
        String refusal = assertThrows(
                        RefusedException.class,
                        () -> mix.protocol("read", "one-sided").run(1))
                .getMessage();
        assertTrue(refusal.endsWith("set protocol.read=rpc and protocol.lock=rpc"), refusal);
    }

    /** Two machines, four records that are written: two are the other's, or one in sixteen times none. */
    @Test
    void shouldCommitEachRecordByARequestOfItsOwn() {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-rpc", "object-store")
                .workload("reads", 4)
                .workload("writes", 4)
                .workload("binomialWrites", false)
                .cluster(2, 1, 1)
                .contexts(1);
        double apart = perTransaction(mix, "drtm.rpcs");
        double together = perTransaction(mix.protocol("commitRpcs", "node"), "drtm.rpcs");
        assertEquals(2 - 15.0 / 16, apart - together, 0.1, apart + " a record, " + together + " a machine");
    }

    /** Thirty records are written, most often more at the other machine than a coordinator may ask for at once. */
    @Test
    void shouldCommitMoreRecordsThanMayBeAskedForAtOnce() {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-rpc", "object-store")
                .workload("reads", 30)
                .workload("writes", 30)
                .workload("binomialWrites", false)
                .cluster(2, 1, 1)
                .scale(1)
                .contexts(1)
                .measureUs(3_000);
        assertVerified(mix, 1);
        assertTrue(perTransaction(mix, "drtm.rpcs") > 12, "each record has a commit of its own");
    }

    private static double perTransaction(TestMix mix, String counter) {
        TestOutcome outcome = mix.runVerified(1);
        return outcome.counters().get(counter) / (double) outcome.committed();
    }

    /** What is read twice and then written, and what is read to be written and is not, in all interleavings. */
    @Test
    void shouldHoldWhateverIsReadAndLockedAtOnce() {
        for (long seed = 1; seed <= 20; seed++) {
            TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-rpc", "contended")
                    .cluster(3, 2, 2)
                    .scale(1)
                    .contexts(4)
                    .measureUs(300)
                    .workload("shape", seed)
                    .workload("absent", false)
                    .workload("again", seed % 2 == 0)
                    .workload("twice", seed % 3 == 0)
                    .workload("keys", 64)
                    .explore();
            assertVerified(mix, seed);
        }
    }

    /** Two clients among many records seldom meet a lock: what it names twice it has locked itself. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldNotBeRefusedWhatItHasLocked(long seed) {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-rpc", "contended")
                .cluster(2, 1, 1)
                .scale(1)
                .contexts(1)
                .workload("shape", seed)
                .workload("absent", false)
                .workload("again", true)
                .workload("twice", true)
                .workload("keys", 100_000);
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix.toString());
        long refused = outcome.aborts().getOrDefault("LOCKED", 0L);
        assertTrue(refused * 4 < outcome.committed(), refused + " refused, " + outcome.committed() + " committed");
    }

    /** Buckets of addresses take another READ, by every protocol that looks up without one. */
    @Test
    void shouldReadValuesBehindTheirBuckets() {
        TestMix mix = TestMix.of(PLUGINS, "connectx5", "drtmh-nc", "object-store")
                .workload("reads", 5)
                .workload("writes", 0)
                .cluster(6, 1, 1)
                .contexts(1);
        double values = perTransaction(mix, "drtm.oneSided");
        double addresses = perTransaction(mix.protocol("buckets", "addresses"), "drtm.oneSided");
        // 1.16 buckets, an object, and its header once more to validate it.
        assertEquals((1.16 + 2) / (1.16 + 1), addresses / values, 0.06);
        for (String protocol : List.of("drtmh", "drtmh-nc", "drtmh-rpc", "drtmr")) {
            assertVerified(
                    TestMix.of(PLUGINS, "connectx5", protocol, "smallbank")
                            .scale(0.01)
                            .protocol("buckets", "addresses")
                            .explore(),
                    1);
        }
    }

    /** A reliable connection sends again what finds no place in a ring: nothing stays undecided. */
    @Test
    void shouldSendAgainWhatFindsAFullRing() {
        TestMix mix = mix("contended").workload("keys", 200);
        assertSentAgain(mix.contexts(8).nemesis("ring-full", 20, 10).runVerified(1));
        assertSentAgain(mix.live(2)
                .warmupUs(20_000)
                .measureUs(500_000)
                .nemesis("ring-full", 50_000, 25_000)
                .runVerified(1));
    }

    private static void assertSentAgain(TestOutcome outcome) {
        assertTrue(outcome.counters().get("faults.ringFull") > 0);
        assertTrue(outcome.counters().get("rdma.retransmissions") > 0);
        assertEquals(0, outcome.counters().get("network.lost"));
        assertEquals(0, outcome.unknown());
    }

    /** Over reliable connections each message of an RPC is acknowledged: four packets, where datagrams are two. */
    @Test
    void shouldAcknowledgeItsRpcsOverConnections() {
        TestMix mix = mix("smallbank").scale(0.01);
        assertVerified(mix, 1);
        TestOutcome datagrams = mix.run(2);
        TestOutcome connected = mix.protocol("rpcTransport", "rc").run(2);
        assertTrue(connected.verified(), connected.findings().toString());
        assertTrue(datagrams.counters().get("rdma.sends") > 0);
        assertEquals(0, connected.counters().get("rdma.sends"));
        assertVerified(mix.explore(), 3);
    }

    private static double readsPerRpc(TestMix mix) {
        TestOutcome outcome = mix.runVerified(1);
        return outcome.counters().get("drtm.oneSided")
                / (double) outcome.counters().get("drtm.rpcs");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldTryAgainWhereABackupWaitsForAnEarlierWrite(long seed) {
        assertVerified(
                mix("ordered-churn").protocol("log", "rpc").measureUs(600).explore(), seed);
    }

    @Test
    void shouldRefuseOrderedRecordsOfOtherNodes() {
        TestMix mix = mix("ordered-churn").workload("local", false);
        String refusal = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(refusal.contains("whose keys are on nodes"), refusal);
    }
}

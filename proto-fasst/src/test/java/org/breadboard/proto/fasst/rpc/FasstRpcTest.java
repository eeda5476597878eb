// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.Fault;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FasstRpcTest {
    private static TestMix echo(int nodes, int batch) {
        return FasstRuns.mix("fasst-rpc", null)
                .cluster(nodes, 1, 1)
                .contexts(19)
                .protocol("batch", batch);
    }

    private static TestOutcome verified(TestOutcome result) {
        assertNull(result.failure());
        assertTrue(result.verified(), () -> result.verdict().toString());
        assertNull(result.counters().get("rdma.receiverNotReady"));
        assertTrue(result.committed() > 10);
        return result;
    }

    /** FaSST Fig. 4, on Connect-IB with 11 machines of one thread: M RPCs/s per core, within a tenth. */
    @Test
    void shouldClimbTheLadderOfFigure4() {
        TestMix base = echo(11, 1)
                .protocol("requestBatching", false)
                .protocol("responseBatching", false)
                .protocol("cheapReceives", false);
        assertMrps(2.6, verified(base.run(1)));
        assertMrps(3.4, verified(echo(11, 1).run(1)));
        assertMrps(4.0, verified(echo(11, 3).run(1)));
        assertMrps(4.3, verified(echo(11, 11).measureUs(400).run(1)));
    }

    private static void assertMrps(double published, TestOutcome result) {
        assertEquals(published, result.committedPerNodePerSecond() / 1e6, published / 10);
    }

    @ParameterizedTest
    @CsvSource({"8, 8, 1", "32, 384, 2", "4092, 4092, 3", "13, 1021, 2", "32, 32, 4"})
    void shouldBringBackTheBytesOfAnySize(int requestBytes, int responseBytes, int batch) {
        TestMix mix = echo(4, batch).protocol("requestBytes", requestBytes).protocol("responseBytes", responseBytes);
        verified(mix.run(2));
        verified(mix.explore().run(3));
        verified(mix.live(2).measureUs(20_000).run(4));
    }

    @Test
    void shouldWaitForABudget() {
        TestOutcome narrow = verified(echo(3, 2).protocol("budget", 1).run(1));
        TestOutcome wide = verified(echo(3, 2).run(1));
        assertTrue(
                narrow.committed() < wide.committed() / 2,
                narrow.committed() + " with one message per node, " + wide.committed() + " with nineteen");
    }

    @Test
    void shouldUseOneDoorbellPerBatch() {
        TestOutcome together =
                verified(echo(4, 3).protocol("responseBatching", false).run(1));
        TestOutcome apart = verified(echo(4, 3)
                .protocol("responseBatching", false)
                .protocol("requestBatching", false)
                .run(1));
        assertEquals(4.0 / 6, doorbellsPerSend(together), 0.03, "a batch of three has one, each response its own");
        assertEquals(1, doorbellsPerSend(apart), 1e-9);
        assertTrue(doorbellsPerSend(verified(echo(4, 3).run(1))) < 0.5);
    }

    @Test
    void shouldRingAgainForWhatAPostListDoesNotHold() {
        assertEquals(
                1, doorbellsPerSend(verified(echo(4, 3).protocol("postList", 1).run(1))), 1e-9);
        TestOutcome pairs = verified(echo(4, 3)
                .protocol("postList", 2)
                .protocol("responseBatching", false)
                .run(1));
        assertEquals(5.0 / 6, doorbellsPerSend(pairs), 0.03, "a batch of three has two, each response its own");
    }

    private static double doorbellsPerSend(TestOutcome result) {
        return (double) result.counters().get("rdma.doorbells")
                / result.counters().get("rdma.sends");
    }

    @Test
    void shouldStopWorkersThatLosePackets() {
        TestOutcome result = echo(4, 2)
                .fault(Fault.LOSS, 0.002)
                .fault(Fault.REORDERING, 0.01)
                .measureUs(300)
                .run(1);
        assertTrue(result.verified());
        long lost = result.counters().get("network.lost");
        long suspected = result.counters().get("fasst.suspectedLosses");
        assertTrue(lost > 0 && suspected > 0 && suspected <= lost, lost + " lost, " + suspected + " suspected");
    }

    @Test
    void shouldIgnoreResponsesThatComeAfterTheTimeout() {
        TestOutcome result = echo(3, 2).protocol("lossTimeoutNs", 1000).run(1);
        assertTrue(result.verified());
        assertTrue(result.counters().get("fasst.suspectedLosses") > 0);
        assertTrue(result.counters().get("fasst.lateResponses") > 0);
    }

    @Test
    void shouldRefuseWhatCannotWork() {
        String batch =
                assertThrows(RefusedException.class, () -> echo(4, 5).run(1)).getMessage();
        assertEquals(
                "batch is 5, but each request of a batch goes to a different node and cluster.nodes is 4: set batch to 4 or less",
                batch);
        String contexts = assertThrows(
                        RefusedException.class, () -> echo(4, 1).contexts(32).run(1))
                .getMessage();
        assertTrue(contexts.contains("can have at most 31 outstanding transactions per thread"), contexts);
    }

    @Test
    void shouldRepeatItself() {
        assertEquals(
                echo(4, 2).run(5).counters().toString(),
                echo(4, 2).run(5).counters().toString());
    }
}

package com.example.calvin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.breadboard.api.Plugin;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.Fault;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On RDMA's datagrams, with FaSST's MICA tables, and the workloads whose tables are not ordered. */
class CalvinTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new CalvinPlugin(), new RdmaPlugin(), new FasstPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "calvin";
    }

    @Override
    protected String profile() {
        return "connect-ib";
    }

    @Override
    protected List<String> workloads() {
        return List.of("smallbank", "tatp", "ycsb", "object-store", "retwis");
    }

    @ParameterizedTest
    @ValueSource(strings = {"skip-locks", "release-early"})
    void shouldBeFoundOutIfARuleIsLeftOut(String breakage) {
        TestMix whole = TestMix.of(plugins(), profile(), protocol(), "contended");
        TestMix broken = TestMix.of(plugins(), profile(), protocol(), "contended").protocol("breakage", breakage);
        PlantedFault.assertFound(breakage, broken, whole);
    }

    /** Who waits for a lock looks seldom, so that a run that never rests is given up soon. */
    @Test
    void shouldDeadlockIfNodesHaveOrdersOfTheirOwn() {
        TestMix mix = TestMix.of(plugins(), profile(), protocol(), "contended").protocol("againNs", 1_000_000);
        assertTrue(mix.run(1).verified());
        TestOutcome outcome = mix.protocol("breakage", "own-first").run(1);
        assertNotNull(outcome.failure(), "transactions wait for each other for ever");
    }

    @Test
    void shouldAbortNobodyWhoseSetIsKnown() {
        TestOutcome outcome = TestMix.of(plugins(), profile(), protocol(), "smallbank").run(1);
        assertEquals(Set.of(AbortReason.APPLICATION.name()), outcome.aborts().keySet());
    }

    /** An epoch of a node has some 500 requests for records of each other one, and a datagram has room for 169. */
    @Test
    void shouldSendBatchesInPieces() {
        TestMix many = TestMix.of(plugins(), profile(), protocol(), "object-store")
                .workload("reads", 8)
                .workload("writes", 1)
                .scale(0.1)
                .contexts(80)
                .measureUs(500)
                .fault(Fault.REORDERING, 0.1);
        TestOutcome outcome = many.run(1);
        assertEquals(List.of(), outcome.findings());
        assertTrue(outcome.committed() > 100, outcome.committed() + " committed");
    }

    /** A transaction's requests for one record may come in two pieces, and are one. */
    @Test
    void shouldAskOnceForARecordThatIsAccessedTwice() {
        TestMix mix = TestMix.of(plugins(), profile(), protocol(), "contended")
                .cluster(1, 3, 1)
                .contexts(3)
                .hardware("mtuBytes", 256)
                .workload("twice", true)
                .workload("again", true)
                .explore();
        assertEquals(List.of(), mix.run(1).findings());
    }
}

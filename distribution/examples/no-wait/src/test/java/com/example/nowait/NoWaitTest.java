package com.example.nowait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** On RDMA's datagrams, with FaSST's MICA tables, and the workloads whose tables are not ordered. */
class NoWaitTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new NoWaitPlugin(), new RdmaPlugin(), new FasstPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "no-wait";
    }

    @Override
    protected String profile() {
        return "connect-ib";
    }

    @Override
    protected List<String> workloads() {
        return List.of("smallbank", "tatp", "ycsb", "object-store", "retwis");
    }

    @Test
    void shouldBeFoundOutWithoutSharedLocks() {
        TestMix whole = TestMix.of(plugins(), profile(), protocol(), "contended");
        TestMix broken = TestMix.of(plugins(), profile(), protocol(), "contended").protocol("breakage", "skip-shared-locks");
        PlantedFault.assertFound("skip-shared-locks", broken, whole);
    }

    @Test
    void shouldWaitForRoomWhereABurstHasMoreCallsThanItsPortTakes() {
        TestMix many = TestMix.of(plugins(), profile(), protocol(), "object-store")
                .workload("reads", 8)
                .workload("writes", 1)
                .scale(0.1)
                .contexts(80)
                .measureUs(500);
        TestOutcome outcome = many.run(1);
        assertEquals(List.of(), outcome.findings());
        assertTrue(outcome.committed() > 100, outcome.committed() + " committed");
    }
}

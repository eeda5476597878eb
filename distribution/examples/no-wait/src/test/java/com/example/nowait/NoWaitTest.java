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

/** On RDMA's datagrams, with FaSST's MICA tables. */
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
        return List.of("smallbank", "tatp", "ycsb", "object-store", "retwis", "tpcc");
    }

    private TestMix ranges(long shape) {
        return TestMix.of(plugins(), profile(), protocol(), "contended")
                .contexts(3)
                .measureUs(1000)
                .workload("shape", shape)
                .workload("absent", true)
                .workload("ordered", true)
                .workload("pairs", true)
                .workload("spread", true);
    }

    @Test
    void shouldLetNoKeysSlipIntoRangesOverAllNodes() {
        for (long seed = 1; seed <= 8; seed++) {
            TestOutcome outcome = ranges(seed).explore().runVerified(seed);
            assertTrue(outcome.checked() > 0, "seed " + seed + " commits nothing");
        }
        ranges(5).live(2).runVerified(5);
    }

    @Test
    void shouldScanMoreThanAMessageHolds() {
        TestMix scans = TestMix.of(plugins(), profile(), protocol(), "ycsb-core")
                .scale(0.001)
                .workload("readproportion", 0.1)
                .workload("updateproportion", 0.2)
                .workload("insertproportion", 0.3)
                .workload("scanproportion", 0.4)
                .workload("maxscanlength", 60)
                .workload("fieldlength", 40)
                .workload("scans", "all-nodes");
        assertTrue(scans.explore().runVerified(3).checked() > 100);
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

package com.example.woundwait;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On RDMA's datagrams, with FaSST's MICA tables, and the workloads whose tables are not ordered. */
class WoundWaitTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new WoundWaitPlugin(), new RdmaPlugin(), new FasstPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "wound-wait";
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
    @ValueSource(strings = {"skip-shared-locks", "take-from-wounded"})
    void shouldBeFoundOutIfARuleIsLeftOut(String breakage) {
        TestMix whole = TestMix.of(plugins(), profile(), protocol(), "contended");
        TestMix broken = TestMix.of(plugins(), profile(), protocol(), "contended").protocol("breakage", breakage);
        PlantedFault.assertFound(breakage, broken, whole);
    }
}

package com.example.snapshot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType.Promise;
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
class SnapshotTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new SnapshotPlugin(), new RdmaPlugin(), new FasstPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "snapshot";
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
    @ValueSource(strings = {"last-committer-wins", "read-newest"})
    void shouldBeFoundOutIfARuleIsLeftOut(String breakage) {
        TestMix whole = TestMix.of(plugins(), profile(), protocol(), "contended");
        TestMix broken = TestMix.of(plugins(), profile(), protocol(), "contended").protocol("breakage", breakage);
        PlantedFault.assertFound(breakage, broken, whole);
    }

    @Test
    void shouldShowWriteSkewAndNothingWorse() {
        TestMix mix = TestMix.of(plugins(), profile(), protocol(), "contended");
        assertTrue(
                mix.runVerified(1).verdict().allowed().toString().contains("write skew"),
                "that is what snapshots allow");
        TestOutcome more = mix.promise(Promise.SERIALIZABLE).run(1);
        assertFalse(more.verdict().kept(), "it promises less than that");
        assertTrue(
                more.findings().stream().allMatch(each -> each.contains("write skew")),
                more.findings().toString());
    }
}

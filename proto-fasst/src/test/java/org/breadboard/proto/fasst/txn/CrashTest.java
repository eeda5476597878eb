package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

class CrashTest extends CrashContract {
    @Override
    protected TestMix mix() {
        return TestMix.of(
                List.of(new RdmaPlugin(), new FasstPlugin(), new WorkloadsPlugin()), "connectx3", "fasst", "contended");
    }

    @Override
    protected List<String> breakages() {
        return List.of("skip-log-scan", "skip-lock-rebuild");
    }

    @Test
    void shouldRefuseCrashesWhereVersionsAreOnNics() {
        TestMix mix = crashing().protocol("rpcs", "nic");
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().contains("rpcs"), refused.getMessage());
    }
}

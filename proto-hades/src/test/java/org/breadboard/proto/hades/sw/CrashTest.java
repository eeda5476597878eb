package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

class CrashTest extends CrashContract {
    private static TestMix mix(String workload) {
        return TestMix.of(
                List.of(new RdmaPlugin(), new HadesPlugin(), new WorkloadsPlugin()), "connectx3", "sw-impl", workload);
    }

    @Override
    protected TestMix mix() {
        return mix("contended");
    }

    @Override
    protected List<String> breakages() {
        return List.of("skip-log-scan", "skip-lock-rebuild", "skip-vote");
    }

    @Test
    void shouldRefuseCrashesWhereTablesAreOrdered() {
        TestMix mix = mix("tpcc")
                .workload("warehousesPerNode", 2)
                .scale(0.01)
                .cluster(3, 2, 1)
                .nemesis("crash", 600, 120);
        RefusedException refused = assertThrows(RefusedException.class, () -> mix.run(1));
        assertTrue(refused.getMessage().startsWith("table item is ordered"), refused.getMessage());
    }
}

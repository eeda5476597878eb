// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.List;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.CrashContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;

class CrashTest extends CrashContract {
    @Override
    protected TestMix mix(String workload) {
        return TestMix.of(
                List.of(new RdmaPlugin(), new HadesPlugin(), new WorkloadsPlugin()), "connectx3", "sw-impl", workload);
    }

    @Override
    protected List<String> breakages() {
        return List.of("skip-log-scan");
    }

    @Override
    protected int orderedCopies() {
        return 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.p4switch.P4SwitchPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;

/** Small clusters of machines, with Connect-IB unless a test says otherwise. */
public final class FasstRuns {
    private static final List<Plugin> PLUGINS = List.of(
            new RdmaPlugin(),
            new SmartNicPlugin(),
            new P4SwitchPlugin(),
            new WorkloadsPlugin(),
            new FasstPlugin(),
            new ChurnPlugin(),
            new OrderedChurn());

    private FasstRuns() {}

    /** Three nodes of two threads, three replicas, a hundredth of the population, a fifth of a millisecond. */
    public static TestMix mix(String protocol, String workload) {
        return mix("connect-ib", protocol, workload);
    }

    /** The same with other NICs. */
    public static TestMix mix(String profile, String protocol, String workload) {
        return TestMix.of(PLUGINS, profile, protocol, workload).scale(0.01);
    }

    /**
     * FaSST under transactions of two accesses to 400 keys, eight of which meet in a group, on four contexts per
     * thread.
     */
    public static TestMix churn() {
        return mix("fasst", "churn")
                .contexts(4)
                .workload("keys", 400)
                .workload("group", 8)
                .workload("accesses", 2);
    }
}

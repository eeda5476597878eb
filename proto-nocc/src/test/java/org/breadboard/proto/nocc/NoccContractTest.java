package org.breadboard.proto.nocc;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;

/** NOCC on one store and on two, with transactions of one record and of several. */
class NoccContractTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return NoccRuns.PLUGINS;
    }

    @Override
    protected String protocol() {
        return "nocc";
    }

    @Override
    protected String profile() {
        return NoccRuns.NIC;
    }

    @Override
    protected List<String> workloads() {
        return List.of("counters", "payment", "smallbank");
    }

    @Override
    protected TestMix adjusted(TestMix mix, String workload) {
        TestMix small = mix.cluster(workload.equals("smallbank") ? 2 : 1, 2, 1)
                .clients(1, 8)
                .switches(1, NoccRuns.SWITCH, "nocc")
                .measureUs(10_000)
                .protocol("timeoutUs", 2_000)
                .protocol("storeServiceNs", 5_000);
        return workload.equals("smallbank") ? small.program("cacheEntries", 64) : small;
    }
}

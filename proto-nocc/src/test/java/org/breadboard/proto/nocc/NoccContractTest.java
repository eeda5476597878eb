// SPDX-License-Identifier: Apache-2.0
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
                .measureUs(10_000)
                .protocol("timeoutUs", 2_000)
                .protocol("storeOpNs", 1_700);
        return withSwitch(small, workload);
    }

    /** Puts a switch with NOCC's program between clients and stores. */
    protected TestMix withSwitch(TestMix mix, String workload) {
        return mix.switches(1, NoccRuns.SWITCH, "nocc")
                .program("cacheEntries", workload.equals("smallbank") ? 64 : 1024);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;

class FasstContractTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new FasstPlugin(), new RdmaPlugin(), new WorkloadsPlugin(), new OrderedChurn());
    }

    @Override
    protected String protocol() {
        return "fasst";
    }

    @Override
    protected TestMix adjusted(TestMix mix, String workload) {
        return workload.startsWith("tpcc")
                ? mix.workload("warehousesPerNode", 2).scale(0.01).measureUs(600)
                : mix;
    }

    @Override
    protected String profile() {
        return "connect-ib";
    }
}

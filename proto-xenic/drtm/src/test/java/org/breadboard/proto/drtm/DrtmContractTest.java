// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;

/** The four systems of Xenic 5.1 that are one protocol. */
class DrtmContractTest {
    private abstract static class OnConnectX5 extends ProtocolContract {
        @Override
        protected List<Plugin> plugins() {
            return List.of(new DrtmPlugin(), new RdmaPlugin(), new WorkloadsPlugin(), new OrderedChurn());
        }

        /** TATP inserts into hash tables and deletes from them, which the one-sided lookups here cannot follow. */
        @Override
        protected List<String> workloads() {
            return List.of("smallbank", "object-store", "ycsb", "ordered-churn", "tpcc", "tpcc-neworder");
        }

        @Override
        protected TestMix adjusted(TestMix mix, String workload) {
            return workload.startsWith("tpcc")
                    ? mix.workload("warehousesPerNode", 2).scale(0.01).measureUs(600)
                    : mix;
        }

        @Override
        protected String profile() {
            return "connectx5";
        }
    }

    @Nested
    class Hybrid extends OnConnectX5 {
        @Override
        protected String protocol() {
            return "drtmh";
        }
    }

    @Nested
    class WithoutAddressCache extends OnConnectX5 {
        @Override
        protected String protocol() {
            return "drtmh-nc";
        }
    }

    @Nested
    class ByRpcThroughout extends OnConnectX5 {
        @Override
        protected String protocol() {
            return "drtmh-rpc";
        }
    }

    @Nested
    class OneSidedThroughout extends OnConnectX5 {
        @Override
        protected String protocol() {
            return "drtmr";
        }
    }
}

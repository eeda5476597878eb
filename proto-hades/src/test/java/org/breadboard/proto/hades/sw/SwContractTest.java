// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;

/** What every protocol must do. TATP inserts and deletes; ordered tables have no backups. */
class SwContractTest {
    private abstract static class OfSwImpl extends ProtocolContract {
        @Override
        protected List<Plugin> plugins() {
            return List.of(
                    new HadesPlugin(),
                    new RdmaPlugin(),
                    new HtmBloomPlugin(),
                    new WorkloadsPlugin(),
                    new OrderedChurn());
        }

        @Override
        protected String protocol() {
            return "sw-impl";
        }

        @Override
        protected String profile() {
            return "connectx5";
        }
    }

    @Nested
    class WithBackups extends OfSwImpl {
        @Override
        protected List<String> workloads() {
            return List.of("smallbank", "object-store", "tatp", "retwis");
        }
    }

    @Nested
    class WithoutBackups extends OfSwImpl {
        @Override
        protected List<String> workloads() {
            return List.of("smallbank", "tatp", "ordered-churn", "tpcc", "tpcc-neworder");
        }

        @Override
        protected TestMix adjusted(TestMix mix, String workload) {
            TestMix alone = mix.cluster(3, 2, 1);
            return workload.startsWith("tpcc")
                    ? alone.workload("warehousesPerNode", 2).scale(0.01).measureUs(600)
                    : alone;
        }
    }

    /** Here NIC and cores share the caches, so the own node's locks are the CPU's. */
    @Nested
    class OnHadesNode extends OfSwImpl {
        @Override
        protected List<String> workloads() {
            return List.of("smallbank", "object-store", "tatp");
        }

        @Override
        protected String profile() {
            return "hades-node";
        }
    }
}

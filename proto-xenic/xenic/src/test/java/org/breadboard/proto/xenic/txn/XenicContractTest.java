// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;

/** What every protocol must do, on the path and off it. TATP inserts and deletes. */
class XenicContractTest {
    private abstract static class OnSmartNic extends ProtocolContract {
        @Override
        protected List<Plugin> plugins() {
            return List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin(), new OrderedChurn());
        }

        @Override
        protected List<String> workloads() {
            return List.of(
                    "smallbank", "object-store", "tatp", "retwis", "ycsb", "ordered-churn", "tpcc", "tpcc-neworder");
        }

        @Override
        protected TestMix adjusted(TestMix mix, String workload) {
            return workload.startsWith("tpcc")
                    ? mix.workload("warehousesPerNode", 2).scale(0.01).measureUs(600)
                    : mix;
        }
    }

    @Nested
    class OnPath extends OnSmartNic {
        @Override
        protected String protocol() {
            return "xenic";
        }

        @Override
        protected String profile() {
            return "liquidio3";
        }
    }

    @Nested
    class OffPath extends OnSmartNic {
        @Override
        protected String protocol() {
            return "xenic-offpath";
        }

        @Override
        protected String profile() {
            return "bluefield";
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Nested;

/**
 * What every protocol must do, by those of HADES on HADES's nodes. TATP inserts and deletes; ordered tables have no
 * backups.
 */
class HadesContractTest {
    private abstract static class OnHadesNode extends ProtocolContract {
        @Override
        protected List<Plugin> plugins() {
            return List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin(), new OrderedChurn());
        }

        @Override
        protected String profile() {
            return "hades-node";
        }
    }

    private abstract static class WithBackups extends OnHadesNode {
        @Override
        protected List<String> workloads() {
            return List.of("smallbank", "object-store", "tatp");
        }
    }

    private abstract static class WithoutBackups extends OnHadesNode {
        @Override
        protected List<String> workloads() {
            return List.of("smallbank", "tatp", "ordered-churn", "tpcc");
        }

        @Override
        protected TestMix adjusted(TestMix mix, String workload) {
            TestMix alone = mix.cluster(3, 2, 1);
            return workload.startsWith("tpcc")
                    ? alone.workload("warehousesPerNode", 2).scale(0.01).measureUs(600)
                    : alone;
        }
    }

    @Nested
    class HadesWithBackups extends WithBackups {
        @Override
        protected String protocol() {
            return "hades";
        }
    }

    @Nested
    class HadesWithoutBackups extends WithoutBackups {
        @Override
        protected String protocol() {
            return "hades";
        }
    }

    @Nested
    class HybridWithBackups extends WithBackups {
        @Override
        protected String protocol() {
            return "hades-h";
        }
    }

    @Nested
    class HybridWithoutBackups extends WithoutBackups {
        @Override
        protected String protocol() {
            return "hades-h";
        }
    }

    @Nested
    class Software extends WithoutBackups {
        @Override
        protected String protocol() {
            return "sw-impl";
        }
    }
}

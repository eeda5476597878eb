// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** Keys that the population does not name have no place: they are missing for ever, and an insert of one is refused. */
class UnnamedKeyTest {
    private static final Setting<Boolean> INSERTS = Setting.flag("inserts", false, "whether they insert it");

    private static TestMix mix(boolean inserts) {
        return mix(new WorkloadsPlugin()).workload("inserts", inserts);
    }

    private static TestMix mix(Plugin stores) {
        List<Plugin> plugins = List.of(new HadesPlugin(), new RdmaPlugin(), stores, new StrayKeys());
        return TestMix.of(plugins, "connectx5", "sw-impl", "stray-keys");
    }

    @Test
    void shouldFindNoRecordOfAnUnnamedKey() {
        assertTrue(mix(false).runVerified(1).committed() > 0);
    }

    @Test
    void shouldRefuseAnInsertOfAnUnnamedKey() {
        List<String> findings = mix(true).run(1).findings();
        assertTrue(
                findings.stream().anyMatch(finding -> finding.contains("table strays: key 77 has no place")),
                findings.toString());
    }

    @Test
    void shouldAskTheStoresWhichIsMadeForIndexes() {
        TestMix mix = mix(new OtherStores());
        String message = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(message.contains("brings a store that is made for indexes"), message);
    }

    /** All kinds of stores but those that are made for indexes. */
    private static final class OtherStores implements Plugin {
        @Override
        public String id() {
            return "other-stores";
        }

        @Override
        public String description() {
            return "stores that are not made for indexes";
        }

        @Override
        public List<StoreType> stores() {
            return new WorkloadsPlugin()
                    .stores().stream().filter(type -> !type.index()).toList();
        }
    }

    /** Ten keys, of which half exist; transactions count one up and look for a key that nobody has named. */
    private static final class StrayKeys implements Plugin, WorkloadType, Population {
        private static final int KEYS = 10;
        private static final int STRAY = 77;

        @Override
        public String id() {
            return "stray-keys";
        }

        @Override
        public String description() {
            return "transactions that ask for a key that is not named";
        }

        @Override
        public List<WorkloadType> workloads() {
            return List.of(this);
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of(INSERTS);
        }

        @Override
        public long candidates() {
            return KEYS;
        }

        @Override
        public long key(long index) {
            return index;
        }

        @Override
        public boolean value(long key, byte[] value) {
            Bytes.putLong(value, 0, -1 - key);
            return key % 2 == 0;
        }

        @Override
        public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
            TransactionLogic logic = new Logic(settings.get(INSERTS));
            return new Workload() {
                @Override
                public List<TableSpec> tables() {
                    return List.of(new TableSpec(0, "strays", 16, 2 * STRAY, false));
                }

                @Override
                public Population population(int table) {
                    return StrayKeys.this;
                }

                @Override
                public List<TransactionLogic> transactions() {
                    return List.of(logic);
                }

                @Override
                public Generator generator(int node, int thread, Placement placement) {
                    return (random, into) -> {
                        into.begin(0, logic);
                        into.put(random.nextInt(KEYS));
                        into.put(random.nextLong());
                    };
                }

                @Override
                public List<Invariant> invariants() {
                    return List.of();
                }
            };
        }

        private record Logic(boolean inserts) implements TransactionLogic {
            @Override
            public String name() {
                return "stray";
            }

            @Override
            public Decision run(int round, LogicContext transaction) {
                if (round == 0) {
                    transaction.insert(0, transaction.input(0));
                    if (inserts) {
                        transaction.insert(0, STRAY);
                    } else {
                        transaction.read(0, STRAY);
                    }
                    return Decision.FETCH;
                }
                for (int access = 0; access < transaction.accesses(); access++) {
                    if (transaction.mode(access).writes()) {
                        transaction.newValue(access, 16);
                        transaction.putLong(access, 0, transaction.input(1) + access);
                    }
                }
                return Decision.COMMIT;
            }
        }
    }
}

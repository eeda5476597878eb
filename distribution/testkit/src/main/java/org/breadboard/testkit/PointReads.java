// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;

/** A workload that only reads: one to three records of a hash table, anywhere in the cluster. Nothing is aborted. */
final class PointReads implements Plugin, WorkloadType {
    static final String ID = "point-reads";

    private static final int TABLE = 0;
    private static final int KEYS = 400;
    private static final int MOST_READS = 3;
    /** What NOCC's operations carry, too. */
    private static final int VALUE_BYTES = 16;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "transactions that read one to three records, and write nothing";
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(this);
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        return new Reads();
    }

    private static final class Reads implements Workload {
        @Override
        public List<TableSpec> tables() {
            return List.of(new TableSpec(TABLE, "records", VALUE_BYTES, KEYS, false));
        }

        @Override
        public Population population(int table) {
            return new Population() {
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
                    Bytes.putLong(value, 0, key + 1);
                    return true;
                }
            };
        }

        @Override
        public List<TransactionLogic> transactions() {
            return List.of(new Logic());
        }

        @Override
        public Generator generator(int node, int thread, Placement placement) {
            Logic logic = new Logic();
            return (random, into) -> {
                into.begin(0, logic);
                into.put(random.nextInt(KEYS));
                into.put(1 + random.nextInt(MOST_READS));
            };
        }

        @Override
        public List<Invariant> invariants() {
            return List.of();
        }
    }

    /** Input: the first key, and how many. */
    private static final class Logic implements TransactionLogic {
        @Override
        public String name() {
            return ID;
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            if (round > 0) {
                return Decision.COMMIT;
            }
            for (int i = 0; i < transaction.input(1); i++) {
                transaction.read(TABLE, (transaction.input(0) + i) % KEYS);
            }
            return Decision.FETCH;
        }
    }
}

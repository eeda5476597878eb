package org.breadboard.proto.nocc;

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

/**
 * Increments of one number; where it was odd, of its successor's as well, so that the value that is read says which
 * stores take part.
 */
final class FollowedKeys implements Plugin, WorkloadType, Workload, TransactionLogic {
    private static final int KEYS = 4;

    @Override
    public String id() {
        return "followed";
    }

    @Override
    public String description() {
        return "keys that depend on values";
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
        return this;
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(new TableSpec(0, "numbers", 16, KEYS, false));
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
                return key >= 0 && key < KEYS;
            }
        };
    }

    @Override
    public int partition(int table, long key, int partitions) {
        return (int) (key % partitions);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return List.of(this);
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return (random, into) -> {
            into.begin(0, this);
            into.put((long) (random.nextDouble() * KEYS));
        };
    }

    @Override
    public String name() {
        return "follow";
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        if (round == 0) {
            transaction.update(0, transaction.input(0));
            return Decision.FETCH;
        }
        if (round == 1 && transaction.getLong(0, 0) % 2 == 1) {
            transaction.update(0, (transaction.input(0) + 1) % KEYS);
            return Decision.FETCH;
        }
        for (int access = 0; access < transaction.accesses(); access++) {
            transaction.putLong(access, 0, transaction.getLong(access, 0) + 1);
            transaction.account(1);
        }
        return Decision.COMMIT;
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new Invariant() {
            @Override
            public String name() {
                return "sum";
            }

            @Override
            public Check begin() {
                return new Sum();
            }
        });
    }

    private static final class Sum implements Invariant.Check {
        private long sum;

        @Override
        public void record(int table, long key, byte[] value) {
            sum += Bytes.getLong(value, 0);
        }

        @Override
        public String violation(long expected) {
            return sum == expected ? null : "the numbers are " + sum + " together, not " + expected + ".";
        }
    }
}

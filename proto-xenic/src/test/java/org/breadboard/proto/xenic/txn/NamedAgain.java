package org.breadboard.proto.xenic.txn;

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
 * Transactions that name a record of their own node three times: they read it; they name it to be updated, beside a
 * record of another node; they do so once more, beside the one record of their node that all of it want. Input: the own
 * record, the other node's, the wanted one. A key's node is its remainder.
 */
final class NamedAgain implements Plugin, WorkloadType {
    private static final int KEYS_PER_NODE = 64;

    @Override
    public String id() {
        return "named-again";
    }

    @Override
    public String description() {
        return "a record that is named in each round";
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
        return new Counters(nodes);
    }

    private record Counters(int nodes) implements Workload {
        @Override
        public List<TableSpec> tables() {
            return List.of(new TableSpec(0, "counters", 16, candidates(), false));
        }

        private long candidates() {
            return (long) KEYS_PER_NODE * nodes;
        }

        @Override
        public Population population(int table) {
            return new Population() {
                @Override
                public long candidates() {
                    return Counters.this.candidates();
                }

                @Override
                public long key(long index) {
                    return index;
                }

                @Override
                public boolean value(long key, byte[] value) {
                    return key >= 0 && key < candidates();
                }
            };
        }

        @Override
        public int partition(int table, long key, int partitions) {
            return (int) (key % partitions);
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
                into.put(node + (long) nodes * (1 + random.nextInt(KEYS_PER_NODE - 1)));
                into.put((node + 1) % nodes + (long) nodes * (1 + random.nextInt(KEYS_PER_NODE - 1)));
                into.put(node);
            };
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
    }

    private static final class Logic implements TransactionLogic {
        @Override
        public String name() {
            return "named-again";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            switch (round) {
                case 0 -> transaction.read(0, transaction.input(0));
                case 1 -> {
                    transaction.update(0, transaction.input(0));
                    transaction.read(0, transaction.input(1));
                }
                case 2 -> {
                    transaction.update(0, transaction.input(0));
                    transaction.update(0, transaction.input(2));
                }
                default -> {
                    increment(transaction, 3);
                    increment(transaction, 4);
                    return Decision.COMMIT;
                }
            }
            return Decision.FETCH;
        }

        private static void increment(LogicContext transaction, int access) {
            transaction.putLong(access, 0, transaction.getLong(access, 0) + 1);
            transaction.account(1);
        }
    }

    private static final class Sum implements Invariant.Check {
        private long sum;

        @Override
        public void record(int table, long key, byte[] value) {
            sum += Bytes.getLong(value, 0);
        }

        @Override
        public String violation(long expected) {
            return sum == expected ? null : "the counters are " + sum + " together, not " + expected + ".";
        }
    }
}

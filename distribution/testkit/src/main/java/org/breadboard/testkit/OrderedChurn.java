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

/**
 * A workload for trying protocols with ordered tables: few keys, so that transactions insert into one another's ranges
 * all the time, and delete from them; every kind of access; values that are never written twice, so that the checker
 * can tell every version from every other. The ordered table is local to coordinators; each transaction also touches a
 * hash table of the whole cluster, so that time passes between its phases.
 */
public final class OrderedChurn implements Plugin, WorkloadType {
    private static final Setting<Long> KEYS =
            Setting.integer("keys", "", 48, 8, 1_000_000, "how many keys of the ordered table a node may have");
    private static final Setting<Boolean> LOCAL =
            Setting.flag("local", true, "whether the ordered table's records are on their coordinators' nodes");
    private static final Setting<Long> ACCESSES =
            Setting.integer("accesses", "", 4, 1, 40, "accesses to the ordered table, in each of up to two rounds");

    private static final Setting<Long> SPREAD_KEYS =
            Setting.integer("spread", "", 400, 1, 1_000_000, "how many records the hash table has");

    private static final int ORDERED = 0;
    private static final int SPREAD = 1;
    private static final int VALUE_BYTES = 16;
    private static final int NODE_SHIFT = 32;

    /** The plug-in, which is its one workload. */
    public OrderedChurn() {}

    @Override
    public String id() {
        return "ordered-churn";
    }

    @Override
    public String description() {
        return "inserts, deletes and ranges of few keys, and hash table records of the whole cluster";
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(this);
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(KEYS, SPREAD_KEYS, LOCAL, ACCESSES);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        return new Churn(
                nodes, settings.get(KEYS), settings.get(SPREAD_KEYS), settings.get(ACCESSES), settings.get(LOCAL));
    }

    private record Churn(int nodes, long keys, long spread, long accesses, boolean local) implements Workload {
        @Override
        public List<TableSpec> tables() {
            return List.of(
                    new TableSpec(ORDERED, "ordered", VALUE_BYTES, nodes * keys, true),
                    new TableSpec(SPREAD, "spread", VALUE_BYTES, spread, false));
        }

        @Override
        public Population population(int table) {
            return new Population() {
                @Override
                public long candidates() {
                    return table == ORDERED ? nodes * keys : spread;
                }

                @Override
                public long key(long index) {
                    return table == ORDERED ? index / keys << NODE_SHIFT | index % keys : index;
                }

                @Override
                public boolean value(long key, byte[] value) {
                    Bytes.putLong(value, 0, -1 - key);
                    return table == SPREAD || key % 3 != 0;
                }
            };
        }

        @Override
        public boolean removes(int table) {
            return table == ORDERED;
        }

        @Override
        public int partition(int table, long key, int partitions) {
            return local && table == ORDERED ? (int) ((key >>> NODE_SHIFT) * partitions / nodes) : BY_HASH;
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
                into.put(random.nextLong());
                into.put((long) node << NODE_SHIFT);
                into.put(keys);
                into.put(accesses);
                into.put(1 + random.nextInt(2));
                into.put(random.nextLong(spread));
            };
        }

        @Override
        public List<Invariant> invariants() {
            return List.of();
        }
    }

    /**
     * Input: a random word, the node's first key, how many keys, accesses per round, rounds, a key of the hash table.
     */
    private static final class Logic implements TransactionLogic {
        @Override
        public String name() {
            return "ordered-churn";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            if (round < transaction.input(4)) {
                if (round == 0) {
                    boolean reads = (word(transaction, 1) & 1) == 0;
                    int ignored = reads
                            ? transaction.read(SPREAD, transaction.input(5))
                            : transaction.update(SPREAD, transaction.input(5));
                }
                for (int i = 0; i < transaction.input(3); i++) {
                    declare(transaction, word(transaction, 100L * (round + 1) + i));
                }
                return Decision.FETCH;
            }
            for (int i = 0; i < transaction.accesses(); i++) {
                write(transaction, i, word(transaction, 1000 + i));
            }
            return (word(transaction, 2) & 15) == 0 ? Decision.ABORT : Decision.COMMIT;
        }

        private static void declare(LogicContext transaction, long word) {
            long keys = transaction.input(2);
            long key = transaction.input(1) + Long.remainderUnsigned(word >>> 8, keys);
            long end = Math.min(key + Long.remainderUnsigned(word >>> 40, 6), transaction.input(1) + keys - 1);
            switch ((int) (word & 15)) {
                case 0, 1 -> transaction.min(ORDERED, key, end);
                case 2, 3 -> transaction.max(ORDERED, key, end);
                case 4, 5, 6 -> transaction.range(ORDERED, key, end, 1 + (int) (word >>> 60));
                default -> declareRecord(transaction, word, key);
            }
        }

        private static void declareRecord(LogicContext transaction, long word, long key) {
            for (int i = 0; i < transaction.accesses(); i++) {
                boolean range = transaction.mode(i).ranges() || transaction.rangeOf(i) >= 0;
                if (transaction.table(i) == ORDERED && !range && transaction.key(i) == key) {
                    return;
                }
            }
            switch ((int) (word & 15)) {
                case 7, 8, 9, 10 -> transaction.insert(ORDERED, key);
                case 11, 12, 13 -> transaction.delete(ORDERED, key);
                case 14 -> transaction.update(ORDERED, key);
                default -> transaction.read(ORDERED, key);
            }
        }

        private static void write(LogicContext transaction, int access, long word) {
            boolean found = transaction.found(access);
            switch (transaction.mode(access)) {
                case INSERT -> put(transaction, access, word, !found);
                case UPDATE -> put(transaction, access, word, found && (word & 3) != 0);
                case DELETE -> {
                    if (found) {
                        transaction.remove(access);
                    }
                }
                default -> {
                    // It is only read.
                }
            }
        }

        private static void put(LogicContext transaction, int access, long word, boolean write) {
            if (write) {
                transaction.newValue(access, VALUE_BYTES);
                transaction.putLong(access, 0, word);
            }
        }

        private static long word(LogicContext transaction, long salt) {
            long z = transaction.input(0) + salt * 0x9e3779b97f4a7c15L;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }
    }
}

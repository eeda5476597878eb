// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst;

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
 * A workload for tests: few keys, so that many share a bucket; every kind of access, in several rounds; values that are
 * never written twice, so that the checker can tell every version from every other.
 */
public final class ChurnPlugin implements Plugin, WorkloadType {
    private static final Setting<Integer> VALUE_BYTES =
            Setting.count("valueBytes", "B", 16, 8, 8000, "size of a value");
    private static final Setting<Long> RANGE = Setting.integer("keys", "", 60, 1, 1_000_000, "how many keys there are");
    private static final Setting<Long> GROUP =
            Setting.integer("group", "", 60, 1, 1_000_000, "keys that a transaction chooses from, next to each other");
    private static final Setting<Integer> ACCESSES = Setting.count("accesses", "", 3, 1, 40, "accesses per round");
    private static final Setting<Long> INITIAL =
            Setting.integer("initial", "", 1_000_000, 0, 1_000_000, "no key from this on is there in the beginning");
    private static final Setting<Long> CAPACITY =
            Setting.integer("capacity", "", 60, 1, 1_000_000, "declared capacity");

    private static final int KEYS = 0;

    @Override
    public String id() {
        return "churn";
    }

    @Override
    public String description() {
        return "every kind of access on few keys";
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(this);
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(RANGE, VALUE_BYTES, GROUP, ACCESSES, INITIAL, CAPACITY);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        return new Churn(
                settings.get(RANGE),
                settings.get(VALUE_BYTES),
                settings.get(ACCESSES),
                Math.min(settings.get(GROUP), settings.get(RANGE)),
                settings.get(INITIAL),
                settings.get(CAPACITY));
    }

    private record Churn(long keys, int valueBytes, int perRound, long group, long initial, long capacity)
            implements Workload, Population {
        @Override
        public List<TableSpec> tables() {
            return List.of(new TableSpec(KEYS, "keys", valueBytes, capacity, false));
        }

        @Override
        public Population population(int table) {
            return this;
        }

        @Override
        public long candidates() {
            return keys;
        }

        @Override
        public long key(long index) {
            return index;
        }

        @Override
        public boolean value(long key, byte[] value) {
            Bytes.putLong(value, 0, -1 - key);
            return key % 3 != 0 && key < initial;
        }

        @Override
        public List<TransactionLogic> transactions() {
            return List.of(new Logic());
        }

        @Override
        public Generator generator(int node, int thread, Placement placement) {
            return (random, into) -> {
                into.begin(0, new Logic());
                into.put(perRound);
                into.put(valueBytes);
                into.put(keys);
                into.put(random.nextLong());
                into.put(random.nextInt(3));
                into.put(group);
                into.put(random.nextLong(keys / group) * group);
            };
        }

        @Override
        public List<Invariant> invariants() {
            return List.of();
        }
    }

    /**
     * Input: accesses per round, bytes, keys, a random word, further rounds, keys to choose from, the first of them.
     */
    private static final class Logic implements TransactionLogic {
        @Override
        public String name() {
            return "churn";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            long rounds = 1 + transaction.input(4);
            if (round < rounds) {
                for (int i = 0; i < transaction.input(0); i++) {
                    declare(transaction, word(transaction, round * 64 + i));
                }
                return Decision.FETCH;
            }
            for (int i = 0; i < transaction.accesses(); i++) {
                write(transaction, i, word(transaction, 1000 + i));
            }
            return (word(transaction, 5000) & 15) == 0 ? Decision.ABORT : Decision.COMMIT;
        }

        private static void declare(LogicContext transaction, long word) {
            long key = transaction.input(6) + Long.remainderUnsigned(word >>> 8, transaction.input(5));
            for (int i = 0; i < transaction.accesses(); i++) {
                if (transaction.key(i) == key) {
                    return;
                }
            }
            switch ((int) (word & 7)) {
                case 0, 1 -> transaction.insert(KEYS, key);
                case 2 -> transaction.delete(KEYS, key);
                case 3, 4 -> transaction.update(KEYS, key);
                default -> transaction.read(KEYS, key);
            }
        }

        private static void write(LogicContext transaction, int access, long word) {
            switch (transaction.mode(access)) {
                case INSERT -> put(transaction, access, word, !transaction.found(access));
                case UPDATE -> put(transaction, access, word, transaction.found(access) && (word & 3) != 0);
                case DELETE -> {
                    if (transaction.found(access)) {
                        transaction.remove(access);
                    }
                }
                default -> {}
            }
        }

        private static void put(LogicContext transaction, int access, long word, boolean write) {
            if (write) {
                transaction.newValue(access, (int) transaction.input(1));
                transaction.putLong(access, 0, word);
            }
        }

        private static long word(LogicContext transaction, long salt) {
            long z = transaction.input(3) + salt * 0x9e3779b97f4a7c15L;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }
    }
}

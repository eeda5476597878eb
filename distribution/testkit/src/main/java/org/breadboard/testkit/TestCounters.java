// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;

/**
 * A plug-in with a workload for tests of protocols: one table of counters, which begin at 0 and have the keys from 0
 * on, and one transaction. A key is in the partition of its remainder. Subclasses say what a transaction is given
 * ({@link #generator}) and does ({@link #run}). Whatever it adds to counters it accounts ({@link #increment} does
 * both), and in the end the counters have grown by as much together.
 */
public abstract class TestCounters implements Plugin, WorkloadType, Workload, TransactionLogic {
    private final String id;
    private final int keys;

    /**
     * A workload of one table.
     *
     * @param id of the plug-in, the workload and the transaction
     * @param keys how many counters there are
     */
    protected TestCounters(String id, int keys) {
        this.id = id;
        this.keys = keys;
    }

    /** Adds one to the counter of an access that writes. */
    protected static void increment(LogicContext transaction, int access) {
        transaction.putLong(access, 0, transaction.getLong(access, 0) + 1);
        transaction.account(1);
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String name() {
        return id;
    }

    @Override
    public final String description() {
        return "counters for tests";
    }

    @Override
    public final List<WorkloadType> workloads() {
        return List.of(this);
    }

    @Override
    public final List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public final Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        return this;
    }

    @Override
    public final List<TableSpec> tables() {
        return List.of(new TableSpec(0, "counters", 16, keys, false));
    }

    @Override
    public final Population population(int table) {
        return new Population() {
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
                return key >= 0 && key < keys;
            }
        };
    }

    @Override
    public final int partition(int table, long key, int partitions) {
        return (int) (key % partitions);
    }

    @Override
    public final List<TransactionLogic> transactions() {
        return List.of(this);
    }

    @Override
    public final List<Invariant> invariants() {
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

    private static final class Sum implements Invariant.Changes {
        private long sum;

        @Override
        public void was(int table, long key, byte[] value) {
            sum -= Bytes.getLong(value, 0);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            sum += Bytes.getLong(value, 0);
        }

        @Override
        public String violation(long expected) {
            return sum == expected ? null : "the counters have grown by " + sum + " together, not by " + expected + ".";
        }
    }
}

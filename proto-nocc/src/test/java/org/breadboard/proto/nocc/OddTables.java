// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;

/** Blind writes of record 7 of the first table, whatever tables there are and whatever keys they have. */
final class OddTables implements Plugin, WorkloadType, Workload, TransactionLogic {
    private final List<TableSpec> tables;
    private final long[] keys;

    OddTables(List<TableSpec> tables, long... keys) {
        this.tables = tables;
        this.keys = keys;
    }

    @Override
    public String id() {
        return "odd";
    }

    @Override
    public String description() {
        return "odd tables";
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
        return tables;
    }

    @Override
    public Population population(int table) {
        return new Population() {
            @Override
            public long candidates() {
                return keys.length;
            }

            @Override
            public long key(long index) {
                return keys[(int) index];
            }

            @Override
            public boolean value(long key, byte[] value) {
                return Arrays.stream(keys).anyMatch(each -> each == key);
            }
        };
    }

    @Override
    public List<TransactionLogic> transactions() {
        return List.of(this);
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return (random, into) -> into.begin(0, this);
    }

    @Override
    public String name() {
        return "write";
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        transaction.putLong(transaction.overwrite(0, 7, 0, 16), 0, 1);
        return Decision.COMMIT;
    }

    @Override
    public List<Invariant> invariants() {
        return List.of();
    }
}

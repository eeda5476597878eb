// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/** TPC-C for one cluster, partitioned by warehouse. */
final class TpccWorkload implements Workload {
    private final Size size;
    private final RowLayout rows;
    private final TpccMix mix;
    private final int threadsPerNode;
    private final List<TableSpec> tables;

    /**
     * A database and what runs on it.
     *
     * @param rows what its rows look like
     * @param room how many orders, and how many payments, a district may get in a run
     * @param ordered whether the tables that are local to their coordinators are in the order of keys
     */
    TpccWorkload(Size size, RowLayout rows, TpccMix mix, int threadsPerNode, long room, boolean ordered) {
        this.size = size;
        this.rows = rows;
        this.mix = mix;
        this.threadsPerNode = threadsPerNode;
        List<TableSpec> specs = new ArrayList<>();
        for (int table = 0; table < Schema.NAMES.size(); table++) {
            long capacity = capacity(table, room);
            specs.add(new TableSpec(
                    table, Schema.NAMES.get(table), rows.rowBytes(table), capacity, ordered && isLocal(table)));
        }
        tables = List.copyOf(specs);
    }

    /** Warehouse, district and stock are read from everywhere, the others by coordinators on their node (Xenic 5.2). */
    static boolean isLocal(int table) {
        return table != Schema.WAREHOUSE && table != Schema.DISTRICT && table != Schema.STOCK;
    }

    /** What is there at first and what a run may add; of order lines, eight standard deviations above the mean. */
    private long capacity(int table, long room) {
        long added = size.districts() * room;
        return switch (table) {
            case Schema.HISTORY, Schema.NEW_ORDER, Schema.ORDER, Schema.ORDER_INDEX ->
                population(table).candidates() + added;
            case Schema.ORDER_LINE -> {
                // 5 to 15 lines, uniformly: mean 10, variance 10.
                long orders = population(Schema.ORDER).candidates() + added;
                yield 10 * orders + (long) StrictMath.ceil(8 * StrictMath.sqrt(10.0 * orders)) + Schema.MOST_LINES;
            }
            default -> population(table).candidates();
        };
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public Population population(int table) {
        return new Rows(table, size, rows);
    }

    @Override
    public boolean removes(int table) {
        return table == Schema.NEW_ORDER;
    }

    @Override
    public List<TransactionLogic> transactions() {
        return mix.types();
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        int mine = size.warehousesPerNode();
        long first = (long) mine * thread / threadsPerNode;
        long homes = Math.max(1, (long) mine * (thread + 1) / threadsPerNode - first);
        return new Terminal(size, mix, node, (long) node * mine + first, homes);
    }

    @Override
    public List<Invariant> invariants() {
        List<Invariant> invariants = new ArrayList<>(Consistency.all(size, rows));
        invariants.add(new OrderConsistency(size, rows));
        invariants.add(new CustomerConsistency(size, rows));
        invariants.add(new ChangesAccounted(rows));
        return invariants;
    }

    @Override
    public int partition(int table, long key, int partitions) {
        return size.partition(table, key, partitions);
    }

    Size size() {
        return size;
    }
}

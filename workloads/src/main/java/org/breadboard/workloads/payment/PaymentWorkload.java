// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.DenseRows;

/** Payments for one cluster. Districts are numbered over all warehouses, customers over all districts, from 0. */
final class PaymentWorkload implements Workload {
    /** TPC-C 2.5.1.3: from 1.00 to 5,000.00. */
    private static final int LEAST_CENTS = 100;

    private static final int MOST_CENTS = 500_000;

    private final int warehouses;
    private final int districts;
    private final int customers;
    private final int threadsPerNode;
    private final int rows;
    private final long[] records;
    private final List<TransactionLogic> transactions;

    /**
     * @param districts of a warehouse
     * @param customers of a district
     * @param rows of history for each thread, written in turn
     * @param roundNs CPU of a round of a payment
     */
    PaymentWorkload(
            int warehouses, int districts, int customers, int nodes, int threadsPerNode, int rows, double roundNs) {
        transactions = List.of(new PaymentTransaction(roundNs));
        this.warehouses = warehouses;
        this.districts = districts;
        this.customers = customers;
        this.threadsPerNode = threadsPerNode;
        this.rows = rows;
        records = new long[] {
            warehouses,
            (long) warehouses * districts,
            (long) warehouses * districts * customers,
            (long) nodes * threadsPerNode * rows
        };
    }

    long records(int table) {
        return records[table];
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(
                table(Columns.WAREHOUSE, "warehouse"),
                table(Columns.DISTRICT, "district"),
                table(Columns.CUSTOMER, "customer"),
                table(Columns.HISTORY, "history"));
    }

    private TableSpec table(int id, String name) {
        return new TableSpec(id, name, Columns.VALUE_BYTES, records[id], false);
    }

    @Override
    public Population population(int table) {
        return new DenseRows(records[table], (key, value) -> Columns.fill(table, key, value));
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return new Terminal((long) (node * threadsPerNode + thread) * rows);
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new BooksBalance(this));
    }

    /** The payments of one thread: each has a row of history to itself until all rows are used. */
    private final class Terminal implements Generator {
        private final long firstRow;
        private int next;

        Terminal(long firstRow) {
            this.firstRow = firstRow;
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            int warehouse = random.nextInt(warehouses);
            int district = warehouse * districts + random.nextInt(districts);
            into.begin(0, transactions.get(0));
            into.put(warehouse);
            into.put(district);
            into.put((long) district * customers + random.nextInt(customers));
            into.put(firstRow + next);
            into.put(LEAST_CENTS + random.nextInt(MOST_CENTS - LEAST_CENTS + 1));
            next = next + 1 == rows ? 0 : next + 1;
        }
    }
}

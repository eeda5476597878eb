// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.sql.SQLException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.smallbank.SmallBank;

/** A store in one process that holds SmallBank's records and runs its transactions, each serializably. Any thread. */
interface Bank extends AutoCloseable {
    /** Of which cluster it has the customers. */
    int NODES = 3;

    int THREADS_PER_NODE = 2;

    /** Whoever runs transactions on one thread. */
    interface Teller {
        /** Runs a transaction, again until no other one is in its way; answers whether it committed. */
        boolean run(Transaction transaction) throws SQLException;
    }

    /** A new one, for the thread that uses it. */
    Teller teller() throws SQLException;

    /** What all accounts hold, while nobody works. */
    long totalCents() throws SQLException;

    @Override
    void close() throws SQLException;

    /** The workload of {@code fasst-smallbank} on that cluster, with so many of its customers. */
    static Workload workload(double scale) {
        SmallBank type = new SmallBank();
        return type.create(Settings.defaultsOf(type.settings()), NODES, THREADS_PER_NODE, scale);
    }

    /** Whoever takes records one after another. */
    interface Records {
        void add(int table, long customer, long cents) throws SQLException;
    }

    /** Gives away all records that there are in the beginning. */
    static void fill(Workload workload, Records into) throws SQLException {
        for (TableSpec table : workload.tables()) {
            byte[] value = new byte[table.valueBytes()];
            for (long i = 0; i < workload.population(table.id()).candidates(); i++) {
                long customer = workload.population(table.id()).key(i);
                if (workload.population(table.id()).value(customer, value)) {
                    into.add(table.id(), customer, Bytes.getLong(value, 0));
                }
            }
        }
    }

    /** The accesses of a transaction in the order in which all transactions lock: of tables, then of customers. */
    static int order(Transaction transaction, int[] order) {
        int count = transaction.accesses();
        for (int access = 0; access < count; access++) {
            int at = access;
            for (; at > 0 && isBefore(transaction, access, order[at - 1]); at--) {
                order[at] = order[at - 1];
            }
            order[at] = access;
        }
        return count;
    }

    private static boolean isBefore(Transaction transaction, int one, int other) {
        int tables = Integer.compare(transaction.table(one), transaction.table(other));
        return tables < 0 || tables == 0 && transaction.key(one) < transaction.key(other);
    }
}

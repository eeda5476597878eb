// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;

/** A concurrent hash map a table, and a lock a record. A transaction locks all of its records first, in order. */
final class MapBank implements Bank {
    private static final int MOST_ACCESSES = 16;

    private final List<ConcurrentHashMap<Long, Account>> tables =
            List.of(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());

    private static final class Account extends ReentrantLock {
        private static final long serialVersionUID = 1;

        private long cents;

        Account(long cents) {
            this.cents = cents;
        }
    }

    MapBank(Workload workload) throws SQLException {
        Bank.fill(workload, (table, customer, cents) -> tables.get(table).put(customer, new Account(cents)));
    }

    @Override
    public Teller teller() {
        return new OrderedLocks();
    }

    @Override
    public long totalCents() {
        return tables.stream()
                .flatMap(table -> table.values().stream())
                .mapToLong(account -> account.cents)
                .sum();
    }

    @Override
    public void close() {}

    private final class OrderedLocks implements Teller {
        private final Account[] accounts = new Account[MOST_ACCESSES];
        private final int[] order = new int[MOST_ACCESSES];
        private final byte[] value = new byte[Long.BYTES];

        @Override
        public boolean run(Transaction transaction) {
            transaction.run(0);
            int count = Bank.order(transaction, order);
            for (int i = 0; i < count; i++) {
                int access = order[i];
                accounts[access] = tables.get(transaction.table(access)).get(transaction.key(access));
                accounts[access].lock();
            }
            try {
                return decide(transaction, count);
            } finally {
                for (int access = 0; access < count; access++) {
                    accounts[access].unlock();
                }
            }
        }

        private boolean decide(Transaction transaction, int count) {
            for (int access = 0; access < count; access++) {
                Bytes.putLong(value, 0, accounts[access].cents);
                transaction.fetched(access, 0, value, 0, value.length);
            }
            boolean commits = transaction.run(1) == Decision.COMMIT;
            for (int access = 0; commits && access < count; access++) {
                if (transaction.written(access)) {
                    accounts[access].cents = Bytes.getLong(transaction.values(), transaction.newAt(access));
                }
            }
            return commits;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;

/**
 * H2 in memory, at its strongest level. That is snapshots, which alone are not serializable; so each record is read
 * {@code FOR UPDATE}, in order. One connection and its prepared statements a teller.
 */
final class H2Bank implements Bank {
    private static final String URL = "jdbc:h2:mem:bank;LOCK_TIMEOUT=10000";
    private static final String[] TABLES = {"savings", "checking"};
    private static final int MOST_ACCESSES = 16;
    private static final int BATCH = 10_000;
    /** The class of SQL states of transactions that were rolled back because others were in the way. */
    private static final String ROLLED_BACK = "40";

    /** The database lives as long as this is open. */
    private final Connection connection = DriverManager.getConnection(URL);

    H2Bank(Workload workload) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute("CREATE TABLE " + table + "(customer BIGINT PRIMARY KEY, cents BIGINT NOT NULL)");
            }
        }
        connection.setAutoCommit(false);
        try (PreparedStatement savings = insert(TABLES[0]);
                PreparedStatement checking = insert(TABLES[1])) {
            long[] added = new long[1];
            Bank.fill(workload, (table, customer, cents) -> {
                PreparedStatement insert = table == 0 ? savings : checking;
                insert.setLong(1, customer);
                insert.setLong(2, cents);
                insert.addBatch();
                if (++added[0] % BATCH == 0) {
                    insert.executeBatch();
                    connection.commit();
                }
            });
            savings.executeBatch();
            checking.executeBatch();
            connection.commit();
        }
    }

    private PreparedStatement insert(String table) throws SQLException {
        return connection.prepareStatement("INSERT INTO " + table + " VALUES(?, ?)");
    }

    @Override
    public Teller teller() throws SQLException {
        return new Session(DriverManager.getConnection(URL));
    }

    @Override
    public long totalCents() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT (SELECT CAST(SUM(cents) AS BIGINT) FROM savings)"
                        + " + (SELECT CAST(SUM(cents) AS BIGINT) FROM checking)")) {
            result.next();
            long total = result.getLong(1);
            connection.commit();
            return total;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static final class Session implements Teller {
        private final Connection session;
        private final PreparedStatement[] reads = new PreparedStatement[TABLES.length];
        private final PreparedStatement[] writes = new PreparedStatement[TABLES.length];
        private final int[] order = new int[MOST_ACCESSES];
        private final byte[] value = new byte[Long.BYTES];

        Session(Connection session) throws SQLException {
            this.session = session;
            session.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            session.setAutoCommit(false);
            for (int table = 0; table < TABLES.length; table++) {
                reads[table] = session.prepareStatement(
                        "SELECT cents FROM " + TABLES[table] + " WHERE customer = ? FOR UPDATE");
                writes[table] =
                        session.prepareStatement("UPDATE " + TABLES[table] + " SET cents = ? WHERE customer = ?");
            }
        }

        @Override
        public boolean run(Transaction transaction) throws SQLException {
            while (true) {
                try {
                    return attempt(transaction);
                } catch (SQLException conflict) {
                    if (conflict.getSQLState() == null
                            || !conflict.getSQLState().startsWith(ROLLED_BACK)) {
                        throw conflict;
                    }
                    session.rollback();
                    transaction.reset();
                }
            }
        }

        private boolean attempt(Transaction transaction) throws SQLException {
            transaction.run(0);
            int count = Bank.order(transaction, order);
            for (int i = 0; i < count; i++) {
                read(transaction, order[i]);
            }
            boolean commits = transaction.run(1) == Decision.COMMIT;
            for (int access = 0; commits && access < count; access++) {
                if (transaction.written(access)) {
                    write(transaction, access);
                }
            }
            if (commits) {
                session.commit();
            } else {
                session.rollback();
            }
            return commits;
        }

        private void read(Transaction transaction, int access) throws SQLException {
            PreparedStatement read = reads[transaction.table(access)];
            read.setLong(1, transaction.key(access));
            try (ResultSet result = read.executeQuery()) {
                result.next();
                Bytes.putLong(value, 0, result.getLong(1));
                transaction.fetched(access, 0, value, 0, value.length);
            }
        }

        private void write(Transaction transaction, int access) throws SQLException {
            PreparedStatement write = writes[transaction.table(access)];
            write.setLong(1, Bytes.getLong(transaction.values(), transaction.newAt(access)));
            write.setLong(2, transaction.key(access));
            write.executeUpdate();
        }
    }
}

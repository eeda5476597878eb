package com.example.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/** A client's connection, which runs one transaction after another, each in a call that blocks. One thread at a time. */
final class Session {
    private static final byte[] NOTHING = {};

    private final Database database;
    private final Tables tables;
    private final Isolation isolation;
    private final BlockingCalls calls;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private Connection connection;

    /** It connects with its first transaction. */
    Session(Database database, Tables tables, Isolation isolation, BlockingCalls calls) {
        this.database = database;
        this.tables = tables;
        this.isolation = isolation;
        this.calls = calls;
    }

    /** Runs a transaction; why it did not commit, or null if it did. */
    AbortReason run(Transaction transaction) {
        try {
            if (connection == null) {
                open();
            }
            return attempt(transaction);
        } catch (SQLException e) {
            throw database.gone(e);
        }
    }

    private void open() throws SQLException {
        connection = database.connect("breadboard");
        connection.setTransactionIsolation(isolation.level());
        Connection opened = connection;
        calls.atEnd(() -> opened.abort(Runnable::run));
    }

    private AbortReason attempt(Transaction transaction) throws SQLException {
        AbortReason reason;
        try {
            reason = execute(transaction);
            if (reason == null) {
                List<Long> versions = new ArrayList<>();
                reason = write(transaction, versions);
                if (reason == null) {
                    connection.commit();
                    tell(transaction, versions);
                    return null;
                }
            }
        } catch (SQLException e) {
            reason = Database.retried(e);
            if (reason == null) {
                throw e;
            }
        }
        connection.rollback();
        return reason;
    }

    /** Runs the rounds of the logic, and fetches what each asks for. */
    private AbortReason execute(Transaction transaction) throws SQLException {
        int fetched = 0;
        for (int round = 0; ; round++) {
            Decision decision = transaction.run(round);
            if (decision == Decision.ABORT) {
                return AbortReason.APPLICATION;
            }
            // Rows of ranges are accesses, too, and are fetched with their range.
            int declared = transaction.accesses();
            for (; fetched < declared; fetched++) {
                fetch(transaction, fetched);
            }
            fetched = transaction.accesses();
            if (decision == Decision.COMMIT) {
                return null;
            }
        }
    }

    // Reading.

    private void fetch(Transaction transaction, int access) throws SQLException {
        if (transaction.mode(access).ranges()) {
            fetchRange(transaction, access);
            return;
        }
        PreparedStatement select = statement("SELECT version, v FROM %s WHERE k = ?", transaction.table(access));
        select.setLong(1, transaction.key(access));
        try (ResultSet row = select.executeQuery()) {
            boolean found = row.next();
            byte[] value = found ? row.getBytes(2) : null;
            long version = found ? row.getLong(1) : 0;
            if (value == null) {
                transaction.missing(access, version);
            } else {
                transaction.fetched(access, version, value, 0, value.length);
            }
        }
    }

    private void fetchRange(Transaction transaction, int range) throws SQLException {
        String order = transaction.mode(range) == AccessMode.MAX ? " ORDER BY k DESC" : " ORDER BY k";
        PreparedStatement select = statement(
                "SELECT version, v, k FROM %s WHERE k BETWEEN ? AND ? AND v IS NOT NULL" + order + " LIMIT ?",
                transaction.table(range));
        select.setLong(1, transaction.key(range));
        select.setLong(2, transaction.highKey(range));
        select.setInt(3, transaction.limit(range));
        boolean any = false;
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                if (!any) {
                    any = true;
                    transaction.fetched(range, 0, NOTHING, 0, 0);
                }
                byte[] value = rows.getBytes(2);
                int access = transaction.row(range, rows.getLong(3));
                transaction.fetched(access, rows.getLong(1), value, 0, value.length);
            }
        }
        if (!any) {
            transaction.missing(range, 0);
        }
    }

    // Writing.

    /**
     * Writes the last value of each record that the logic wrote, in the order of tables and keys, so that few wait for
     * each other in a circle.
     *
     * @param versions gets that of each, in this order
     * @return why a statement found another state than its transaction has read; null if none did
     */
    private AbortReason write(Transaction transaction, List<Long> versions) throws SQLException {
        for (int access : writes(transaction)) {
            try (ResultSet row = written(transaction, access).executeQuery()) {
                if (!row.next()) {
                    return AbortReason.VALIDATION;
                }
                versions.add(row.getLong(1));
            }
        }
        return null;
    }

    private static List<Integer> writes(Transaction transaction) {
        List<Integer> writes = new ArrayList<>();
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.isLastWrite(access)) {
                writes.add(access);
            }
        }
        writes.sort((one, other) -> {
            int tables = Integer.compare(transaction.table(one), transaction.table(other));
            return tables != 0 ? tables : Long.compare(transaction.key(one), transaction.key(other));
        });
        return writes;
    }

    private PreparedStatement written(Transaction transaction, int access) throws SQLException {
        int table = transaction.table(access);
        PreparedStatement statement;
        if (transaction.mode(access) == AccessMode.DELETE) {
            statement = statement(
                    "UPDATE %s SET v = NULL, version = version + 1 WHERE k = ? AND v IS NOT NULL RETURNING version",
                    table);
            statement.setLong(1, transaction.key(access));
            return statement;
        }
        byte[] value = new byte[transaction.newBytes(access)];
        System.arraycopy(transaction.values(), transaction.newAt(access), value, 0, value.length);
        if (transaction.found(access)) {
            statement = statement(
                    "UPDATE %s SET v = ?, version = version + 1 WHERE k = ? AND v IS NOT NULL RETURNING version",
                    table);
            statement.setBytes(1, value);
            statement.setLong(2, transaction.key(access));
        } else {
            statement = statement(
                    "INSERT INTO %s AS t (k, version, v) VALUES (?, 1, ?) ON CONFLICT (k) DO UPDATE"
                            + " SET v = excluded.v, version = t.version + 1 WHERE t.v IS NULL RETURNING version",
                    table);
            statement.setLong(1, transaction.key(access));
            statement.setBytes(2, value);
        }
        return statement;
    }

    /** Says of each write which version it got; of those of one record, all got that of the last. */
    private static void tell(Transaction transaction, List<Long> versions) {
        List<Integer> last = writes(transaction);
        for (int access = 0; access < transaction.accesses(); access++) {
            for (int i = 0; transaction.written(access) && i < last.size(); i++) {
                int write = last.get(i);
                if (transaction.key(write) == transaction.key(access)
                        && transaction.table(write) == transaction.table(access)) {
                    transaction.installed(access, versions.get(i));
                }
            }
        }
    }

    private PreparedStatement statement(String sql, int table) throws SQLException {
        String whole = String.format(sql, tables.name(table));
        PreparedStatement known = statements.get(whole);
        if (known == null) {
            known = connection.prepareStatement(whole);
            statements.put(whole, known);
        }
        return known;
    }
}

package com.example.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;

/**
 * The tables of one run, in a schema of their own. A row is a key, a version and a value; a record that was removed is a
 * row without a value, so that its version goes on if it comes back. A key that has no row never had a record, and has
 * version 0.
 *
 * <p>The schema lives at least as long as the connection that has its name. The next run drops those whose connection
 * has gone; until then they are there to be looked at. One thread at a time.
 */
final class Tables {
    private static final String PREFIX = "breadboard_run_";
    private static final int BATCH = 1000;

    private final Connection connection;
    private final String schema;
    private final ProtocolContext context;

    /** Creates the tables and fills them with what the workload begins with. */
    Tables(Database database, ProtocolContext context) throws SQLException {
        this.context = context;
        schema = PREFIX + UUID.randomUUID().toString().replace("-", "");
        connection = database.connect(schema);
        try (Statement statement = connection.createStatement()) {
            dropOthers(statement);
            statement.execute("CREATE SCHEMA " + schema);
            for (TableSpec table : context.tables()) {
                statement.execute("CREATE TABLE " + name(table.id())
                        + " (k bigint PRIMARY KEY, version bigint NOT NULL, v bytea)");
                statement.execute("ALTER TABLE " + name(table.id()) + " ALTER COLUMN v SET STORAGE EXTERNAL");
                fill(table);
                statement.execute("ANALYZE " + name(table.id()));
            }
            connection.commit();
        }
    }

    /** Drops schemas of runs of this user that are over. */
    private void dropOthers(Statement statement) throws SQLException {
        List<String> over = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT nspname FROM pg_namespace WHERE nspname LIKE '"
                + PREFIX.replace("_", "\\_") + "%' AND nspowner = (SELECT oid FROM pg_roles WHERE rolname ="
                + " current_user) AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = nspname)")) {
            while (rows.next()) {
                over.add(rows.getString(1));
            }
        }
        for (String each : over) {
            statement.execute("DROP SCHEMA IF EXISTS " + each + " CASCADE");
        }
        connection.commit();
    }

    private void fill(TableSpec table) throws SQLException {
        Population population = context.population(table.id());
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + name(table.id()) + " (k, version, v) VALUES (?, 0, ?)")) {
            int pending = 0;
            for (long index = 0; index < population.candidates(); index++) {
                long key = population.key(index);
                byte[] value = new byte[table.valueBytes()];
                if (!population.value(key, value)) {
                    continue;
                }
                insert.setLong(1, key);
                insert.setBytes(2, value);
                insert.addBatch();
                if (++pending == BATCH) {
                    insert.executeBatch();
                    pending = 0;
                }
            }
            insert.executeBatch();
        }
    }

    /** A table of the workload, as SQL names it. */
    String name(int table) {
        return schema + ".t" + table;
    }

    /** How many connections the server has for users. */
    int mostConnections() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('max_connections')::int"
                        + " - current_setting('superuser_reserved_connections')::int")) {
            row.next();
            int most = row.getInt(1);
            connection.commit();
            return most;
        }
    }

    /** The server's version, such as {@code 15.14}. */
    String serverVersion() throws SQLException {
        return connection.getMetaData().getDatabaseProductVersion();
    }

    /** Visits all records of a partition. */
    void visit(int partition, RecordVisitor visitor) throws SQLException {
        for (TableSpec table : context.tables()) {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(BATCH);
                try (ResultSet rows = statement.executeQuery(
                        "SELECT k, version, v FROM " + name(table.id()) + " WHERE v IS NOT NULL")) {
                    while (rows.next()) {
                        long key = rows.getLong(1);
                        if (context.placement().partition(table.id(), key) == partition) {
                            byte[] value = rows.getBytes(3);
                            visitor.record(table.id(), key, rows.getLong(2), value, value.length);
                        }
                    }
                }
            }
            connection.commit();
        }
    }
}

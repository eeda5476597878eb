package com.example.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.breadboard.api.RefusedException;
import org.breadboard.api.UnavailableException;
import org.breadboard.api.observe.AbortReason;

/** The database that a mix names: how to connect to it, and what its errors mean. Immutable; any thread. */
final class Database {
    // The classes and conditions of SQLSTATE that are told apart (PostgreSQL, appendix A).
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK_DETECTED = "40P01";

    private static final int CONNECT_SECONDS = 5;
    private static final int SILENT_SECONDS = 60;

    private final String url;
    private final String user;

    /**
     * As settings say.
     *
     * @throws RefusedException if they do not say enough
     */
    Database(String url, String user) {
        this.url = url;
        this.user = user;
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new RefusedException("The protocol 'postgres' needs a database, and protocol.url is "
                    + (url.isEmpty() ? "not set" : "'" + url + "'")
                    + "; say --set protocol.url=jdbc:postgresql://HOST:PORT/DATABASE.");
        }
        if (user.isEmpty()) {
            throw new RefusedException("The protocol 'postgres' does not know whom to connect to " + url
                    + " as; say --set protocol.user=NAME.");
        }
    }

    String url() {
        return url;
    }

    /** A connection whose statements belong to transactions. {@code name} is what the server's lists call it. */
    Connection connect(String name) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("ApplicationName", name);
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
        properties.setProperty("loginTimeout", Integer.toString(CONNECT_SECONDS));
        properties.setProperty("socketTimeout", Integer.toString(SILENT_SECONDS));
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("prepareThreshold", "1");
        Connection connection = new org.postgresql.Driver().connect(url, properties);
        if (connection == null) {
            throw new SQLException("its driver does not know such an address");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    /** Refuses a mix whose database cannot be worked with. */
    RefusedException refused(SQLException e) {
        return new RefusedException("The database " + url + " cannot be used: " + said(e)
                + "; see that it runs, and that protocol.url and protocol.user are right.");
    }

    /** Ends a run whose database has gone, or has refused what it must not. */
    UnavailableException gone(SQLException e) {
        return new UnavailableException("The database " + url + " failed during the run: " + said(e) + ".", e);
    }

    /** Why a statement's transaction has to be tried again; null if it failed for another reason. */
    static AbortReason retried(SQLException e) {
        if (SERIALIZATION_FAILURE.equals(e.getSQLState())) {
            return AbortReason.VALIDATION;
        }
        return DEADLOCK_DETECTED.equals(e.getSQLState()) ? AbortReason.LOCKED : null;
    }

    /** The first sentence of what the database or the driver said, without its full stop. */
    private static String said(SQLException e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
        String sentence = line.split("\\. ", 2)[0];
        return (sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence)
                + (e.getSQLState() == null ? "" : " (SQLSTATE " + e.getSQLState() + ")");
    }
}

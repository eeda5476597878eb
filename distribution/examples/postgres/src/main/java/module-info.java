/** Transactions in a PostgreSQL, a plug-in for Breadboard. */
module com.example.postgres {
    requires java.sql;
    requires org.breadboard.api;
    requires static biz.aQute.bnd.annotation;
    // Its classes are in this module's jar.
    requires static org.postgresql.jdbc;

    provides org.breadboard.api.Plugin with
            com.example.postgres.PostgresPlugin;
}

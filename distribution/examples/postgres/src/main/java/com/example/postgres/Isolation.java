package com.example.postgres;

import java.sql.Connection;

/** The isolation levels of PostgreSQL (its manual, chapter 13.2), and what each is documented to be. */
enum Isolation {
    /** Some serial order explains what committed: serializable snapshot isolation. */
    SERIALIZABLE("SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE, "serializable"),
    /** A transaction reads one snapshot, and of two that write a row the second is turned back. */
    REPEATABLE_READ("REPEATABLE READ", Connection.TRANSACTION_REPEATABLE_READ, "snapshot-isolation"),
    /** Each statement reads what was committed when it began. */
    READ_COMMITTED("READ COMMITTED", Connection.TRANSACTION_READ_COMMITTED, "read-committed");

    private final String words;
    private final int level;
    private final String promise;

    Isolation(String words, int level, String promise) {
        this.words = words;
        this.level = level;
        this.promise = promise;
    }

    /** As SQL calls it. */
    String words() {
        return words;
    }

    /** As JDBC numbers it. */
    int level() {
        return level;
    }

    /** The word for {@code promise} in a mix that it should be held to. */
    String promise() {
        return promise;
    }
}

package org.breadboard.proto.xenic.txn;

/**
 * What one node has learned of types of transactions, from those that it ran itself and from what it was answered; it begins with
 * nothing. The host's threads share their part in the host's memory, the NIC's cores theirs in the NIC's. A thread that sees a
 * word late only learns the same once more.
 */
final class TypesSeen {
    // The host's.
    private final boolean[] onHost;
    private final boolean[] locksFirst;
    private final long[] inserts;
    // The NIC's.
    private final boolean[] severalRounds;

    TypesSeen(int types) {
        onHost = new boolean[types];
        locksFirst = new boolean[types];
        inserts = new long[types];
        severalRounds = new boolean[types];
    }

    /** The NIC has answered that a transaction of a type needs what only its host has. */
    void keepOnHost(int type) {
        onHost[type] = true;
    }

    boolean staysOnHost(int type) {
        return onHost[type];
    }

    /** Transactions of a type turned out to write hashed records and to use ordered ones: the NIC locks the former first. */
    void locksFirst(int type) {
        locksFirst[type] = true;
    }

    boolean isLockedFirst(int type) {
        return locksFirst[type];
    }

    /** Transactions of a type that executed here inserted into these ordered tables, as bits. */
    void inserts(int type, long tables) {
        inserts[type] |= tables;
    }

    /** The ordered tables into which transactions of a type have inserted, as bits. */
    long inserts(int type) {
        return inserts[type];
    }

    /** A remote NIC has answered that a transaction of a type needs more than one round. */
    void takesRounds(int type) {
        severalRounds[type] = true;
    }

    /** Whether all of a type needed one round only, so far. */
    boolean isOneRound(int type) {
        return !severalRounds[type];
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

/**
 * What the threads of one host have learned of types of transactions, from those that they ran themselves and from what
 * they were answered; in the host's memory. A thread that sees a word late only learns the same once more.
 */
public final class TypesSeen {
    private final boolean[] onHost;
    private final boolean[] locksFirst;
    private final long[] inserts;

    /** Nothing is known of so many types. */
    public TypesSeen(int types) {
        onHost = new boolean[types];
        locksFirst = new boolean[types];
        inserts = new long[types];
    }

    /** The NIC has answered that a transaction of a type needs what only its host has. */
    void keepOnHost(int type) {
        onHost[type] = true;
    }

    boolean staysOnHost(int type) {
        return onHost[type];
    }

    /**
     * Transactions of a type turned out to write hashed records and to use ordered ones: the NIC locks the former
     * first.
     */
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
}

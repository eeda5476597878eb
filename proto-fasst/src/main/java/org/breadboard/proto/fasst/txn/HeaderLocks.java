package org.breadboard.proto.fasst.txn;

import java.util.Arrays;

/**
 * The headers that a transaction locks. Keys that share a bucket share its header, so each header is locked once, with
 * the first key under it, and unlocked once, with the last write under it; what the transaction does under its own lock
 * does not meet itself.
 */
final class HeaderLocks {
    static final int NONE = -1;

    // A lock is three words, next to one another: the header's address, the version that was locked, and the rest.
    private static final int STRIDE = 3;
    private static final int VERSION = 1;
    private static final int REST = 2;

    private static final int PARTITION_SHIFT = 8;
    private static final int LEADER_SHIFT = 24;
    private static final int INSERTS_SHIFT = 40;
    private static final long WHERE_MASK = (1L << LEADER_SHIFT) - 1;
    private static final int SHORT = 0xffff;
    private static final long ONE_INSERT = 1L << INSERTS_SHIFT;
    private static final long HELD = 1L << 63;

    private int count;
    private long[] words = new long[4 * STRIDE];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    int find(int table, int partition, long header) {
        long where = where(table, partition);
        for (int i = 0, at = 0; i < count; i++, at += STRIDE) {
            if (words[at] == header && (words[at + REST] & WHERE_MASK) == where) {
                return i;
            }
        }
        return NONE;
    }

    int add(int table, int partition, long header, int access) {
        int at = count * STRIDE;
        if (at == words.length) {
            words = Arrays.copyOf(words, at * 2);
        }
        words[at] = header;
        words[at + VERSION] = 0;
        words[at + REST] = where(table, partition) | (long) access << LEADER_SHIFT;
        return count++;
    }

    private static long where(int table, int partition) {
        return table | (long) partition << PARTITION_SHIFT;
    }

    /** One more record may be inserted under the header; returns how many that makes. */
    int reserve(int lock) {
        words[lock * STRIDE + REST] += ONE_INSERT;
        return (int) (words[lock * STRIDE + REST] >>> INSERTS_SHIFT) & SHORT;
    }

    /** The access that asks for the lock. */
    int leader(int lock) {
        return (int) (words[lock * STRIDE + REST] >>> LEADER_SHIFT) & SHORT;
    }

    void acquired(int lock, long atVersion) {
        words[lock * STRIDE + VERSION] = atVersion;
        words[lock * STRIDE + REST] |= HELD;
    }

    boolean isHeld(int lock) {
        return (words[lock * STRIDE + REST] & HELD) != 0;
    }

    /** The version that was locked. */
    long version(int lock) {
        return words[lock * STRIDE + VERSION];
    }
}

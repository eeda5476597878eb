package org.breadboard.proto.fasst.txn;

import java.util.Arrays;

/**
 * The headers that a transaction locks. Keys that share a bucket share its header, so each header is locked once, with the
 * first key under it, and unlocked once, with the last write under it; what the transaction does under its own lock does not
 * meet itself.
 */
final class HeaderLocks {
    static final int NONE = -1;

    private int count;
    private int[] table = new int[16];
    private int[] partition = new int[16];
    private long[] header = new long[16];
    private int[] leader = new int[16];
    private int[] inserts = new int[16];
    private long[] version = new long[16];
    private boolean[] held = new boolean[16];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    int find(int ofTable, int ofPartition, long ofHeader) {
        for (int i = 0; i < count; i++) {
            if (header[i] == ofHeader && table[i] == ofTable && partition[i] == ofPartition) {
                return i;
            }
        }
        return NONE;
    }

    int add(int ofTable, int ofPartition, long ofHeader, int access) {
        if (count == table.length) {
            grow();
        }
        int i = count++;
        table[i] = ofTable;
        partition[i] = ofPartition;
        header[i] = ofHeader;
        leader[i] = access;
        inserts[i] = 0;
        held[i] = false;
        return i;
    }

    /** One more record may be inserted under the header; returns how many that makes. */
    int reserve(int lock) {
        return ++inserts[lock];
    }

    /** The access that asks for the lock. */
    int leader(int lock) {
        return leader[lock];
    }

    void acquired(int lock, long atVersion) {
        held[lock] = true;
        version[lock] = atVersion;
    }

    boolean isHeld(int lock) {
        return held[lock];
    }

    /** The version that was locked. */
    long version(int lock) {
        return version[lock];
    }

    private void grow() {
        int size = count * 2;
        table = Arrays.copyOf(table, size);
        partition = Arrays.copyOf(partition, size);
        header = Arrays.copyOf(header, size);
        leader = Arrays.copyOf(leader, size);
        inserts = Arrays.copyOf(inserts, size);
        version = Arrays.copyOf(version, size);
        held = Arrays.copyOf(held, size);
    }
}

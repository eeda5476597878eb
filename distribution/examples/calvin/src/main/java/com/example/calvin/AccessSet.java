package com.example.calvin;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;

/** The accesses of an attempt in the order in which its logic declares them, each 16 B: its key, and its place. */
final class AccessSet {
    static final int ENTRY_BYTES = 2 * Long.BYTES;

    private static final int PARTITION_SHIFT = 16;
    private static final long EXCLUSIVE = 1L << 48;

    private byte[] bytes = {};
    private int lengthBytes;

    // A place: table, partition, and whether the record may be written.

    static int table(long place) {
        return (int) place & 0xffff;
    }

    static int partition(long place) {
        return (int) (place >>> PARTITION_SHIFT);
    }

    static boolean isExclusive(long place) {
        return (place & EXCLUSIVE) != 0;
    }

    /** Whether table and partition are. */
    static boolean isSame(long place, long other) {
        return ((place ^ other) & ~EXCLUSIVE) == 0;
    }

    // The set.

    void clear() {
        lengthBytes = 0;
    }

    /** Becomes what is declared so far. */
    void become(Transaction transaction, Placement placement) {
        lengthBytes = transaction.accesses() * ENTRY_BYTES;
        if (lengthBytes > bytes.length) {
            bytes = new byte[2 * lengthBytes];
        }
        for (int access = 0; access < transaction.accesses(); access++) {
            int table = transaction.table(access);
            long key = transaction.key(access);
            long place = table | (long) placement.partition(table, key) << PARTITION_SHIFT;
            Bytes.putLong(bytes, access * ENTRY_BYTES, key);
            Bytes.putLong(
                    bytes,
                    access * ENTRY_BYTES + Long.BYTES,
                    transaction.mode(access).writes() ? place | EXCLUSIVE : place);
        }
    }

    boolean beginsWith(AccessSet other) {
        return lengthBytes >= other.lengthBytes
                && Arrays.equals(bytes, 0, other.lengthBytes, other.bytes, 0, other.lengthBytes);
    }

    byte[] bytes() {
        return bytes;
    }

    int lengthBytes() {
        return lengthBytes;
    }

    long place(int access) {
        return Bytes.getLong(bytes, access * ENTRY_BYTES + Long.BYTES);
    }
}

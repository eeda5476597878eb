package org.breadboard.proto.fasst.txn;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Transaction;

/**
 * A request to a table: 24 B, and the value if it is a put (FaSST's public source). One owner uses it again and again.
 */
final class TableRequest {
    /** Reads a record whose header nobody has locked. */
    static final int READ = 1;
    /** Locks the header and reads the record. */
    static final int LOCK = 2;
    /** Reads a record whose header the caller has locked. */
    static final int READ_OWN = 3;
    /** Reads the header's version, if nobody has locked it. */
    static final int CHECK = 4;
    /** Unlocks the header; its version stays. */
    static final int UNLOCK = 5;
    /** Writes the record, or inserts it. */
    static final int PUT = 6;
    /** Deletes the record. */
    static final int DELETE = 7;
    /** No operation of a table: a commit record, to a log replica. */
    static final int LOG = 8;

    /** The last write of a transaction under the header: install the version and unlock. */
    static final int LAST = 1;
    /** To a backup, where nothing is locked: install the version. */
    static final int BACKUP = 2;

    /** Bytes without a value. */
    static final int FIXED_BYTES = 24;

    /** In the place of a version: there is none to compare. */
    static final long ANY_VERSION = -1;

    int op;
    int flags;
    int partition;
    /** How many records the transaction may come to insert under the header, for a read or lock. */
    int reserve;

    long key;
    /**
     * The version to install; in a check, and in a read or lock of a header that was read before, the version that was
     * read, by which a switch can tell that it is stale; in other reads and locks {@link #ANY_VERSION}. In network byte
     * order, for switches.
     */
    long version;

    byte[] value;
    int valueAt;
    int valueBytes;

    /** Whether its answer is a record. */
    static boolean fetches(int op) {
        return op <= READ_OWN;
    }

    /** Whether it comes to nothing if its header has another version than the transaction has read. */
    private static boolean asks(int op) {
        return op == READ || op == LOCK || op == CHECK;
    }

    /** Makes it one item of a phase. */
    void fill(Transaction transaction, Footprint footprint, WorkList work, int item) {
        int access = work.access(item);
        op = work.op(item);
        flags = work.flags(item);
        reserve = work.reserve(item);
        partition = footprint.partition(access);
        key = transaction.key(access);
        version = asks(op) ? footprint.versionRead(transaction, access) : transaction.installedVersion(access);
        value = transaction.values();
        valueAt = transaction.newAt(access);
        valueBytes = transaction.newBytes(access);
    }

    int lengthBytes() {
        return op == PUT ? FIXED_BYTES + valueBytes : FIXED_BYTES;
    }

    void encode(byte[] bytes, int at) {
        Bytes.putLong(bytes, at, op | flags << 8 | (long) partition << 16 | (long) reserve << 32);
        Bytes.putLong(bytes, at + 8, key);
        Bytes.putLong(bytes, at + 16, Long.reverseBytes(version));
        if (op == PUT) {
            System.arraycopy(value, valueAt, bytes, at + FIXED_BYTES, valueBytes);
        }
    }

    void decode(byte[] bytes, int at, int lengthBytes) {
        long first = Bytes.getLong(bytes, at);
        op = (int) first & 255;
        flags = (int) (first >>> 8) & 255;
        partition = (int) (first >>> 16) & 0xffff;
        reserve = (int) (first >>> 32);
        key = Bytes.getLong(bytes, at + 8);
        version = Long.reverseBytes(Bytes.getLong(bytes, at + 16));
        value = bytes;
        valueAt = at + FIXED_BYTES;
        valueBytes = lengthBytes - FIXED_BYTES;
    }
}

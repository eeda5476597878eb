// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import org.breadboard.api.memory.Bytes;

/**
 * A request to a table: 24 B, and the value if it is a put (FaSST's public source). One owner uses it again and again.
 */
public final class TableRequest {
    /** Reads a record whose header nobody has locked. */
    public static final int READ = 1;
    /** Locks the header and reads the record. */
    public static final int LOCK = 2;
    /** Reads a record whose header the caller has locked. */
    public static final int READ_OWN = 3;
    /** Reads the header's version, if nobody has locked it. */
    public static final int CHECK = 4;
    /** Unlocks the header; its version stays. */
    public static final int UNLOCK = 5;
    /** Writes the record, or inserts it. */
    public static final int PUT = 6;
    /** Deletes the record. */
    public static final int DELETE = 7;
    /** No operation of a table: a commit record, to a log replica. */
    public static final int LOG = 8;
    /** Nor these: rows of a range over the keys of all partitions, and whether they are still the same. */
    public static final int RANGE = 9;

    public static final int CHECK_RANGE = 10;

    /** The last write of a transaction under the header: install the version and unlock. */
    public static final int LAST = 1;
    /** To a backup, where nothing is locked. */
    public static final int BACKUP = 2;

    /** Bytes without a value. */
    public static final int FIXED_BYTES = 24;

    /** In the place of a version: there is none to compare. */
    public static final long ANY_VERSION = -1;

    /** What is asked for. */
    public int op;

    /** {@link #LAST}, {@link #BACKUP}, both or none. */
    public int flags;

    /** The partition of the record. */
    public int partition;

    /** How many records the transaction may come to insert under the header, for a read or lock. */
    public int reserve;

    /** The record's key. */
    public long key;

    /**
     * The version to install; in a check, and in a read or lock of a header that was read before, the version that was
     * read, by which a switch can tell that it is stale; in other reads and locks {@link #ANY_VERSION}. In network byte
     * order, for switches.
     */
    public long version;

    /** What holds the value that is written. */
    public byte[] value;

    /** Where it begins. */
    public int valueAt;

    /** How long it is. */
    public int valueBytes;

    /** Of who serves it: the header word that the request began with. */
    long word;

    /** Whether its answer is a record. */
    public static boolean fetches(int op) {
        return op <= READ_OWN;
    }

    /** Whether it comes to nothing if its header has another version than the transaction has read. */
    public static boolean asks(int op) {
        return op == READ || op == LOCK || op == CHECK;
    }

    /** Whether it goes to a backup. */
    public boolean isBackup() {
        return (flags & BACKUP) != 0;
    }

    /** Whether it is the last write of its transaction under its header. */
    public boolean isLast() {
        return (flags & LAST) != 0;
    }

    /** How long it is, encoded. */
    public int lengthBytes() {
        return op == PUT ? FIXED_BYTES + valueBytes : FIXED_BYTES;
    }

    /** Writes it. */
    public void encode(byte[] bytes, int at) {
        Bytes.putLong(bytes, at, op | flags << 8 | (long) partition << 16 | (long) reserve << 32);
        Bytes.putLong(bytes, at + 8, key);
        Bytes.putLong(bytes, at + 16, Long.reverseBytes(version));
        if (op == PUT) {
            System.arraycopy(value, valueAt, bytes, at + FIXED_BYTES, valueBytes);
        }
    }

    /** Reads it; its value stays where it is. */
    public void decode(byte[] bytes, int at, int lengthBytes) {
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

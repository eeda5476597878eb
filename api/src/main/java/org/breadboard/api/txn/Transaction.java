package org.breadboard.api.txn;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;

/**
 * One transaction on its way: its input, the accesses that its logic declared, what was fetched for them and what it writes.
 * It is data, made to be reused by one context for transaction after transaction without allocation; one thread at a time.
 *
 * <p>Three parties use it. The <em>workload</em> sets type and input ({@link #begin}). The <em>logic</em> declares accesses,
 * reads values and writes new ones. The <em>protocol</em> walks the accesses by index, answers each with {@link #fetched} or
 * {@link #missing}, and after a commit says with {@link #installed} which version each write got: the run's history is taken
 * from there. An access's index is the order of its declaration.
 */
public final class Transaction {
    private static final int FIRST_ACCESSES = 16;
    private static final int FIRST_VALUE_BYTES = 1024;

    private TransactionLogic logic;
    private int type;
    private final byte[] input = new byte[256];
    private int inputBytes;
    private long account;

    private int count;
    private AccessMode[] mode = new AccessMode[FIRST_ACCESSES];
    private int[] table = new int[FIRST_ACCESSES];
    private long[] key = new long[FIRST_ACCESSES];
    private long[] highKey = new long[FIRST_ACCESSES];
    private int[] limit = new int[FIRST_ACCESSES];
    private int[] rangeOf = new int[FIRST_ACCESSES];
    private boolean[] found = new boolean[FIRST_ACCESSES];
    private boolean[] answered = new boolean[FIRST_ACCESSES];
    private boolean[] written = new boolean[FIRST_ACCESSES];
    private long[] readVersion = new long[FIRST_ACCESSES];
    private long[] newVersion = new long[FIRST_ACCESSES];
    private int[] readAt = new int[FIRST_ACCESSES];
    private int[] readBytes = new int[FIRST_ACCESSES];
    private int[] newAt = new int[FIRST_ACCESSES];
    private int[] newBytes = new int[FIRST_ACCESSES];
    private byte[] values = new byte[FIRST_VALUE_BYTES];
    private int valuesEnd;

    /** An empty transaction. */
    public Transaction() {}

    // The workload's side.

    /** Begins another transaction: forgets the last one and sets what to run. */
    public void begin(int type, TransactionLogic logic) {
        this.type = type;
        this.logic = logic;
        inputBytes = 0;
        reset();
    }

    /** Adds a number to the input and returns its index in bytes. */
    public int putInput(long value) {
        int at = inputBytes;
        Bytes.putLong(input, at, value);
        inputBytes += Long.BYTES;
        return at;
    }

    // The logic's side.

    /** The {@code index}-th number of the input. */
    public long input(int index) {
        return Bytes.getLong(input, index * Long.BYTES);
    }

    /** Declares that a record is read. Returns the access's index. */
    public int read(int table, long key) {
        return declare(AccessMode.READ, table, key, key, 1);
    }

    /** Declares that a record is read and perhaps written. */
    public int update(int table, long key) {
        return declare(AccessMode.UPDATE, table, key, key, 1);
    }

    /** Declares that a record is created. */
    public int insert(int table, long key) {
        return declare(AccessMode.INSERT, table, key, key, 1);
    }

    /** Declares that a record is removed. */
    public int delete(int table, long key) {
        return declare(AccessMode.DELETE, table, key, key, 1);
    }

    /** Declares that the record with the smallest key from {@code low} to {@code high}, both included, is read. */
    public int min(int table, long low, long high) {
        return declare(AccessMode.MIN, table, low, high, 1);
    }

    /** Declares that the record with the largest key from {@code low} to {@code high}, both included, is read. */
    public int max(int table, long low, long high) {
        return declare(AccessMode.MAX, table, low, high, 1);
    }

    /** Declares that up to {@code limit} records from {@code low} to {@code high}, both included, are read in order. */
    public int range(int table, long low, long high, int limit) {
        return declare(AccessMode.RANGE, table, low, high, limit);
    }

    /** Whether the record of an access exists. For ranges: whether any record was found. */
    public boolean found(int access) {
        return found[checked(access)];
    }

    /** The 64-bit number at {@code offset} of what was read, or of the new value once something was put. */
    public long getLong(int access, int offset) {
        return Bytes.getLong(values, at(access, offset, Long.BYTES));
    }

    /** The 32-bit number at {@code offset}. */
    public int getInt(int access, int offset) {
        return Bytes.getInt(values, at(access, offset, Integer.BYTES));
    }

    /** The byte at {@code offset}. */
    public byte getByte(int access, int offset) {
        return values[at(access, offset, 1)];
    }

    /** Puts a 64-bit number into the new value. */
    public void putLong(int access, int offset, long value) {
        Bytes.putLong(values, writableAt(access, offset, Long.BYTES), value);
    }

    /** Puts a 32-bit number into the new value. */
    public void putInt(int access, int offset, int value) {
        Bytes.putInt(values, writableAt(access, offset, Integer.BYTES), value);
    }

    /** Puts a byte into the new value. */
    public void putByte(int access, int offset, int value) {
        values[writableAt(access, offset, 1)] = (byte) value;
    }

    /** Makes the new value of an insert, or of an update that changes its size: {@code sizeBytes} zeros. */
    public void newValue(int access, int sizeBytes) {
        checked(access);
        newAt[access] = room(sizeBytes);
        newBytes[access] = sizeBytes;
        Arrays.fill(values, newAt[access], newAt[access] + sizeBytes, (byte) 0);
        written[access] = true;
    }

    /** Confirms a delete: without it, an access of that mode only reads. */
    public void remove(int access) {
        if (mode[checked(access)] != AccessMode.DELETE) {
            throw new IllegalStateException("access " + access + " was not declared as a delete");
        }
        newBytes[access] = 0;
        written[access] = true;
    }

    /** Adds to the sum that the workload's invariant compares with the final state if this transaction commits. */
    public void account(long delta) {
        account += delta;
    }

    // The protocol's side.

    /** The type, as the workload numbers it. */
    public int type() {
        return type;
    }

    /** The logic to run. */
    public TransactionLogic logic() {
        return logic;
    }

    /** The input's bytes, valid from 0 to {@link #inputBytes()}, for shipping. */
    public byte[] inputArray() {
        return input;
    }

    /** How many bytes of input there are. */
    public int inputBytes() {
        return inputBytes;
    }

    /** What {@link #account(long)} added up. */
    public long account() {
        return account;
    }

    /** Forgets the accesses, for another attempt with the same input. */
    public void reset() {
        count = 0;
        valuesEnd = 0;
        account = 0;
    }

    /** How many accesses are declared, rows of ranges included. */
    public int accesses() {
        return count;
    }

    /** The mode of an access. */
    public AccessMode mode(int access) {
        return mode[checked(access)];
    }

    /** The table of an access. */
    public int table(int access) {
        return table[checked(access)];
    }

    /** The key of an access; of a range, the lowest. */
    public long key(int access) {
        return key[checked(access)];
    }

    /** The highest key of a range; of another access, its key. */
    public long highKey(int access) {
        return highKey[checked(access)];
    }

    /** How many records a range takes at most. */
    public int limit(int access) {
        return limit[checked(access)];
    }

    /** The range access whose row this is, or -1. */
    public int rangeOf(int access) {
        return rangeOf[checked(access)];
    }

    /** Whether the protocol has answered an access. */
    public boolean answered(int access) {
        return answered[checked(access)];
    }

    /** Answers an access: the record exists, with this value and version. Versions grow with each install from 0, the initial state. */
    public void fetched(int access, long version, byte[] from, int offset, int lengthBytes) {
        checked(access);
        int at = room(lengthBytes);
        System.arraycopy(from, offset, values, at, lengthBytes);
        readAt[access] = at;
        readBytes[access] = lengthBytes;
        readVersion[access] = version;
        found[access] = true;
        answered[access] = true;
    }

    /** Answers an access: there is no record, as of this version of what covers its key. */
    public void missing(int access, long version) {
        checked(access);
        readVersion[access] = version;
        readBytes[access] = 0;
        found[access] = false;
        answered[access] = true;
    }

    /** Adds a row to a range: a record that {@link #fetched} has to be called for next. Returns its index. */
    public int row(int range, long rowKey) {
        int access = declare(AccessMode.READ, table[checked(range)], rowKey, rowKey, 1);
        rangeOf[access] = range;
        found[range] = true;
        return access;
    }

    /** Whether the logic wrote the record of an access (or confirmed its removal). */
    public boolean written(int access) {
        return written[checked(access)];
    }

    /** The version that was read. */
    public long readVersion(int access) {
        return readVersion[checked(access)];
    }

    /** Says which version a committed write got. */
    public void installed(int access, long version) {
        newVersion[checked(access)] = version;
    }

    /** The version that {@link #installed} said. */
    public long installedVersion(int access) {
        return newVersion[checked(access)];
    }

    /** The array that holds all values. It moves when values are added: ask again after each fetch. */
    public byte[] values() {
        return values;
    }

    /** Where the value that was read begins in {@link #values()}. */
    public int readAt(int access) {
        return readAt[checked(access)];
    }

    /** How long the value that was read is. */
    public int readBytes(int access) {
        return readBytes[checked(access)];
    }

    /** Where the new value begins in {@link #values()}. */
    public int newAt(int access) {
        return newAt[checked(access)];
    }

    /** How long the new value is; 0 for a removal. */
    public int newBytes(int access) {
        return newBytes[checked(access)];
    }

    private int declare(AccessMode accessMode, int accessTable, long low, long high, int rows) {
        if (count == mode.length) {
            grow();
        }
        int access = count++;
        mode[access] = accessMode;
        table[access] = accessTable;
        key[access] = low;
        highKey[access] = high;
        limit[access] = rows;
        rangeOf[access] = -1;
        found[access] = false;
        answered[access] = false;
        written[access] = false;
        readVersion[access] = 0;
        newVersion[access] = 0;
        readBytes[access] = 0;
        newBytes[access] = 0;
        return access;
    }

    private int at(int access, int offset, int lengthBytes) {
        checked(access);
        int size = written[access] ? newBytes[access] : readBytes[access];
        if (offset < 0 || offset + lengthBytes > size) {
            throw new IndexOutOfBoundsException(
                    lengthBytes + " B at " + offset + " of a value of " + size + " B, access " + access);
        }
        return (written[access] ? newAt[access] : readAt[access]) + offset;
    }

    private int writableAt(int access, int offset, int lengthBytes) {
        if (!written[checked(access)]) {
            if (mode[access] != AccessMode.UPDATE) {
                throw new IllegalStateException(
                        "access " + access + " of mode " + mode[access] + " has no new value yet");
            }
            int at = room(readBytes[access]);
            System.arraycopy(values, readAt[access], values, at, readBytes[access]);
            newAt[access] = at;
            newBytes[access] = readBytes[access];
            written[access] = true;
        }
        return at(access, offset, lengthBytes);
    }

    private int room(int sizeBytes) {
        int at = valuesEnd;
        if (at + sizeBytes > values.length) {
            values = Arrays.copyOf(values, Math.max(values.length * 2, at + sizeBytes));
        }
        valuesEnd = at + sizeBytes;
        return at;
    }

    private int checked(int access) {
        if (access < 0 || access >= count) {
            throw new IndexOutOfBoundsException("access " + access + " of " + count);
        }
        return access;
    }

    private void grow() {
        int size = mode.length * 2;
        mode = Arrays.copyOf(mode, size);
        table = Arrays.copyOf(table, size);
        key = Arrays.copyOf(key, size);
        highKey = Arrays.copyOf(highKey, size);
        limit = Arrays.copyOf(limit, size);
        rangeOf = Arrays.copyOf(rangeOf, size);
        found = Arrays.copyOf(found, size);
        answered = Arrays.copyOf(answered, size);
        written = Arrays.copyOf(written, size);
        readVersion = Arrays.copyOf(readVersion, size);
        newVersion = Arrays.copyOf(newVersion, size);
        readAt = Arrays.copyOf(readAt, size);
        readBytes = Arrays.copyOf(readBytes, size);
        newAt = Arrays.copyOf(newAt, size);
        newBytes = Arrays.copyOf(newBytes, size);
    }
}

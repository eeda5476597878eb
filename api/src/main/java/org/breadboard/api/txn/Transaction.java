package org.breadboard.api.txn;

import org.breadboard.api.memory.Bytes;

/**
 * One transaction under way: its input, the accesses that its logic declared, what was fetched for them and what it
 * writes. It is data, reused by one context for transaction after transaction without allocation; one thread at a time.
 *
 * <p>Three parties use it. The <em>workload</em> sets type and input ({@link #begin}). The <em>logic</em> declares
 * accesses, reads values and writes new ones. The <em>protocol</em> walks the accesses by index, answers each with
 * {@link #fetched} or {@link #missing}, and after a commit sets with {@link #installed} the version that each write
 * got. The run's history is taken from there. An access's index is the order of its declaration.
 *
 * <p><b>Blind writes.</b> {@link #overwrite} declares an update of some bytes of a record, which the logic puts at once
 * and never reads. A protocol without support for them fetches the record as for any update, finds it written, and
 * stores the new value as a whole: {@link #fetched} merges what was read with what was put. A protocol with support
 * leaves the access unanswered, and writes the {@link #overwriteBytes} at {@link #overwriteAt} to the record's
 * {@link #overwriteOffset}.
 *
 * <p><b>Parts.</b> A protocol of {@link org.breadboard.api.protocol.ProtocolType.Grain#PART} has a version for each
 * part of a record, and reports them with {@link #parts}, {@link #partFetched} and {@link #partInstalled}.
 */
public final class Transaction {
    private TransactionLogic logic;
    private int type;
    private final byte[] input = new byte[256];
    private int inputBytes;
    private long account;
    private int firstTable;

    private final Accesses accesses = new Accesses();

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

    /**
     * Changes type and logic, with the same input. For a workload that is made of others, whose generators know only
     * their own types. After {@link #begin}, before any access is declared.
     */
    public void become(int newType, TransactionLogic newLogic) {
        type = newType;
        logic = newLogic;
    }

    /** Adds a number to the input and returns its index in bytes. */
    public int putInput(long value) {
        int at = inputBytes;
        Bytes.putLong(input, at, value);
        inputBytes += Long.BYTES;
        return at;
    }

    // The logic's side.

    /**
     * From now on the logic's table numbers, in both directions, count from the run's table {@code first}. For a
     * workload that is made of others, whose logics know only their own tables. Called around each round of such a
     * logic, with {@code tablesFrom(0)} at the end, so that a protocol always sees the run's numbers.
     */
    public void tablesFrom(int first) {
        firstTable = first;
    }

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

    /**
     * Declares that {@code lengthBytes} of a record that exists are written from {@code offset} on, whatever their
     * content: an access of mode {@link AccessMode#UPDATE} that counts as written, with zeros at first. The logic puts
     * the new bytes in the round that declares them, at offsets of the record. It cannot read anything of the record,
     * and does not learn whether it exists. If it does not, nothing is written. In a table with parts, whole parts are
     * overwritten.
     *
     * @throws IllegalArgumentException if {@code offset} is negative or {@code lengthBytes} not positive
     */
    public int overwrite(int table, long key, int offset, int lengthBytes) {
        if (offset < 0 || lengthBytes < 1) {
            throw new IllegalArgumentException(lengthBytes + " B at " + offset + " of a record cannot be overwritten");
        }
        int access = declare(AccessMode.UPDATE, table, key, key, 1);
        accesses.overwrites(access, offset, lengthBytes);
        return access;
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
        return accesses.is(access, Accesses.FOUND);
    }

    /** The 64-bit number at {@code offset} of what was read, or of the new value once something was put. */
    public long getLong(int access, int offset) {
        return Bytes.getLong(accesses.values(), accesses.readableAt(access, offset, Long.BYTES));
    }

    /** The 32-bit number at {@code offset}. */
    public int getInt(int access, int offset) {
        return Bytes.getInt(accesses.values(), accesses.readableAt(access, offset, Integer.BYTES));
    }

    /** The byte at {@code offset}. */
    public byte getByte(int access, int offset) {
        return accesses.values()[accesses.readableAt(access, offset, 1)];
    }

    /** Puts a 64-bit number into the new value. */
    public void putLong(int access, int offset, long value) {
        int at = accesses.writableAt(access, offset, Long.BYTES); // which may move values
        Bytes.putLong(accesses.values(), at, value);
    }

    /** Puts a 32-bit number into the new value. */
    public void putInt(int access, int offset, int value) {
        int at = accesses.writableAt(access, offset, Integer.BYTES);
        Bytes.putInt(accesses.values(), at, value);
    }

    /** Puts a byte into the new value. */
    public void putByte(int access, int offset, int value) {
        int at = accesses.writableAt(access, offset, 1);
        accesses.values()[at] = (byte) value;
    }

    /** Makes the new value of an insert, or of an update that changes its size: {@code sizeBytes} zeros. */
    public void newValue(int access, int sizeBytes) {
        if (isOverwrite(access)) {
            throw new IllegalStateException("access " + access + " overwrites a part of a value, and makes no new one");
        }
        accesses.newZeros(access, sizeBytes);
    }

    /** Confirms a delete. Without this call, an access of that mode only reads. */
    public void remove(int access) {
        if (mode(access) != AccessMode.DELETE) {
            throw new IllegalStateException("access " + access + " was not declared as a delete");
        }
        accesses.removed(access);
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
        accesses.clear();
        account = 0;
    }

    /** How many accesses are declared, rows of ranges included. */
    public int accesses() {
        return accesses.count();
    }

    /** The mode of an access. */
    public AccessMode mode(int access) {
        return accesses.mode(access);
    }

    /** The table of an access. */
    public int table(int access) {
        return accesses.table(access) - firstTable;
    }

    /** The key of an access; of a range, the lowest. */
    public long key(int access) {
        return accesses.key(access);
    }

    /** The highest key of a range; of another access, its key. */
    public long highKey(int access) {
        return accesses.highKey(access);
    }

    /** How many records a range takes at most. */
    public int limit(int access) {
        return accesses.limit(access);
    }

    /** The range access whose row this is, or -1. */
    public int rangeOf(int access) {
        return accesses.rangeOf(access);
    }

    /** Whether the protocol has answered an access. */
    public boolean answered(int access) {
        return accesses.is(access, Accesses.ANSWERED);
    }

    /**
     * Answers an access: the record exists, with this value and version. Versions grow with each install from 0, the
     * initial state. From now on an overwrite's new value is that of the whole record.
     *
     * @throws IndexOutOfBoundsException if an overwrite does not lie within the value
     */
    public void fetched(int access, long version, byte[] from, int offset, int lengthBytes) {
        accesses.fetched(access, version, from, offset, lengthBytes);
    }

    /**
     * Answers an access: there is no record. The version is that of the word which covers the key. An overwrite then
     * writes nothing.
     */
    public void missing(int access, long version) {
        accesses.missing(access, version);
    }

    /**
     * Adds a row to a range, and returns its index. {@link #fetched} has to be called for it next. The range itself is
     * answered too, with an empty value, or with {@link #missing} if it has no row. To write a record that it found in
     * this way, the logic may declare it once more: the two accesses read the same version.
     */
    public int row(int range, long rowKey) {
        return accesses.row(range, declare(AccessMode.READ, table(range), rowKey, rowKey, 1));
    }

    /** Whether the logic wrote the record of an access (or confirmed its removal). */
    public boolean written(int access) {
        return accesses.is(access, Accesses.WRITTEN);
    }

    /** The version that was read. */
    public long readVersion(int access) {
        return accesses.readVersion(access);
    }

    /**
     * Sets afterwards the version that an access has read. For a protocol that validates values, and learns their
     * versions only with the commit (NOCC 2).
     */
    public void witnessed(int access, long version) {
        accesses.witnessed(access, version);
    }

    /** Sets the version that a committed write got. */
    public void installed(int access, long version) {
        accesses.installed(access, version);
    }

    /** The version that {@link #installed} set. */
    public long installedVersion(int access) {
        return accesses.installedVersion(access);
    }

    /**
     * Announces that an access's versions are set part by part, for {@code count} parts of its record; once per access.
     */
    public void parts(int access, int count) {
        accesses.parts(access, count);
    }

    /**
     * How many parts {@link #parts(int, int)} announced; 0 if the access's versions are those of the record as a whole.
     */
    public int parts(int access) {
        return accesses.parts(access);
    }

    /** Sets the version of a part that was read. A part without one has the version that was read for the record. */
    public void partFetched(int access, int part, long version) {
        accesses.partFetched(access, part, version);
    }

    /** The version of a part that was read. */
    public long partReadVersion(int access, int part) {
        return accesses.partReadVersion(access, part);
    }

    /** Sets the version that a part got from a committed write. A part without one was not written. */
    public void partInstalled(int access, int part, long version) {
        accesses.partInstalled(access, part, version);
    }

    /** Whether {@link #partInstalled} has set a version for a part. */
    public boolean isPartInstalled(int access, int part) {
        return accesses.partInstalled(access, part) != PartVersions.UNSAID;
    }

    /** The version that {@link #partInstalled} set. */
    public long partInstalledVersion(int access, int part) {
        return accesses.partInstalled(access, part);
    }

    /** Whether an access was declared by {@link #overwrite}. */
    public boolean isOverwrite(int access) {
        return accesses.isOverwrite(access);
    }

    /** Where in its record an overwrite begins, in bytes. */
    public int overwriteOffset(int access) {
        return accesses.overwriteOffset(access);
    }

    /** How many bytes an overwrite replaces. */
    public int overwriteBytes(int access) {
        return accesses.overwriteBytes(access);
    }

    /** Where in {@link #values()} the bytes of an overwrite are, whether the record was fetched or not. */
    public int overwriteAt(int access) {
        return accesses.overwriteAt(access);
    }

    /** The array that holds all values. It moves when values are added: ask again after each fetch. */
    public byte[] values() {
        return accesses.values();
    }

    /** Where the value that was read begins in {@link #values()}. */
    public int readAt(int access) {
        return accesses.readAt(access);
    }

    /** How long the value that was read is. */
    public int readBytes(int access) {
        return accesses.readBytes(access);
    }

    /** Where the new value begins in {@link #values()}. */
    public int newAt(int access) {
        return accesses.newAt(access);
    }

    /** How long the new value is; 0 for a removal. */
    public int newBytes(int access) {
        return accesses.newBytes(access);
    }

    private int declare(AccessMode accessMode, int table, long low, long high, int rows) {
        int accessTable = firstTable + table;
        if (table < 0 || accessTable > 0xffff) {
            throw new IllegalArgumentException("table " + table + " is not in 0 to 65535");
        }
        return accesses.declare(accessMode, accessTable, low, high, rows);
    }
}

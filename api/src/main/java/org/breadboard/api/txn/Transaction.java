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
 *
 * <p><b>Blind writes.</b> {@link #overwrite} declares an update of some bytes of a record, which the logic puts at once and never
 * reads. A protocol that knows nothing of it fetches the record as for any update, finds it written, and stores the new value as a
 * whole: {@link #fetched} makes it from what was read and from what was put. One that does better leaves the access unanswered, and
 * writes the {@link #overwriteBytes} at {@link #overwriteAt} to the record's {@link #overwriteOffset}.
 *
 * <p><b>Parts.</b> A protocol of {@link org.breadboard.api.protocol.ProtocolType.Grain#PART} has a version for each part of a
 * record, and says them with {@link #parts}, {@link #partFetched} and {@link #partInstalled}.
 */
public final class Transaction {
    private static final int FIRST_ACCESSES = 16;
    private static final int FIRST_VALUE_BYTES = 256;

    // An access is eight words in a row, one cache line: a transaction that was last touched thousands of others ago
    // costs
    // as many misses as it has accesses.
    private static final int STRIDE = 8;
    private static final int SHAPE =
            0; // mode (8 bits), found, answered, written, overwrite (1 each), table (16 from bit 16), limit (32)
    private static final int KEY = 1;
    private static final int HIGH_KEY = 2; // of an overwrite: where in the record, and above it how many bytes
    private static final int READ_VERSION = 3;
    private static final int NEW_VERSION = 4;
    private static final int READ = 5; // where in values, and above it how long
    private static final int NEW = 6;
    private static final int RANGE_OF = 7; // and above it where in partVersions, or 0
    private static final long FOUND = 1L << 8;
    private static final long ANSWERED = 1L << 9;
    private static final long WRITTEN = 1L << 10;
    private static final long OVERWRITE = 1L << 11;
    private static final long LOW_HALF = 0xffffffffL;
    private static final int TABLE_SHIFT = 16;
    private static final AccessMode[] MODES = AccessMode.values();

    private TransactionLogic logic;
    private int type;
    private final byte[] input = new byte[256];
    private int inputBytes;
    private long account;
    private int firstTable;

    private int count;
    private long[] fields = new long[FIRST_ACCESSES * STRIDE];
    private byte[] values = new byte[FIRST_VALUE_BYTES];
    private int valuesEnd;
    private final PartVersions partVersions = new PartVersions();

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
     * Says anew what runs, with the same input: for a workload that is made of others, whose generators know only the types of their
     * own. After {@link #begin}, before any access is declared.
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
     * From now on the tables that the logic names, and those that it is told, are numbered from the run's table {@code first}: for a
     * workload that is made of others, whose logics know only the tables of their own. Called around each round of such a logic, which
     * ends with {@code tablesFrom(0)}, so that a protocol always sees the run's own numbers.
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
     * Declares that {@code lengthBytes} of a record that exists are written from {@code offset} on, whatever was there: an access of
     * mode {@link AccessMode#UPDATE}, written from the start with zeros. The logic puts the new bytes in the round that declares
     * them, at offsets of the record; it cannot read them, nor anything else of the record, and does not learn whether there is one.
     * If there is none, nothing is written. Of a table with parts, whole parts are overwritten.
     *
     * @throws IllegalArgumentException if {@code offset} is negative or {@code lengthBytes} not positive
     */
    public int overwrite(int table, long key, int offset, int lengthBytes) {
        if (offset < 0 || lengthBytes < 1) {
            throw new IllegalArgumentException(lengthBytes + " B at " + offset + " of a record cannot be overwritten");
        }
        int access = declare(AccessMode.UPDATE, table, key, key, 1);
        set(access, OVERWRITE);
        place(access, HIGH_KEY, offset, lengthBytes);
        newZeros(access, lengthBytes);
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
        return is(access, FOUND);
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
        int at = writableAt(access, offset, Long.BYTES); // which may move values
        Bytes.putLong(values, at, value);
    }

    /** Puts a 32-bit number into the new value. */
    public void putInt(int access, int offset, int value) {
        int at = writableAt(access, offset, Integer.BYTES);
        Bytes.putInt(values, at, value);
    }

    /** Puts a byte into the new value. */
    public void putByte(int access, int offset, int value) {
        int at = writableAt(access, offset, 1);
        values[at] = (byte) value;
    }

    /** Makes the new value of an insert, or of an update that changes its size: {@code sizeBytes} zeros. */
    public void newValue(int access, int sizeBytes) {
        if (isOverwrite(access)) {
            throw new IllegalStateException("access " + access + " overwrites a part of a value, and makes no new one");
        }
        newZeros(access, sizeBytes);
    }

    private void newZeros(int access, int sizeBytes) {
        int at = room(sizeBytes);
        Arrays.fill(values, at, at + sizeBytes, (byte) 0);
        place(access, NEW, at, sizeBytes);
        set(access, WRITTEN);
    }

    /** Confirms a delete: without it, an access of that mode only reads. */
    public void remove(int access) {
        if (mode(access) != AccessMode.DELETE) {
            throw new IllegalStateException("access " + access + " was not declared as a delete");
        }
        place(access, NEW, 0, 0);
        set(access, WRITTEN);
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
        partVersions.clear();
        account = 0;
    }

    /** How many accesses are declared, rows of ranges included. */
    public int accesses() {
        return count;
    }

    /** The mode of an access. */
    public AccessMode mode(int access) {
        return MODES[(int) fields[word(access, SHAPE)] & 0xff];
    }

    /** The table of an access. */
    public int table(int access) {
        return ((int) (fields[word(access, SHAPE)] >>> TABLE_SHIFT) & 0xffff) - firstTable;
    }

    /** The key of an access; of a range, the lowest. */
    public long key(int access) {
        return fields[word(access, KEY)];
    }

    /** The highest key of a range; of another access, its key. */
    public long highKey(int access) {
        return fields[word(access, isOverwrite(access) ? KEY : HIGH_KEY)];
    }

    /** How many records a range takes at most. */
    public int limit(int access) {
        return (int) (fields[word(access, SHAPE)] >>> 32);
    }

    /** The range access whose row this is, or -1. */
    public int rangeOf(int access) {
        return (int) fields[word(access, RANGE_OF)];
    }

    /** Whether the protocol has answered an access. */
    public boolean answered(int access) {
        return is(access, ANSWERED);
    }

    /**
     * Answers an access: the record exists, with this value and version. Versions grow with each install from 0, the initial state. An
     * overwrite's new value is from now on the record's whole.
     *
     * @throws IndexOutOfBoundsException if an overwrite does not lie within the value
     */
    public void fetched(int access, long version, byte[] from, int offset, int lengthBytes) {
        checked(access);
        int at = room(lengthBytes);
        System.arraycopy(from, offset, values, at, lengthBytes);
        place(access, READ, at, lengthBytes);
        fields[word(access, READ_VERSION)] = version;
        set(access, FOUND | ANSWERED);
        if (isOverwrite(access)) {
            overwriteRead(access);
        }
    }

    private void overwriteRead(int access) {
        int offset = overwriteOffset(access);
        int patchBytes = overwriteBytes(access);
        int size = readBytes(access);
        if (offset + patchBytes > size) {
            throw new IndexOutOfBoundsException(
                    patchBytes + " B at " + offset + " of a value of " + size + " B, access " + access);
        }
        int at = room(size); // which may move values
        System.arraycopy(values, readAt(access), values, at, size);
        System.arraycopy(values, overwriteAt(access), values, at + offset, patchBytes);
        place(access, NEW, at, size);
        set(access, WRITTEN);
    }

    /** Answers an access: there is no record, as of this version of what covers its key. An overwrite then writes nothing. */
    public void missing(int access, long version) {
        fields[word(access, READ_VERSION)] = version;
        place(access, READ, 0, 0);
        fields[word(access, SHAPE)] &= isOverwrite(access) ? ~(FOUND | WRITTEN) : ~FOUND;
        set(access, ANSWERED);
    }

    /**
     * Adds a row to a range: a record that {@link #fetched} has to be called for next. Returns its index. The range itself is
     * answered too, with an empty value, or with {@link #missing} if it has no row. The logic may declare the record that it
     * found so once more, to write it: the two accesses read the same version.
     */
    public int row(int range, long rowKey) {
        int access = declare(AccessMode.READ, table(range), rowKey, rowKey, 1);
        fields[word(access, RANGE_OF)] = range & LOW_HALF;
        set(range, FOUND);
        return access;
    }

    /** Whether the logic wrote the record of an access (or confirmed its removal). */
    public boolean written(int access) {
        return is(access, WRITTEN);
    }

    /** The version that was read. */
    public long readVersion(int access) {
        return fields[word(access, READ_VERSION)];
    }

    /**
     * Says afterwards which version an access has read: for a protocol that validates values, of which only the commit tells what
     * they were versions of (NOCC 2).
     */
    public void witnessed(int access, long version) {
        fields[word(access, READ_VERSION)] = version;
    }

    /** Says which version a committed write got. */
    public void installed(int access, long version) {
        fields[word(access, NEW_VERSION)] = version;
    }

    /** The version that {@link #installed} said. */
    public long installedVersion(int access) {
        return fields[word(access, NEW_VERSION)];
    }

    /** Says that an access's versions are told part by part, of {@code count} parts of its record; once per access. */
    public void parts(int access, int count) {
        long rangeOf = fields[word(access, RANGE_OF)] & LOW_HALF;
        fields[word(access, RANGE_OF)] = rangeOf | (long) partVersions.reserve(count) << 32;
    }

    /** How many parts {@link #parts(int, int)} said; 0 if the access's versions are those of the record as a whole. */
    public int parts(int access) {
        int at = partsAt(access);
        return at == 0 ? 0 : partVersions.count(at);
    }

    /** Says the version of a part that was read. A part of which nothing is said has the version that the record was read with. */
    public void partFetched(int access, int part, long version) {
        partVersions.fetched(partsAt(access), part, version);
    }

    /** The version of a part that was read. */
    public long partReadVersion(int access, int part) {
        int at = partsAt(access);
        long version = at == 0 ? PartVersions.UNSAID : partVersions.fetched(at, part);
        return version == PartVersions.UNSAID ? readVersion(access) : version;
    }

    /** Says which version a part got from a committed write. A part of which nothing is said was not written. */
    public void partInstalled(int access, int part, long version) {
        partVersions.installed(partsAt(access), part, version);
    }

    /** Whether {@link #partInstalled} said something of a part. */
    public boolean isPartInstalled(int access, int part) {
        return partVersions.installed(partsAt(access), part) != PartVersions.UNSAID;
    }

    /** The version that {@link #partInstalled} said. */
    public long partInstalledVersion(int access, int part) {
        return partVersions.installed(partsAt(access), part);
    }

    /** Whether an access was declared by {@link #overwrite}. */
    public boolean isOverwrite(int access) {
        return is(access, OVERWRITE);
    }

    /** Where in its record an overwrite begins, in bytes. */
    public int overwriteOffset(int access) {
        return (int) fields[word(access, HIGH_KEY)];
    }

    /** How many bytes an overwrite replaces. */
    public int overwriteBytes(int access) {
        return (int) (fields[word(access, HIGH_KEY)] >>> 32);
    }

    /** Where in {@link #values()} the bytes of an overwrite are, whether the record was fetched or not. */
    public int overwriteAt(int access) {
        // As long as it is alone, it is all there is of the new value.
        return newBytes(access) == overwriteBytes(access) ? newAt(access) : newAt(access) + overwriteOffset(access);
    }

    /** The array that holds all values. It moves when values are added: ask again after each fetch. */
    public byte[] values() {
        return values;
    }

    /** Where the value that was read begins in {@link #values()}. */
    public int readAt(int access) {
        return (int) fields[word(access, READ)];
    }

    /** How long the value that was read is. */
    public int readBytes(int access) {
        return (int) (fields[word(access, READ)] >>> 32);
    }

    /** Where the new value begins in {@link #values()}. */
    public int newAt(int access) {
        return (int) fields[word(access, NEW)];
    }

    /** How long the new value is; 0 for a removal. */
    public int newBytes(int access) {
        return (int) (fields[word(access, NEW)] >>> 32);
    }

    private int declare(AccessMode accessMode, int table, long low, long high, int rows) {
        int accessTable = firstTable + table;
        if (table < 0 || accessTable > 0xffff) {
            throw new IllegalArgumentException("table " + table + " is not in 0 to 65535");
        }
        if (count * STRIDE == fields.length) {
            fields = Arrays.copyOf(fields, fields.length * 2);
        }
        int access = count++;
        int at = access * STRIDE;
        fields[at + SHAPE] = accessMode.ordinal() | (long) accessTable << TABLE_SHIFT | (long) rows << 32;
        fields[at + KEY] = low;
        fields[at + HIGH_KEY] = high;
        fields[at + READ_VERSION] = 0;
        fields[at + NEW_VERSION] = 0;
        fields[at + READ] = 0;
        fields[at + NEW] = 0;
        fields[at + RANGE_OF] = -1 & LOW_HALF;
        return access;
    }

    private int partsAt(int access) {
        return (int) (fields[word(access, RANGE_OF)] >>> 32);
    }

    private int at(int access, int offset, int lengthBytes) {
        if (isOverwrite(access)) {
            throw new IllegalStateException("access " + access + " overwrites, and reads nothing");
        }
        return withinValue(access, offset, lengthBytes);
    }

    private int withinValue(int access, int offset, int lengthBytes) {
        long place = fields[word(access, is(access, WRITTEN) ? NEW : READ)];
        int size = (int) (place >>> 32);
        if (offset < 0 || offset + lengthBytes > size) {
            throw new IndexOutOfBoundsException(
                    lengthBytes + " B at " + offset + " of a value of " + size + " B, access " + access);
        }
        return (int) place + offset;
    }

    private int writableAt(int access, int offset, int lengthBytes) {
        if (isOverwrite(access)) {
            return overwritableAt(access, offset, lengthBytes);
        }
        if (!is(access, WRITTEN)) {
            if (mode(access) != AccessMode.UPDATE) {
                throw new IllegalStateException(
                        "access " + access + " of mode " + mode(access) + " has no new value yet");
            }
            int size = readBytes(access);
            int at = room(size);
            System.arraycopy(values, readAt(access), values, at, size);
            place(access, NEW, at, size);
            set(access, WRITTEN);
        }
        return withinValue(access, offset, lengthBytes);
    }

    private int overwritableAt(int access, int offset, int lengthBytes) {
        if (answered(access)) {
            throw new IllegalStateException("access " + access + " overwrites what was put before it was answered");
        }
        int within = offset - overwriteOffset(access);
        if (within < 0 || within + lengthBytes > overwriteBytes(access)) {
            throw new IndexOutOfBoundsException(lengthBytes + " B at " + offset + " of a record of which access "
                    + access + " overwrites " + overwriteBytes(access) + " B at " + overwriteOffset(access));
        }
        return newAt(access) + within;
    }

    private boolean is(int access, long flag) {
        return (fields[word(access, SHAPE)] & flag) != 0;
    }

    private void set(int access, long flags) {
        fields[word(access, SHAPE)] |= flags;
    }

    private void place(int access, int field, int at, int sizeBytes) {
        fields[word(access, field)] = at | (long) sizeBytes << 32;
    }

    private int word(int access, int field) {
        return checked(access) * STRIDE + field;
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
}

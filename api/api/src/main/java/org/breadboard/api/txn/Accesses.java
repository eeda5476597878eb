// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

import java.util.Arrays;

/**
 * The accesses of a {@link Transaction}, packed: a few words each, the values that were read and written, the versions
 * of parts. It is storage only. Reused without allocation; one thread at a time.
 */
final class Accesses {
    /** The record exists. */
    static final long FOUND = 1L << 8;
    /** The protocol has answered. */
    static final long ANSWERED = 1L << 9;
    /** The logic has written. */
    static final long WRITTEN = 1L << 10;

    private static final long OVERWRITE = 1L << 11;

    private static final int FIRST_ACCESSES = 16;
    private static final int FIRST_VALUE_BYTES = 256;

    // An access is eight words in a row, one cache line: a transaction that was last touched thousands of others ago
    // costs as many misses as it has accesses.
    private static final int STRIDE = 8;
    // Mode (8 bits), found, answered, written, overwrite (1 each), table (16 from bit 16), limit (32).
    private static final int SHAPE = 0;
    private static final int KEY = 1;
    // Of an overwrite: where in the record, and above it how many bytes.
    private static final int HIGH_KEY = 2;
    private static final int READ_VERSION = 3;
    private static final int NEW_VERSION = 4;
    // Where in values, and above it how long.
    private static final int READ = 5;
    private static final int NEW = 6;
    // And above it where in partVersions, or 0.
    private static final int RANGE_OF = 7;
    private static final long LOW_HALF = 0xffffffffL;
    private static final int TABLE_SHIFT = 16;
    private static final int MAX_TABLE = 0xffff;
    private static final AccessMode[] MODES = AccessMode.values();

    private long[] fields = new long[FIRST_ACCESSES * STRIDE];
    private int count;
    private byte[] values = new byte[FIRST_VALUE_BYTES];
    private int valuesEnd;
    private final PartVersions partVersions = new PartVersions();

    void clear() {
        count = 0;
        valuesEnd = 0;
        partVersions.clear();
    }

    void copyOf(Accesses other) {
        int words = other.count * STRIDE;
        if (words > fields.length) {
            fields = new long[other.fields.length];
        }
        System.arraycopy(other.fields, 0, fields, 0, words);
        count = other.count;
        if (other.valuesEnd > values.length) {
            values = new byte[other.values.length];
        }
        System.arraycopy(other.values, 0, values, 0, other.valuesEnd);
        valuesEnd = other.valuesEnd;
        partVersions.copyOf(other.partVersions);
    }

    int count() {
        return count;
    }

    int declare(AccessMode mode, int firstTable, int inTables, long low, long high, int rows) {
        int table = firstTable + inTables;
        if (inTables < 0 || table > MAX_TABLE) {
            throw new IllegalArgumentException("table " + inTables + " is not in 0 to " + MAX_TABLE);
        }
        if (count * STRIDE == fields.length) {
            fields = Arrays.copyOf(fields, fields.length * 2);
        }
        int access = count++;
        int at = access * STRIDE;
        fields[at + SHAPE] = mode.ordinal() | (long) table << TABLE_SHIFT | (long) rows << 32;
        fields[at + KEY] = low;
        fields[at + HIGH_KEY] = high;
        fields[at + READ_VERSION] = 0;
        fields[at + NEW_VERSION] = 0;
        fields[at + READ] = 0;
        fields[at + NEW] = 0;
        fields[at + RANGE_OF] = -1 & LOW_HALF;
        return access;
    }

    /** Makes an access the row of a range that was found. */
    int row(int range, int access) {
        fields[word(access, RANGE_OF)] = range & LOW_HALF;
        set(range, FOUND);
        return access;
    }

    /** Makes an access overwrite bytes of its record, with zeros so far. */
    void overwrites(int access, int offset, int lengthBytes) {
        set(access, OVERWRITE);
        place(access, HIGH_KEY, offset, lengthBytes);
        newZeros(access, lengthBytes);
    }

    void fetched(int access, long version, byte[] from, int offset, int lengthBytes) {
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

    void missing(int access, long version) {
        fields[word(access, READ_VERSION)] = version;
        place(access, READ, 0, 0);
        fields[word(access, SHAPE)] &= isOverwrite(access) ? ~(FOUND | WRITTEN) : ~FOUND;
        set(access, ANSWERED);
    }

    void newZeros(int access, int sizeBytes) {
        int at = room(sizeBytes);
        Arrays.fill(values, at, at + sizeBytes, (byte) 0);
        place(access, NEW, at, sizeBytes);
        set(access, WRITTEN);
    }

    void removed(int access) {
        place(access, NEW, 0, 0);
        set(access, WRITTEN);
    }

    void witnessed(int access, long version) {
        fields[word(access, READ_VERSION)] = version;
    }

    void installed(int access, long version) {
        fields[word(access, NEW_VERSION)] = version;
    }

    // What they are.

    AccessMode mode(int access) {
        return MODES[(int) fields[word(access, SHAPE)] & 0xff];
    }

    int table(int access) {
        return (int) (fields[word(access, SHAPE)] >>> TABLE_SHIFT) & 0xffff;
    }

    long key(int access) {
        return fields[word(access, KEY)];
    }

    long highKey(int access) {
        return fields[word(access, isOverwrite(access) ? KEY : HIGH_KEY)];
    }

    int limit(int access) {
        return (int) (fields[word(access, SHAPE)] >>> 32);
    }

    int rangeOf(int access) {
        return (int) fields[word(access, RANGE_OF)];
    }

    long readVersion(int access) {
        return fields[word(access, READ_VERSION)];
    }

    long installedVersion(int access) {
        return fields[word(access, NEW_VERSION)];
    }

    boolean isOverwrite(int access) {
        return is(access, OVERWRITE);
    }

    int overwriteOffset(int access) {
        return (int) fields[word(access, HIGH_KEY)];
    }

    int overwriteBytes(int access) {
        return (int) (fields[word(access, HIGH_KEY)] >>> 32);
    }

    int overwriteAt(int access) {
        // As long as it is alone, it is all there is of the new value.
        return newBytes(access) == overwriteBytes(access) ? newAt(access) : newAt(access) + overwriteOffset(access);
    }

    boolean is(int access, long flag) {
        return (fields[word(access, SHAPE)] & flag) != 0;
    }

    // Versions of parts.

    void parts(int access, int parts) {
        long rangeOf = fields[word(access, RANGE_OF)] & LOW_HALF;
        fields[word(access, RANGE_OF)] = rangeOf | (long) partVersions.reserve(parts) << 32;
    }

    int parts(int access) {
        int at = partsAt(access);
        return at == 0 ? 0 : partVersions.count(at);
    }

    void partFetched(int access, int part, long version) {
        partVersions.fetched(partsAt(access), part, version);
    }

    long partReadVersion(int access, int part) {
        int at = partsAt(access);
        long version = at == 0 ? PartVersions.UNSAID : partVersions.fetched(at, part);
        return version == PartVersions.UNSAID ? readVersion(access) : version;
    }

    void partInstalled(int access, int part, long version) {
        partVersions.installed(partsAt(access), part, version);
    }

    long partInstalled(int access, int part) {
        return partVersions.installed(partsAt(access), part);
    }

    private int partsAt(int access) {
        return (int) (fields[word(access, RANGE_OF)] >>> 32);
    }

    // Values.

    byte[] values() {
        return values;
    }

    int readAt(int access) {
        return (int) fields[word(access, READ)];
    }

    int readBytes(int access) {
        return (int) (fields[word(access, READ)] >>> 32);
    }

    int newAt(int access) {
        return (int) fields[word(access, NEW)];
    }

    int newBytes(int access) {
        return (int) (fields[word(access, NEW)] >>> 32);
    }

    /** Where the logic reads bytes of an access. */
    int readableAt(int access, int offset, int lengthBytes) {
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

    /**
     * Where the logic puts bytes of an access. Before the first, makes an update's new value from what was read, which
     * may move values.
     */
    int writableAt(int access, int offset, int lengthBytes) {
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
        if (is(access, ANSWERED)) {
            throw new IllegalStateException("access " + access + " overwrites what was put before it was answered");
        }
        int within = offset - overwriteOffset(access);
        if (within < 0 || within + lengthBytes > overwriteBytes(access)) {
            throw new IndexOutOfBoundsException(lengthBytes + " B at " + offset + " of a record of which access "
                    + access + " overwrites " + overwriteBytes(access) + " B at " + overwriteOffset(access));
        }
        return newAt(access) + within;
    }

    private int room(int sizeBytes) {
        int at = valuesEnd;
        if (at + sizeBytes > values.length) {
            values = Arrays.copyOf(values, Math.max(values.length * 2, at + sizeBytes));
        }
        valuesEnd = at + sizeBytes;
        return at;
    }

    // Words.

    private void set(int access, long flags) {
        fields[word(access, SHAPE)] |= flags;
    }

    private void place(int access, int field, int at, int sizeBytes) {
        fields[word(access, field)] = at | (long) sizeBytes << 32;
    }

    private int word(int access, int field) {
        return checked(access) * STRIDE + field;
    }

    private int checked(int access) {
        if (access < 0 || access >= count) {
            throw new IndexOutOfBoundsException("access " + access + " of " + count);
        }
        return access;
    }
}

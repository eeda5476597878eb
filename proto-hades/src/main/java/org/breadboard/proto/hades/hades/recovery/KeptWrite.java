// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades.recovery;

import org.breadboard.api.memory.Bytes;

/**
 * A write as a temporary durable copy has it, in bytes: which bytes of the record's value it puts, whether it makes or
 * removes the record, and which parts it writes, each with its version. HADES has no versions in its records, so these
 * are the witness's; they are known only when all nodes have agreed, and are put in later. Stateless.
 */
public final class KeptWrite {
    /** What names a version of a part among those of all parts of a record: a witness has at most 255 words. */
    private static final int PARTS = 256;

    private static final int MAKES = 1;
    private static final int REMOVES = 2;
    private static final int HAS_PARTS = 4;
    private static final int ORDERED = 8;

    // Flags, where the bytes begin in the value, how many they are, how many parts; each part with its version; bytes.
    private static final int FROM = 4;
    private static final int LENGTH = 8;
    private static final int COUNT = 12;
    private static final int FIRST_PART = 16;
    private static final int PART_BYTES = 2 * Long.BYTES;

    private KeptWrite() {}

    // Writing.

    /** How many bytes a write of so many parts and bytes of the value takes: whole words. */
    public static int bytes(int parts, int valueBytes) {
        return FIRST_PART + parts * PART_BYTES + (valueBytes + 7 & ~7);
    }

    /**
     * Puts all but parts.
     *
     * @param hasParts whether the table's records have parts
     * @param makes whether it makes the record
     * @param removes whether it removes the record
     * @param from the first byte of the record's value that is put
     * @param valueAt where the bytes are in {@code values}
     */
    public static void encode(
            byte[] into,
            int at,
            boolean hasParts,
            boolean makes,
            boolean removes,
            int from,
            int parts,
            byte[] values,
            int valueAt,
            int valueBytes) {
        Bytes.putInt(into, at, (hasParts ? HAS_PARTS : 0) | (makes ? MAKES : 0) | (removes ? REMOVES : 0));
        Bytes.putInt(into, at + FROM, from);
        Bytes.putInt(into, at + LENGTH, valueBytes);
        Bytes.putInt(into, at + COUNT, parts);
        System.arraycopy(values, valueAt, into, at + FIRST_PART + parts * PART_BYTES, valueBytes);
    }

    /** Puts all of a write to an ordered table, which has no parts and one version. */
    public static void encodeOrdered(byte[] into, int at, boolean removes, byte[] values, int valueAt, int bytes) {
        encode(into, at, false, false, removes, 0, 1, values, valueAt, bytes);
        Bytes.putInt(into, at, Bytes.getInt(into, at) | ORDERED);
        part(into, at, 0, 0);
    }

    /** Puts the number of the {@code i}-th part that is written. */
    public static void part(byte[] into, int at, int i, int part) {
        Bytes.putLong(into, at + FIRST_PART + i * PART_BYTES, part);
    }

    /** Puts the version that the {@code i}-th part gets. */
    static void version(byte[] into, int at, int i, long version) {
        Bytes.putLong(into, at + FIRST_PART + i * PART_BYTES + Long.BYTES, version);
    }

    /**
     * The number by which recovery and clients know a write among all of its record, of which one is enough: of the
     * first part that it writes.
     *
     * @param hasParts whether the table's records have parts
     */
    public static long name(boolean hasParts, int part, long version) {
        return hasParts ? version * PARTS + part : version;
    }

    // Reading.

    /** The {@link #name(boolean, int, long)} of a write. */
    static long name(byte[] write, int at) {
        boolean hasParts = (Bytes.getInt(write, at) & HAS_PARTS) != 0;
        return name(hasParts, part(write, at, 0), version(write, at, 0));
    }

    static boolean isOrdered(byte[] write, int at) {
        return (Bytes.getInt(write, at) & ORDERED) != 0;
    }

    static boolean makes(byte[] write, int at) {
        return (Bytes.getInt(write, at) & MAKES) != 0;
    }

    static boolean removes(byte[] write, int at) {
        return (Bytes.getInt(write, at) & REMOVES) != 0;
    }

    /** The first byte of the record's value that it puts. */
    static int from(byte[] write, int at) {
        return Bytes.getInt(write, at + FROM);
    }

    /** How many bytes of the value it puts. */
    static int valueBytes(byte[] write, int at) {
        return Bytes.getInt(write, at + LENGTH);
    }

    static int parts(byte[] write, int at) {
        return Bytes.getInt(write, at + COUNT);
    }

    static int part(byte[] write, int at, int i) {
        return (int) Bytes.getLong(write, at + FIRST_PART + i * PART_BYTES);
    }

    static long version(byte[] write, int at, int i) {
        return Bytes.getLong(write, at + FIRST_PART + i * PART_BYTES + Long.BYTES);
    }

    /** Where the bytes of the value are. */
    static int valueAt(byte[] write, int at) {
        return at + FIRST_PART + parts(write, at) * PART_BYTES;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;

/**
 * How a record of a fixed size lies in its slot: a whole number of cache lines, aligned, so that no two records share a
 * line. Word 0 of the slot begins the header. Immutable, allocates nothing; any thread.
 */
public abstract class RecordFormat {
    /** Bytes of a cache line (HADES Table III). */
    public static final int LINE_BYTES = Region.LINE_BYTES;

    private static final long EXISTS = 1;

    private final int valueBytes;
    private final int lines;

    RecordFormat(int valueBytes, int lines) {
        this.valueBytes = valueBytes;
        this.lines = lines;
    }

    /** HADES's: it needs no extension of the records but the word that says whether there is one. */
    public static PlainFormat plain(int valueBytes) {
        return new PlainFormat(valueBytes);
    }

    /** That of SW-Impl and HADES-H: with version, lock, incarnation and a version per cache line (HADES Fig. 1). */
    public static AugmentedFormat augmented(int valueBytes) {
        return new AugmentedFormat(valueBytes);
    }

    /** How long a value is. */
    public final int valueBytes() {
        return valueBytes;
    }

    /** How many cache lines a record takes. */
    public final int lines() {
        return lines;
    }

    /** How many bytes a record takes: its lines. */
    public final int slotBytes() {
        return lines * LINE_BYTES;
    }

    /** How many bytes of a slot hold the record: what is read of it. */
    public final int recordBytes() {
        return slotOffset(valueBytes - 1) + 1;
    }

    /** Names the layout of a region of slots. */
    public abstract Layout layout();

    /** Where in its slot the byte {@code valueOffset} of a value stands. */
    public abstract int slotOffset(int valueOffset);

    /** Where in the slot the word stands that says whether the record exists. */
    abstract int existsOffset();

    /** Whether the record of a slot at {@code at} of {@code bytes} exists. */
    public final boolean exists(byte[] bytes, int at) {
        return (Bytes.getLong(bytes, at + existsOffset()) & EXISTS) != 0;
    }

    /** Says in a slot whether its record exists, as who makes or removes it does. */
    public void putExists(boolean exists, byte[] slot, int at) {
        Bytes.putLong(slot, at + existsOffset(), exists ? EXISTS : 0);
    }

    /** The line of the slot, counted from 0, in which the byte {@code valueOffset} of a value stands. */
    public final int firstLine(int valueOffset) {
        return slotOffset(valueOffset) / LINE_BYTES;
    }

    /**
     * How many lines hold the value's bytes from {@code valueOffset}, {@code lengthBytes} long; they follow
     * {@link #firstLine}.
     *
     * @throws IndexOutOfBoundsException if the range is not within the value
     */
    public final int coveredLines(int valueOffset, int lengthBytes) {
        if (valueOffset < 0 || lengthBytes < 0 || valueOffset > valueBytes - lengthBytes) {
            throw new IndexOutOfBoundsException(
                    lengthBytes + " B at " + valueOffset + " of a value of " + valueBytes + " B");
        }
        return lengthBytes == 0 ? 0 : firstLine(valueOffset + lengthBytes - 1) - firstLine(valueOffset) + 1;
    }

    /** Copies the bytes {@code valueOffset} to {@code valueOffset + lengthBytes} of a value out of a slot. */
    public abstract void decode(byte[] slot, int at, int valueOffset, int lengthBytes, byte[] value, int valueAt);

    /** The whole value. */
    public final void decode(byte[] slot, int at, byte[] value, int valueAt) {
        decode(slot, at, 0, valueBytes, value, valueAt);
    }

    /** Copies bytes of a value into a slot; the slot's other bytes stay as they are. */
    public abstract void encode(byte[] value, int valueAt, int valueOffset, int lengthBytes, byte[] slot, int at);

    /**
     * Writes what a record has in the beginning: version 0. {@code slot} is zero there; {@code value} is not looked at
     * if it is missing.
     */
    final void encodeInitial(boolean exists, byte[] value, byte[] slot, int at) {
        if (exists) {
            Bytes.putLong(slot, at + existsOffset(), EXISTS);
            encode(value, 0, 0, valueBytes, slot, at);
        }
    }
}

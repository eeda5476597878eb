// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc.schema;

import java.util.List;
import java.util.function.Consumer;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;

/**
 * How long the rows of each table are, and where their columns stand: all that is different between the choices of
 * {@code workload.rows}. Numbers are little-endian and signed, at any alignment. Immutable.
 */
public final class RowLayout {
    public static final RowLayout SPECIFICATION = new RowLayout("specification", SpecificationRows::describe);
    public static final RowLayout DRTMH = new RowLayout("drtmh", DrtmhRows::describe);

    /** The choices of {@code workload.rows}. */
    public static final List<String> NAMES = List.of(SPECIFICATION.name, DRTMH.name);

    private final String name;
    private final int[] rowBytes;
    private final int[] textFrom;
    private final int[] offsets;
    private final int[] lengths;

    private RowLayout(String name, Consumer<Fields> rows) {
        this.name = name;
        Fields fields = new Fields();
        rows.accept(fields);
        rowBytes = fields.rowBytes;
        textFrom = fields.textFrom;
        offsets = fields.offsets;
        lengths = fields.lengths;
    }

    /** The layout of a name. */
    public static RowLayout named(String name) {
        return name.equals(DRTMH.name) ? DRTMH : SPECIFICATION;
    }

    /** How long a table's rows are. */
    public int rowBytes(int table) {
        return rowBytes[table];
    }

    /** Where the first text of a table's rows begins; where they end if there is none. */
    public int textFrom(int table) {
        return Math.min(textFrom[table], rowBytes[table]);
    }

    /** Where a column stands. */
    public int offset(Column column) {
        return offsets[column.ordinal()];
    }

    /** How long a column is; 0 if rows do not have it. */
    public int lengthBytes(Column column) {
        return lengths[column.ordinal()];
    }

    /** Whether a column has room for a number. */
    public boolean holds(Column column, long number) {
        int spareBits = Long.SIZE - Byte.SIZE * lengths[column.ordinal()];
        return number << spareBits >> spareBits == number;
    }

    /** A row's number. */
    public long get(byte[] row, Column column) {
        int at = offsets[column.ordinal()];
        return switch (lengths[column.ordinal()]) {
            case Byte.BYTES -> row[at];
            case Short.BYTES -> (short) Bytes.getUnsignedShort(row, at);
            case Integer.BYTES -> Bytes.getInt(row, at);
            default -> Bytes.getLong(row, at);
        };
    }

    /** Puts a number into a row. */
    public void put(byte[] row, Column column, long number) {
        int at = offsets[column.ordinal()];
        switch (lengths[column.ordinal()]) {
            case Byte.BYTES -> row[at] = (byte) number;
            case Short.BYTES -> Bytes.putShort(row, at, (int) number);
            case Integer.BYTES -> Bytes.putInt(row, at, (int) number);
            default -> Bytes.putLong(row, at, number);
        }
    }

    /** The number of the row that an access found, or of the new one once something was put. */
    public long get(LogicContext transaction, int access, Column column) {
        int at = offsets[column.ordinal()];
        return switch (lengths[column.ordinal()]) {
            case Byte.BYTES -> transaction.getByte(access, at);
            case Short.BYTES -> transaction.getByte(access, at) & 0xff | transaction.getByte(access, at + 1) << 8;
            case Integer.BYTES -> transaction.getInt(access, at);
            default -> transaction.getLong(access, at);
        };
    }

    /** Puts a number into the new row of an access. */
    public void put(LogicContext transaction, int access, Column column, long number) {
        int at = offsets[column.ordinal()];
        switch (lengths[column.ordinal()]) {
            case Byte.BYTES -> transaction.putByte(access, at, (int) number);
            case Short.BYTES -> {
                transaction.putByte(access, at, (int) number);
                transaction.putByte(access, at + 1, (int) number >> Byte.SIZE);
            }
            case Integer.BYTES -> transaction.putInt(access, at, (int) number);
            default -> transaction.putLong(access, at, number);
        }
    }

    /** Adds to a number of an access's row. */
    public void add(LogicContext transaction, int access, Column column, long more) {
        put(transaction, access, column, get(transaction, access, column) + more);
    }

    @Override
    public String toString() {
        return name;
    }
}

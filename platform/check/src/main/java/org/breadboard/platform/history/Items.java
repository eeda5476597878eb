// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;

/**
 * What a history calls a key, table by table: a record; or a part of one, where the table has parts and the protocol
 * has a version of each. Part p of the n parts of record k is item k × n + p. Immutable; any thread.
 */
public final class Items {
    private final TableSpec[] tables;
    private final boolean[] areRecords;

    private Items(List<TableSpec> tables, IntFunction<ProtocolType.Grain> grain) {
        this.tables = tables.toArray(new TableSpec[0]);
        areRecords = new boolean[this.tables.length];
        for (int table = 0; table < areRecords.length; table++) {
            areRecords[table] = grain.apply(table) != ProtocolType.Grain.PART || this.tables[table].partBytes() == 0;
        }
    }

    /** The items of these tables under a protocol of this grain. */
    public static Items of(List<TableSpec> tables, ProtocolType.Grain grain) {
        return new Items(tables, table -> grain);
    }

    /** The items of these tables under protocols of these grains, by the number of the table. */
    public static Items of(List<TableSpec> tables, IntFunction<ProtocolType.Grain> grain) {
        return new Items(tables, grain);
    }

    /** Whether the records of a table are items as a whole. */
    public boolean areRecords(int table) {
        return areRecords[table];
    }

    /** How many items a record of a table is; 1 if it is one as a whole. */
    public int perRecord(int table) {
        return areRecords(table) ? 1 : tables[table].parts();
    }

    /**
     * The item of a part.
     *
     * @throws ArithmeticException if the record's key is so great that its items have no numbers
     */
    public long item(int table, long key, int part) {
        return Math.addExact(Math.multiplyExact(key, (long) perRecord(table)), part);
    }

    /** An item in words. */
    public String name(int table, long item) {
        if (areRecords(table)) {
            return Long.toString(item);
        }
        int parts = perRecord(table);
        return Math.floorDiv(item, parts) + " part " + Math.floorMod(item, parts);
    }

    /**
     * The first of the parts that these bytes of a record are.
     *
     * @throws IllegalArgumentException if they are no whole parts
     */
    public int firstPart(int table, int offset, int lengthBytes) {
        if (!tables[table].isWholeParts(offset, lengthBytes)) {
            throw new IllegalArgumentException(lengthBytes + " B at " + offset + " of a record of table "
                    + tables[table].name() + " are no whole parts of " + tables[table].partBytes() + " B");
        }
        return offset / tables[table].partBytes();
    }

    /** The part behind the last of the parts that these bytes of a record are. */
    public int endPart(int table, int offset, int lengthBytes) {
        int partBytes = tables[table].partBytes();
        return (offset + lengthBytes + partBytes - 1) / partBytes;
    }

    /** The hash of a part of a value that is {@code valueBytes} long and begins at {@code at}. */
    public long partHash(int table, int part, byte[] bytes, int at, int valueBytes) {
        int offset = part * tables[table].partBytes();
        int lengthBytes = Math.max(0, Math.min(tables[table].partBytes(), valueBytes - offset));
        return ValueHash.of(bytes, at + offset, lengthBytes);
    }

    /**
     * Answers what an item was before the first transaction.
     *
     * @param population what its table held then
     * @param value zeros, as long as the table's values
     */
    public void describe(int table, long item, Population population, byte[] value, InitialState.Answer answer) {
        int parts = perRecord(table);
        boolean present = population.value(Math.floorDiv(item, parts), value);
        if (!present) {
            answer.absent(0);
        } else if (areRecords(table)) {
            answer.present(0, ValueHash.of(value, 0, value.length));
        } else {
            answer.present(0, partHash(table, Math.floorMod(item, parts), value, 0, value.length));
        }
    }

    /** Takes one row of a final state: an item, its version, and the hash of its value. */
    @FunctionalInterface
    public interface Row {
        /** A row. */
        void row(int table, long item, long version, long hash);
    }

    /** Takes the records of a node as rows of a final state. */
    public ProtocolNode.RecordVisitor rows(Row visitor) {
        return new ProtocolNode.RecordVisitor() {
            @Override
            public void record(int table, long key, long version, byte[] value, int lengthBytes) {
                if (areRecords(table)) {
                    visitor.row(table, key, version, ValueHash.of(value, 0, lengthBytes));
                    return;
                }
                for (int part = 0; part < perRecord(table); part++) {
                    part(table, key, part, version, value, lengthBytes);
                }
            }

            @Override
            public void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
                if (areRecords(table)) {
                    throw new IllegalStateException("table " + tables[table].name()
                            + " has no parts under this protocol, and its final state has versions of parts");
                }
                for (int part = 0; part < perRecord(table); part++) {
                    part(table, key, part, versions[part], value, lengthBytes);
                }
            }

            private void part(int table, long key, int part, long version, byte[] value, int lengthBytes) {
                visitor.row(table, item(table, key, part), version, partHash(table, part, value, 0, lengthBytes));
            }
        };
    }
}

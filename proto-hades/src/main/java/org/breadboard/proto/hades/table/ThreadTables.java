// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Stage;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTransaction;

/** One thread's hands on the tables of its node: indexes, memory and the ordered tables. One thread. */
public final class ThreadTables {
    private final NodeTables tables;
    private final HostMemory memory;
    private final RecordIndex[] indexes;
    private final LocalRecords ordered;
    private final int number;

    /** For the thread of one stage, which has that number. Only while the node is built. */
    public ThreadTables(NodeContext scope, Stage stage, NodeTables tables, TableSettings settings, int number) {
        this.tables = tables;
        this.number = number;
        memory = HostMemory.of(scope, stage, settings.cost());
        indexes = new RecordIndex[tables.count()];
        for (int table = 0; table < indexes.length; table++) {
            if (!tables.isOrdered(table)) {
                indexes[table] = new RecordIndex(tables.table(table), memory, settings.indexNodeNs());
            }
        }
        ordered = new LocalRecords(tables.ordered(), settings.cost());
    }

    /** What the thread pays for memory. */
    public HostMemory memory() {
        return memory;
    }

    /** Whether a table is ordered. */
    public boolean isOrdered(int table) {
        return tables.isOrdered(table);
    }

    /** An unordered table. */
    public RecordTable table(int table) {
        return tables.table(table);
    }

    /** The index of an unordered table. */
    public RecordIndex index(int table) {
        return indexes[table];
    }

    /** The ordered tables. */
    public LocalRecords ordered() {
        return ordered;
    }

    /** A context's part in them, as one transaction after another. */
    public LocalTransaction ordered(int context) {
        return new LocalTransaction(ordered, InsertJournal.lane(tables.inserts(), number, context));
    }
}

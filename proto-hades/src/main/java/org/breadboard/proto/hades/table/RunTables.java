// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.TableImages;

/** What the tables of a run hold in the beginning. Made by the thread that assembles the run; immutable. */
public final class RunTables {
    private final List<TableSpec> specs;
    private final RecordImages[] records;
    private final TableImages[] ordered;

    /**
     * The images of all tables.
     *
     * @param format makes the format of the records of unordered tables from the size of their values
     */
    public RunTables(ProtocolContext context, TableSettings settings, IntFunction<? extends RecordFormat> format) {
        specs = context.tables();
        records = new RecordImages[specs.size()];
        ordered = new TableImages[specs.size()];
        for (int table = 0; table < records.length; table++) {
            TableSpec spec = specs.get(table);
            if (spec.ordered()) {
                ordered[table] = TableImages.of(context, spec, null, "use a smaller scale");
            } else {
                records[table] = context.initial(
                        "records " + table,
                        () -> new RecordImages(context, spec, settings, format.apply(spec.valueBytes())));
            }
        }
    }

    /** How many tables there are. */
    int count() {
        return records.length;
    }

    /** A table. */
    public TableSpec spec(int table) {
        return specs.get(table);
    }

    /** An unordered table; null if it is ordered. */
    RecordImages records(int table) {
        return records[table];
    }

    /** An ordered table; null if it is not. */
    TableImages ordered(int table) {
        return ordered[table];
    }
}

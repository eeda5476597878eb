// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.List;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.RecordFormat;
import org.breadboard.proto.hades.table.RunTables;

/** What the nodes of one run share: the images that they begin with, and a way to look at one another's witnesses. */
final class HadesRun {
    private final HadesOptions options;
    private final ProtocolContext context;
    private final Placement placement;
    private final int threads;
    private final int contexts;
    private final List<TableSpec> specs;
    private final RunTables tables;
    private final NodeTables[] nodes;

    HadesRun(ProtocolContext context, HadesOptions options) {
        this.options = options;
        this.context = context;
        placement = context.placement();
        threads = context.threads();
        contexts = context.contexts();
        specs = context.tables();
        tables = new RunTables(
                context, options.tables(), options.hybrid() ? RecordFormat::augmented : RecordFormat::plain);
        nodes = new NodeTables[context.nodes()];
    }

    HadesOptions options() {
        return options;
    }

    ProtocolContext context() {
        return context;
    }

    Placement placement() {
        return placement;
    }

    int threads() {
        return threads;
    }

    int contexts() {
        return contexts;
    }

    /** All tables, by their numbers. */
    List<TableSpec> specs() {
        return specs;
    }

    RunTables tables() {
        return tables;
    }

    TableSpec table(int table) {
        return tables.spec(table);
    }

    /**
     * How many words of a witness a record of a table has: a version of each part, for the history. HADES has no
     * versions in its records, and HADES-H's are of whole records, while its remote writes conflict in lines.
     */
    int witnessWords(int table) {
        return table(table).parts();
    }

    void built(int node, NodeTables built) {
        nodes[node] = built;
    }

    /**
     * A word of the witness of a record, wherever that is: only while its lines are locked for whoever asks, so that
     * nobody changes it. The locks' messages order the access between threads.
     */
    long witness(int node, int table, int partition, long address, int part) {
        return nodes[node].table(table).witness(partition, address, part);
    }
}

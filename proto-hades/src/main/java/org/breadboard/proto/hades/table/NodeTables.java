// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.kit.table.TableCopies;

/**
 * The tables of one node: unordered ones, whose records all nodes reach, and ordered ones, which only the threads of
 * their primary use. Where the hardware has {@link CachedMemory}, records and indexes are mapped there.
 */
public final class NodeTables {
    private final RecordTable[] tables;
    private final TableCopies[] copies;
    private final LocalTable[] ordered;
    private final InsertJournal inserts;
    private final Placement placement;
    private final int node;

    /**
     * Makes the node's regions.
     *
     * @param witnessWords by table, words beside each record of an unordered table that say who wrote what; 0 for none
     */
    public NodeTables(NodeContext scope, ProtocolContext context, RunTables run, IntUnaryOperator witnessWords) {
        placement = context.placement();
        node = scope.node();
        tables = new RecordTable[run.count()];
        copies = new TableCopies[tables.length];
        ordered = new LocalTable[tables.length];
        for (int table = 0; table < tables.length; table++) {
            if (run.spec(table).ordered()) {
                copies[table] = new TableCopies(scope, placement, run.ordered(table), null);
                ordered[table] = copies[table].local();
            } else {
                int words = witnessWords.applyAsInt(table);
                tables[table] = new RecordTable(scope, placement, run.records(table), words);
            }
        }
        inserts = InsertJournal.of(scope, placement, ordered, context.threads(), context.contexts());
        CachedMemory cached = scope.capability(CachedMemory.class);
        if (cached != null) {
            forEachRegion(cached::map);
            for (RecordTable table : tables) {
                if (table != null) {
                    cached.map(table.index());
                }
            }
        }
    }

    /** How many tables there are. */
    public int count() {
        return tables.length;
    }

    /** Whether a table is ordered. */
    public boolean isOrdered(int table) {
        return ordered[table] != null;
    }

    /** An unordered table; null if it is ordered. */
    public RecordTable table(int table) {
        return tables[table];
    }

    /** The ordered tables, each at the index of its id; null where a table is not ordered. */
    public LocalTable[] ordered() {
        return ordered.clone();
    }

    /** What is inserted into ordered tables and not committed; null if no machine crashes, or no table is ordered. */
    InsertJournal inserts() {
        return inserts;
    }

    /** This node's copies of a partition: of ordered tables, and of the others, each followed by its witness if any. */
    public List<Region> copy(int partition) {
        List<Region> regions = InsertJournal.withJournal(inserts, partition, copies);
        for (RecordTable table : tables) {
            if (table != null) {
                regions.add(table.region(partition));
            }
            if (table != null && table.witness(partition) != null) {
                regions.add(table.witness(partition));
            }
        }
        return regions;
    }

    /** Visits this node's copies of the records of unordered tables. */
    public void forEachRegion(Consumer<Region> visitor) {
        forEachPair((region, witness) -> visitor.accept(region));
    }

    /** The same, with the witness of each, or null. */
    public void forEachPair(RegionVisitor visitor) {
        for (RecordTable table : tables) {
            for (int partition = 0; table != null && partition < placement.partitions(); partition++) {
                if (table.has(partition)) {
                    visitor.region(table.region(partition), table.witness(partition));
                }
            }
        }
    }

    /** Told of each copy. */
    @FunctionalInterface
    public interface RegionVisitor {
        /** A copy of a partition's records, and its witness or null. */
        void region(Region region, Region witness);
    }

    /**
     * What is locked now of what the node is the primary of, while nothing is under way, one sentence for each
     * partition.
     *
     * @param ofRecords counts the locks of a partition of an unordered table
     */
    public List<String> locksLeft(LocksLeft.Counter ofRecords) {
        return LocksLeft.find(
                placement,
                node,
                tables.length,
                table -> "table " + table,
                (table, partition) -> ordered[table] != null
                        ? ordered[table].locked(partition, inserts != null)
                        : ofRecords.locked(table, partition));
    }

    /** Whether this node's copy of a record has what an access of a transaction that is being reported wrote. */
    public boolean holds(Transaction transaction, int access, RecordTable.RecordVersion ofRecord) {
        int table = transaction.table(access);
        int partition = placement.partition(table, transaction.key(access));
        return tables[table] != null
                ? tables[table].holds(partition, transaction, access, ofRecord)
                : copies[table].holds(partition, transaction, access);
    }

    /**
     * Visits the records of a partition of which this node has a copy; the node must be quiet.
     *
     * @param ofRecord tells the versions of records of unordered tables
     */
    public void records(int partition, RecordVisitor visitor, RecordTable.RecordVersion ofRecord) {
        for (int table = 0; table < tables.length; table++) {
            if (tables[table] != null) {
                tables[table].records(partition, visitor, ofRecord);
            } else {
                copies[table].records(partition, visitor);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import java.util.List;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;

/**
 * The tables as one node sees them: hash tables, which all nodes reach, and ordered ones, which only its own
 * coordinators use. All threads of the node share them.
 */
public final class NodeTables {
    private final Placement placement;
    private final int node;
    private final TableCopies[] copies;
    private final RemoteTable[] remote;
    private final LocalTable[] local;
    private final InsertJournal inserts;

    /** Copies the images of what the node has of each table, and registers its copies of hash tables with the verbs. */
    public NodeTables(NodeContext scope, ProtocolContext context, TableImages[] images, OneSidedVerbs verbs) {
        placement = context.placement();
        node = scope.node();
        copies = new TableCopies[images.length];
        remote = new RemoteTable[images.length];
        for (int table = 0; table < images.length; table++) {
            copies[table] = new TableCopies(scope, placement, images[table], NodeTables::version);
            if (!copies[table].isOrdered()) {
                remote[table] = new RemoteTable(scope, placement, images[table], copies[table], verbs);
            }
        }
        local = TableCopies.locals(copies);
        inserts = InsertJournal.of(scope, placement, local, context.threads(), context.contexts());
    }

    private static long version(Region region, long headerAddress, long valueAddress) {
        return RecordWord.version(region.getLong(headerAddress));
    }

    /** How many tables there are, of both kinds. */
    public int count() {
        return copies.length;
    }

    /** All tables. */
    public TableCopies[] copies() {
        return copies;
    }

    /** A hash table. */
    public RemoteTable remote(int table) {
        return remote[table];
    }

    /** The ordered tables, null where one is not. */
    public LocalTable[] local() {
        return local;
    }

    /** What is inserted into the ordered tables and not committed; null if no machine crashes, or none is ordered. */
    public InsertJournal inserts() {
        return inserts;
    }

    /** What a copy of a partition of which the node has one consists of. */
    public List<Region> copy(int partition) {
        return InsertJournal.withJournal(inserts, partition, copies);
    }

    /**
     * What is locked now of what the node is the primary of, while nothing is under way, one sentence for each
     * partition.
     *
     * @param everywhere whether its copies may have been made of some that had locks: where machines may crash
     */
    public List<String> locksLeft(boolean everywhere) {
        return LocksLeft.find(
                placement,
                node,
                copies.length,
                table -> copies[table].toString(),
                (table, partition) -> local[table] != null
                        ? local[table].locked(partition, everywhere)
                        : ((DrtmStore) copies[table].store()).locked(copies[table].region(partition), everywhere));
    }

    /** Visits the records of a partition of which the node has a copy; for checks, when nobody writes. */
    public void records(int partition, RecordVisitor visitor) {
        for (TableCopies table : copies) {
            table.records(partition, visitor);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.xenic.index.IndexGeometry;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;

/**
 * The records of one node (Xenic Fig. 6): its copies of tables and its log in host memory, and the NIC's index of what
 * it is the primary of.
 */
public final class Shard {
    private final Placement placement;
    private final int node;
    private final HostLog log;
    private final LogEnd end;
    private final LogContents logged;
    private final TableCopies[] copies;
    private final XenicTable[] tables;
    private final LocalTable[] locals;
    private final Journal journal;
    private final InsertJournal inserts;
    private volatile boolean undecided;
    private final List<String> remarks = new ArrayList<>();

    /**
     * Lays all of it out in memory.
     *
     * @param lanes how many transactions each NIC coordinates at a time
     */
    public Shard(
            NodeContext scope,
            NicCores nic,
            ProtocolContext context,
            TableImages[] images,
            XenicOptions.Shard options,
            Journal.Lanes lanes) {
        placement = context.placement();
        node = scope.node();
        log = new HostLog(scope, options.workers, options.logBytes & -64);
        end = new LogEnd(log, nic);
        journal =
                scope.recovery() == null ? null : new Journal(scope, placement, log.workers(), lanes, longest(images));
        logged = new LogContents(log, end, this::worker, nic.maxMessageBytes());
        copies = new TableCopies[images.length];
        tables = new XenicTable[images.length];
        locals = new LocalTable[images.length];
        int[] primaries = new int[1];
        XenicTable.forEachPrimary(placement, scope.node(), partition -> primaries[0]++);
        long free = nic.freeMemoryBytes();
        long bytes = options.indexBytes == 0 ? free : Math.min(free, options.indexBytes);
        IndexGeometry[] wanted = wanted(images, options);
        if (scope.recovery() != null) {
            // It may come to have all partitions: what does not fit then is refused now.
            within(bytes / placement.partitions(), wanted, images, options);
        }
        long budget = bytes / Math.max(1, primaries[0]);
        IndexGeometry[] geometries = within(budget, wanted, images, options);
        if (sum(wanted) > budget) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "The NICs have %,d B for the index, which would take %,d B: fewer records are cached, and more are fetched by DMA.",
                    budget,
                    sum(wanted)));
        }
        for (int table = 0; table < tables.length; table++) {
            copies[table] = new TableCopies(scope, placement, images[table], Shard::version);
            if (copies[table].isOrdered()) {
                locals[table] = copies[table].local();
            } else {
                tables[table] =
                        new XenicTable(table, copies[table], scope, context, geometries[table], nic, end, options);
            }
        }
        undecided = scope.recovery() != null && scope.epoch() > 0;
        inserts = InsertJournal.of(scope, placement, locals, context.threads(), context.contexts());
    }

    private static int longest(TableImages[] images) {
        int longest = 0;
        for (TableImages table : images) {
            longest = Math.max(longest, table.spec().valueBytes());
        }
        return longest;
    }

    /** For each table that is not ordered an index of a partition, as large as it should be. */
    private static IndexGeometry[] wanted(TableImages[] images, XenicOptions.Shard options) {
        IndexGeometry[] wanted = new IndexGeometry[images.length];
        for (int table = 0; table < images.length; table++) {
            wanted[table] = images[table].spec().ordered() ? null : fitting(images[table], options, Long.MAX_VALUE);
        }
        return wanted;
    }

    /** The same in the same proportions, and no larger than the memory for a partition allows. */
    private static IndexGeometry[] within(
            long budget, IndexGeometry[] wanted, TableImages[] images, XenicOptions.Shard options) {
        long sum = sum(wanted);
        if (sum <= budget) {
            return wanted;
        }
        IndexGeometry[] smaller = new IndexGeometry[wanted.length];
        for (int table = 0; table < images.length; table++) {
            smaller[table] = wanted[table] == null
                    ? null
                    : fitting(images[table], options, (long) (budget * ((double) wanted[table].bytes() / sum)));
        }
        return smaller;
    }

    private static long sum(IndexGeometry[] geometries) {
        return Stream.of(geometries)
                .filter(Objects::nonNull)
                .mapToLong(IndexGeometry::bytes)
                .sum();
    }

    private static IndexGeometry fitting(TableImages images, XenicOptions.Shard options, long bytes) {
        return IndexGeometry.fitting(
                (RobinHoodStore) images.store(), options.cachePositions, options.indexPages, bytes);
    }

    /** Lets one-sided verbs reach what the NIC's cores of a node read and write of host memory. */
    public void register(int node, OneSidedVerbs verbs) {
        verbs.register(log.host());
        for (XenicTable table : tables) {
            if (table != null) {
                XenicTable.forEachPrimary(placement, node, partition -> verbs.register(table.region(partition)));
            }
        }
    }

    /** What is remembered of logged transactions; null in a run in which no machine crashes. */
    public Journal journal() {
        return journal;
    }

    /**
     * Whether it is still being decided what a crash has left under way: tables may have what will be taken back, and
     * what recovery has locked only the NIC knows. Any thread.
     */
    public boolean isUndecided() {
        return undecided;
    }

    /** All of it is decided. */
    public void decided() {
        undecided = false;
    }

    /** What the node's coordinators have inserted into ordered tables; null if no machine crashes, or none is. */
    public InsertJournal inserts() {
        return inserts;
    }

    /** Whether this node has a copy of a partition of a table. */
    public boolean has(int table, int partition) {
        return copies[table].has(partition);
    }

    /** How long the values of a table are. */
    public int valueBytes(int table) {
        return copies[table].valueBytes();
    }

    /** What a copy of a partition consists of, with the log that it is behind. */
    public List<Region> copy(int partition) {
        List<Region> regions = InsertJournal.withJournal(inserts, partition, copies);
        regions.add(log.host());
        regions.add(journal.region());
        return regions;
    }

    /** How much of {@link #copy} is in use. */
    public long copyBytes(int partition) {
        long bytes = end.end() - end.appliedBytes() + journal.usedBytes();
        for (TableCopies table : copies) {
            bytes += table.region(partition).sizeBytes();
        }
        return bytes;
    }

    /** The log. */
    public HostLog log() {
        return log;
    }

    /** What the NIC keeps of the log. */
    public LogEnd logEnd() {
        return end;
    }

    /** How many tables there are, ordered ones among them. */
    public int tables() {
        return tables.length;
    }

    /** A hash table, which all NICs reach; null if it is ordered. */
    public XenicTable table(int table) {
        return tables[table];
    }

    /** The ordered tables, which only this host's coordinators use; null where one is not. */
    public LocalTable[] locals() {
        return locals;
    }

    /** The worker that applies the log's writes of a key: one for all that share a header word. */
    public int worker(int table, long key) {
        return locals[table] == null
                ? tables[table].worker(key)
                : (int) ((locals[table].store().headerAddress(key) / Long.BYTES + table) % log.workers());
    }

    private static long version(Region region, long headerAddress, long valueAddress) {
        return valueAddress < 0 ? region.getLong(headerAddress) : RobinHoodStore.version(region, valueAddress);
    }

    /** Whether this node's log or tables have what an access of a transaction that is being reported wrote. */
    public boolean holds(Transaction transaction, int access) {
        int table = transaction.table(access);
        long key = transaction.key(access);
        return copies[table].holds(placement.partition(table, key), transaction, access)
                || logged.has(transaction, access);
    }

    /**
     * What is locked now of what this node is the primary of, while nothing is under way, one sentence for each
     * partition.
     */
    public List<String> locksLeft() {
        return LocksLeft.find(
                placement,
                node,
                tables.length,
                table -> copies[table].toString(),
                (table, partition) -> locals[table] != null
                        ? locals[table].locked(partition, journal != null)
                        : tables[table].index(partition).locked());
    }

    /** Visits the records of a partition of which this node has a copy. */
    public void records(int partition, RecordVisitor visitor) {
        for (TableCopies table : copies) {
            table.records(partition, visitor);
        }
    }

    /** How many bytes were logged, and how many of them are in the tables. */
    public ProtocolNode.Background background() {
        return new ProtocolNode.Background(end.end(), end.appliedBytes());
    }

    /** What the user should know of how it is laid out. */
    public List<String> remarks() {
        return remarks;
    }
}

package org.breadboard.proto.hades.table;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.store.LocalTable;

/**
 * The tables of one node: unordered ones, whose records all nodes reach, and ordered ones, which only the threads of their primary use. Where
 * the hardware has {@link CachedMemory}, records and indexes are mapped there.
 */
public final class NodeTables {
    private final RecordTable[] tables;
    private final LocalTable[] ordered;
    private final TableImages[] images;
    private final Placement placement;
    private final int node;

    /**
     * Makes the node's regions.
     *
     * @param images at the index of each table's id
     * @param witnessWords by table, words beside each record of an unordered table that say who wrote what; 0 for none
     */
    public NodeTables(NodeContext scope, Placement placement, TableImages[] images, IntUnaryOperator witnessWords) {
        this.images = images.clone();
        this.placement = placement;
        node = scope.node();
        tables = new RecordTable[images.length];
        ordered = new LocalTable[images.length];
        for (int table = 0; table < images.length; table++) {
            if (images[table].spec().ordered()) {
                ordered[table] = orderedCopies(scope, placement, images[table]);
            } else {
                tables[table] = new RecordTable(scope, placement, images[table], witnessWords.applyAsInt(table));
            }
        }
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

    private static LocalTable orderedCopies(NodeContext scope, Placement placement, TableImages images) {
        Region[] copies = new Region[placement.partitions()];
        String name = images.spec().name();
        for (int partition = 0; partition < copies.length; partition++) {
            for (int copy = 0; copy < placement.replicas(); copy++) {
                if (placement.node(partition, copy) == scope.node()) {
                    copies[partition] = scope.region(
                            "hades-" + name + "-" + partition, images.image(partition), Lifetime.SURVIVES_CRASH);
                }
            }
        }
        return new LocalTable(name, images.store(), images.spec().valueBytes(), copies);
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
     * Visits all records of which this node has copy number {@code copy}; the node must be quiet.
     *
     * @param ofRecord tells the versions of records of unordered tables
     */
    public void records(int copy, RecordVisitor visitor, RecordTable.RecordVersion ofRecord) {
        for (int table = 0; table < tables.length; table++) {
            if (tables[table] != null) {
                tables[table].records(copy, visitor, ofRecord);
            } else {
                orderedRecords(table, copy, visitor);
            }
        }
    }

    private void orderedRecords(int table, int copy, RecordVisitor visitor) {
        int valueBytes = images[table].spec().valueBytes();
        for (int partition = 0; partition < placement.partitions(); partition++) {
            if (copy < placement.replicas() && placement.node(partition, copy) == node) {
                ordered[table].forEach(
                        partition, (key, version, value) -> visitor.record(table, key, version, value, valueBytes));
            }
        }
    }

    /** What the run should say of its tables, one sentence each. */
    public List<String> remarks() {
        return Arrays.stream(images)
                .map(TableImages::remark)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}

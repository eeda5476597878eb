package org.breadboard.proto.xenic.table;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.store.LocalHeader;
import org.breadboard.api.store.LocalTable;
import org.breadboard.api.store.Store;

/** The copies that one node has of the partitions of a table: with {@link LocalHeader}s if it is ordered, else {@link RecordWord}s. */
public final class TableCopies {
    private static final int NONE = -1;

    private final TableImages images;
    private final Region[] regions;
    private final int[] copies;

    /** Makes the regions of a node, which survive its crash. */
    public TableCopies(NodeScope scope, Placement placement, TableImages images) {
        this.images = images;
        regions = new Region[placement.partitions()];
        copies = new int[placement.partitions()];
        java.util.Arrays.fill(copies, NONE);
        for (int partition = 0; partition < regions.length; partition++) {
            for (int copy = 0; copy < placement.replicas(); copy++) {
                if (placement.node(partition, copy) == scope.node()) {
                    regions[partition] =
                            scope.region(name(partition), images.image(partition), Lifetime.SURVIVES_CRASH);
                    copies[partition] = copy;
                }
            }
        }
    }

    /** The name of a partition's region, on every node that has a copy. */
    public String name(int partition) {
        return "table." + images.spec().name() + "." + partition;
    }

    /** The geometry. */
    public Store store() {
        return images.store();
    }

    /** How long a value is. */
    public int valueBytes() {
        return images.spec().valueBytes();
    }

    /** Whether this node is the primary of a partition. */
    public boolean isPrimary(int partition) {
        return copies[partition] == 0;
    }

    /** This node's copy of a partition, or null. */
    public Region region(int partition) {
        return regions[partition];
    }

    /** An ordered table, for the coordinators of this node. */
    public LocalTable local() {
        return new LocalTable(images.spec().name(), store(), valueBytes(), regions);
    }

    /** Whether the table is ordered, and so only its primary's own coordinators use it. */
    public boolean isOrdered() {
        return images.spec().ordered();
    }

    /** Visits the records of all partitions of which this node has copy number {@code copy}; versions are in header words. */
    public void records(int copy, RecordVisitor visitor) {
        records(copy, visitor, null);
    }

    /** As {@link #records(int, RecordVisitor)}, of a store whose records have versions of their own. */
    public void records(int copy, RecordVisitor visitor, RecordVersion ofRecord) {
        byte[] value = new byte[valueBytes()];
        for (int partition = 0; partition < regions.length; partition++) {
            Region region = regions[partition];
            if (region != null && copies[partition] == copy) {
                store().forEach(region, (key, headerAddress, valueAddress, valueBytes) -> {
                    region.read(valueAddress, value, 0, value.length);
                    long version = isOrdered()
                            ? LocalHeader.version(region.getLong(headerAddress))
                            : ofRecord == null
                                    ? RecordWord.version(region.getLong(headerAddress))
                                    : ofRecord.version(region, valueAddress);
                    visitor.record(images.spec().id(), key, version, value, value.length);
                });
            }
        }
    }

    /** Tells the version of a record. */
    @FunctionalInterface
    public interface RecordVersion {
        /** The version of the record whose value begins at {@code valueAddress}. */
        long version(Region region, long valueAddress);
    }
}

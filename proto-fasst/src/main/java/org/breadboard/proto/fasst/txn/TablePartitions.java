package org.breadboard.proto.fasst.txn;

import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.store.LocalHeader;
import org.breadboard.api.store.LocalTable;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaStore;

/** The partitions of one table of which a node holds a copy. All of them have one geometry. */
final class TablePartitions {
    private static final int NONE = -1;

    private final int table;
    private final TableImages images;
    private final Region[] regions;
    private final int[] copies;

    TablePartitions(int table, TableImages images, int partitions) {
        this.table = table;
        this.images = images;
        this.regions = new Region[partitions];
        this.copies = new int[partitions];
        java.util.Arrays.fill(copies, NONE);
    }

    /** This node has copy {@code copy} of a partition, 0 being the primary. */
    void hold(int partition, int copy, Region region) {
        regions[partition] = region;
        copies[partition] = copy;
    }

    int table() {
        return table;
    }

    /** The geometry of a table that is not ordered. */
    MicaStore store() {
        return images.hash();
    }

    /** Whether it is an ordered table, which only coordinators of its primary's node use. */
    boolean isOrdered() {
        return images.spec().ordered();
    }

    /** An ordered table, for the coordinators of this node. */
    LocalTable local() {
        return new LocalTable(
                images.spec().name(), images.store(), images.spec().valueBytes(), regions);
    }

    Region region(int partition) {
        Region region = regions[partition];
        if (region == null) {
            throw new IllegalStateException(
                    "table " + table + ": partition " + partition + " has no copy on this node");
        }
        return region;
    }

    void records(int copy, RecordVisitor visitor) {
        byte[] value = new byte[images.spec().valueBytes()];
        for (int partition = 0; partition < regions.length; partition++) {
            Region region = regions[partition];
            if (region != null && copies[partition] == copy) {
                images.store().forEach(region, (key, headerAddress, valueAddress, valueBytes) -> {
                    region.read(valueAddress, value, 0, value.length);
                    long word = region.getLong(headerAddress);
                    long version = isOrdered() ? LocalHeader.version(word) : HeaderWord.version(word);
                    visitor.record(table, key, version, value, value.length);
                });
            }
        }
    }
}

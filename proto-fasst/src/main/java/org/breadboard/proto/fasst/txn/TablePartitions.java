package org.breadboard.proto.fasst.txn;

import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaStore;

/** The partitions of one table of which a node holds a copy. All of them have one geometry. */
final class TablePartitions {
    private static final int NONE = -1;

    private final int table;
    private final MicaStore store;
    private final Region[] regions;
    private final int[] copies;

    TablePartitions(int table, MicaStore store, int partitions) {
        this.table = table;
        this.store = store;
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

    MicaStore store() {
        return store;
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
        byte[] value = new byte[store.valueBytes()];
        for (int partition = 0; partition < regions.length; partition++) {
            Region region = regions[partition];
            if (region != null && copies[partition] == copy) {
                store.forEach(region, (key, headerAddress, valueAddress, valueBytes) -> {
                    region.read(valueAddress, value, 0, valueBytes);
                    long version = HeaderWord.version(region.getLong(headerAddress));
                    visitor.record(table, key, version, value, valueBytes);
                });
            }
        }
    }
}

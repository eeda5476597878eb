package org.breadboard.proto.fasst.txn;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.LocalTable;
import org.breadboard.api.store.Store;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.fasst.mica.MicaStore;
import org.breadboard.proto.fasst.mica.MicaStoreType;

/**
 * The initial content of one table, an image for each partition that its replicas share. All partitions have the geometry
 * of the largest, so that a key's bucket depends on the key alone. Ordered tables are no part of FaSST's paper; they are B+ trees, as Xenic has them
 * for TPC-C (Xenic 5.2).
 */
final class TableImages {
    private final TableSpec spec;
    /** Null if the table is ordered. */
    private final MicaStore hash;

    private final Store store;
    private final Image[] images;

    TableImages(ProtocolContext context, FasstOptions options, TableSpec spec) {
        this.spec = spec;
        Population population = context.population(spec.id());
        Placement placement = context.placement();
        int partitions = placement.partitions();
        long[][] keys = new long[partitions][64];
        int[] counts = new int[partitions];
        byte[] value = new byte[spec.valueBytes()];
        for (long i = 0; i < population.candidates(); i++) {
            long key = population.key(i);
            Arrays.fill(value, (byte) 0);
            if (population.value(key, value)) {
                int partition = placement.partition(spec.id(), key);
                if (counts[partition] == keys[partition].length) {
                    keys[partition] = Arrays.copyOf(keys[partition], counts[partition] * 2);
                }
                keys[partition][counts[partition]++] = key;
            }
        }
        int largest = Arrays.stream(counts).max().orElse(0);
        long most = Math.max(largest, share(spec.capacity(), partitions));
        if (spec.ordered()) {
            hash = null;
            store = LocalTable.orderedStore(
                    context.store(LocalTable.ORDERED_STORE), spec.name(), most, spec.valueBytes());
        } else {
            hash = MicaStoreType.create(most, spec.valueBytes(), options.slots(), options.overflowPercent());
            store = hash;
        }
        images = new Image[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            long[] ofPartition = keys[partition];
            int count = counts[partition];
            images[partition] = context.image(
                    store.regionBytes(), store.layout(), region -> fill(region, population, ofPartition, count, value));
            keys[partition] = null;
        }
    }

    /** What one partition may come to hold of a table: its share and six standard deviations of a random split. */
    private static long share(long capacity, int partitions) {
        double mean = (double) capacity / partitions;
        return Math.min(capacity, (long) Math.ceil(mean + 6 * Math.sqrt(mean)));
    }

    private void fill(Region region, Population population, long[] keys, int count, byte[] value) {
        store.format(region);
        for (int i = 0; i < count; i++) {
            long address = store.insert(region, keys[i]);
            if (address == Store.FULL) {
                throw new RefusedException("table " + spec.name() + " has no room for its initial " + count
                        + " records in a partition: raise overflowPercent");
            }
            Arrays.fill(value, (byte) 0);
            population.value(keys[i], value);
            region.write(address, value, 0, value.length);
        }
    }

    TableSpec spec() {
        return spec;
    }

    /** The geometry of all partitions. */
    Store store() {
        return store;
    }

    /** The geometry of a table that is not ordered. */
    MicaStore hash() {
        return hash;
    }

    Image image(int partition) {
        return images[partition];
    }
}

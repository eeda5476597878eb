package org.breadboard.proto.xenic.table;

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

/**
 * The initial content of one table: an image for each partition, which its replicas share. All partitions have the geometry of
 * the largest, so that where a key is looked for depends on the key alone.
 */
public final class TableImages {
    /** How a protocol lays out a partition. */
    @FunctionalInterface
    public interface Geometry {
        /** A store for so many records. */
        Store of(long records, int valueBytes);
    }

    private final TableSpec spec;
    private final Store store;
    private final Image[] images;

    /**
     * Fills a table.
     *
     * @param geometry makes the store for a number of records and a size of values, unless the table is ordered
     * @throws RefusedException if a partition has no room for its records
     */
    public TableImages(ProtocolContext context, TableSpec spec, Geometry geometry) {
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
        store = spec.ordered()
                ? LocalTable.orderedStore(context.store(LocalTable.ORDERED_STORE), spec.name(), most, spec.valueBytes())
                : geometry.of(most, spec.valueBytes());
        images = new Image[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            long[] own = Arrays.copyOf(keys[partition], counts[partition]);
            keys[partition] = null;
            images[partition] =
                    context.image(store.regionBytes(), store.layout(), region -> fill(region, population, own, value));
        }
    }

    /** What one partition may come to hold: its share and six standard deviations of a random split. */
    private static long share(long capacity, int partitions) {
        double mean = (double) capacity / partitions;
        return Math.min(capacity, (long) Math.ceil(mean + 6 * Math.sqrt(mean)));
    }

    private void fill(Region region, Population population, long[] keys, byte[] value) {
        store.format(region);
        for (long key : keys) {
            long address = store.insert(region, key);
            if (address == Store.FULL) {
                throw new RefusedException("table " + spec.name() + " has no room for its initial " + keys.length
                        + " records in a partition: give its store more room");
            }
            Arrays.fill(value, (byte) 0);
            population.value(key, value);
            region.write(address, value, 0, value.length);
        }
    }

    /** The table. */
    public TableSpec spec() {
        return spec;
    }

    /** The geometry of all partitions. */
    public Store store() {
        return store;
    }

    /** What a partition holds in the beginning. */
    public Image image(int partition) {
        return images[partition];
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.Store;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a table holds in the beginning: an image for each partition, which its replicas share. All partitions have the
 * geometry of the largest, so that where a key is looked for depends on the key alone. Made by the thread that
 * assembles the run; immutable.
 */
public final class TableImages {
    /** How a protocol lays out a partition of a table that is not ordered. */
    @FunctionalInterface
    @ConsumerType
    public interface Geometry {
        /** A store for so many records. */
        Store of(long records, int valueBytes);
    }

    private final TableSpec spec;
    private final Store store;
    private final Image[] images;

    /**
     * A filled table. An ordered one is kept as {@link LocalTable#orderedStore} says.
     *
     * @param geometry makes the store for a number of records and a size of values, unless the table is ordered; one
     *     for each table of a run, and not by {@link ProtocolContext#contexts}, as {@link ProtocolContext#initial} says
     * @param remedy what to do if a partition has no room for its records, for errors: {@code "raise overflowPercent"}
     * @throws RefusedException if a partition has no room for its records
     */
    public static TableImages of(ProtocolContext context, TableSpec spec, Geometry geometry, String remedy) {
        return context.initial("table " + spec.id(), () -> new TableImages(context, spec, geometry, remedy));
    }

    private TableImages(ProtocolContext context, TableSpec spec, Geometry geometry, String remedy) {
        this.spec = spec;
        PartitionedKeys keys = PartitionedKeys.existing(context, spec);
        store = spec.ordered()
                ? LocalTable.orderedStore(context.stores(), spec, keys.most())
                : geometry.of(keys.most(), spec.valueBytes());
        Population population = context.population(spec.id());
        images = new Image[keys.partitions()];
        for (int partition = 0; partition < images.length; partition++) {
            long[] own = keys.of(partition);
            images[partition] =
                    context.image(store.regionBytes(), store.layout(), region -> fill(region, population, own, remedy));
        }
    }

    private void fill(Region region, Population population, long[] keys, String remedy) {
        byte[] value = new byte[spec.valueBytes()];
        store.format(region);
        for (long key : keys) {
            long address = inserted(spec, store.insert(region, key), remedy);
            Arrays.fill(value, (byte) 0);
            if (!population.value(key, value)) {
                throw new IllegalStateException("table " + spec.name() + ": its population says that key " + key
                        + " exists, and has no value for it");
            }
            region.write(address, value, 0, value.length);
        }
    }

    /**
     * What {@link Store#insert} answered, of a record that a table begins with.
     *
     * @param remedy what to do if there was no room
     * @throws RefusedException if there was no room
     * @throws IllegalStateException if the population names a key twice
     */
    public static long inserted(TableSpec spec, long address, String remedy) {
        if (address == Store.FULL) {
            throw new RefusedException(
                    "table " + spec.name() + " has no room in its store for all of its initial records: " + remedy);
        }
        if (address == Store.EXISTS) {
            throw new IllegalStateException("table " + spec.name() + ": its population names a key twice");
        }
        return address;
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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import java.util.Arrays;
import java.util.function.Predicate;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.PartitionedKeys;
import org.breadboard.kit.table.TableImages;

/**
 * What one table that is not ordered holds in the beginning: an image for each partition and one for the index, shared
 * by the nodes that have copies. A partition's candidates have slots in the order in which the population names them.
 * Immutable.
 */
public final class RecordImages {
    private final TableSpec spec;
    private final RecordFormat format;
    private final PartitionedKeys keys;
    private final Image[] images;
    private final Store store;
    private final Image index;

    RecordImages(ProtocolContext context, TableSpec spec, TableSettings settings, RecordFormat format) {
        this.spec = spec;
        this.format = format;
        keys = PartitionedKeys.candidates(context, spec);
        store = indexStore(context, settings.index());
        Population population = context.population(spec.id());
        images = new Image[keys.partitions()];
        for (int partition = 0; partition < images.length; partition++) {
            long[] own = keys.of(partition);
            images[partition] = context.image(
                    Math.max(1, own.length) * (long) format.slotBytes(),
                    format.layout(),
                    region -> fillSlots(region, population, own));
        }
        index = context.image(store.regionBytes(), store.layout(), this::fillIndex);
    }

    /** The geometry of the index: the one place that decides what kind of store it is. */
    private Store indexStore(ProtocolContext context, String setting) {
        long places = Math.max(1, keys.count());
        String wanted = setting.equals(TableSettings.WORKLOADS_INDEX) ? spec.index() : setting;
        Predicate<StoreType> suits =
                wanted.isEmpty() ? StoreType::index : type -> type.id().equals(wanted);
        StoreType type = context.stores().stream().filter(suits).findFirst().orElse(null);
        if (type == null) {
            throw new RefusedException("table " + spec.name() + " needs an index, but no installed bundle brings "
                    + (wanted.isEmpty() ? "a store that is made for indexes" : "the store " + wanted));
        }
        return type.create(places, Long.BYTES, Settings.defaultsOf(type.settings()));
    }

    private void fillSlots(Region region, Population population, long[] own) {
        byte[] value = new byte[spec.valueBytes()];
        byte[] slot = new byte[format.slotBytes()];
        for (int i = 0; i < own.length; i++) {
            Arrays.fill(value, (byte) 0);
            Arrays.fill(slot, (byte) 0);
            format.encodeInitial(population.value(own[i], value), value, slot, 0);
            region.write(address(i), slot, 0, slot.length);
        }
    }

    private void fillIndex(Region region) {
        store.format(region);
        for (int partition = 0; partition < keys.partitions(); partition++) {
            long[] own = keys.of(partition);
            for (int i = 0; i < own.length; i++) {
                long at = TableImages.inserted(spec, store.insert(region, own[i]), "use a smaller scale");
                region.putLong(at, address(i));
            }
        }
    }

    // What nodes ask.

    /** The table. */
    public TableSpec spec() {
        return spec;
    }

    /** How its records lie in their slots. */
    RecordFormat format() {
        return format;
    }

    /** The geometry of the index. */
    Store store() {
        return store;
    }

    Image image(int partition) {
        return images[partition];
    }

    Image index() {
        return index;
    }

    /** The keys that have places in a partition, in the order of places. */
    long[] keys(int partition) {
        return keys.of(partition);
    }

    /** Where the {@code slot}-th record of a partition stands. */
    long address(int slot) {
        return (long) slot * format.slotBytes();
    }
}

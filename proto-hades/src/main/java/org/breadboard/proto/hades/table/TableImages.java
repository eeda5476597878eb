package org.breadboard.proto.hades.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.LocalTable;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;

/**
 * What one table holds in the beginning: an image for each partition and, unless the table is ordered, one for the index, all shared by
 * the nodes that have copies. A partition's candidates have slots in the order in which the population names them.
 */
public final class TableImages {
    /** The kinds of store for indexes where the mix names none: the first that is installed. */
    static final List<String> DEFAULT_STORES = List.of("hash-table", "chained", LocalTable.ORDERED_STORE);

    private final TableSpec spec;
    private final RecordFormat format;
    private final long[][] keys;
    private final Image[] images;
    private final Store store;
    private final Image index;
    private String remark;

    /**
     * The images of all tables of a run, each at the index of its id.
     *
     * @param format makes the format of the records of unordered tables from the size of their values
     */
    public static TableImages[] of(
            ProtocolContext context, TableSettings settings, IntFunction<? extends RecordFormat> format) {
        List<TableImages> images = new ArrayList<>();
        for (TableSpec spec : context.tables()) {
            images.add(new TableImages(context, spec, settings, format));
        }
        return images.toArray(TableImages[]::new);
    }

    private TableImages(
            ProtocolContext context,
            TableSpec spec,
            TableSettings settings,
            IntFunction<? extends RecordFormat> format) {
        this.spec = spec;
        this.format = spec.ordered() ? null : format.apply(spec.valueBytes());
        keys = candidates(context);
        images = new Image[keys.length];
        Population population = context.population(spec.id());
        long most = Math.max(largest(), share(spec.capacity(), keys.length));
        store = spec.ordered()
                ? LocalTable.orderedStore(context.store(LocalTable.ORDERED_STORE), spec.name(), most, spec.valueBytes())
                : indexStore(context, settings.index());
        for (int partition = 0; partition < keys.length; partition++) {
            long[] own = keys[partition];
            images[partition] = spec.ordered()
                    ? context.image(store.regionBytes(), store.layout(), region -> fillStore(region, population, own))
                    : context.image(
                            Math.max(1, own.length) * (long) this.format.slotBytes(),
                            this.format.layout(),
                            region -> fillSlots(region, population, own));
        }
        index = spec.ordered() ? null : context.image(store.regionBytes(), store.layout(), this::fillIndex);
    }

    private long[][] candidates(ProtocolContext context) {
        Population population = context.population(spec.id());
        Placement placement = context.placement();
        long[][] found = new long[placement.partitions()][64];
        int[] counts = new int[found.length];
        byte[] value = new byte[spec.valueBytes()];
        for (long i = 0; i < population.candidates(); i++) {
            long key = population.key(i);
            // Ordered stores hold records that exist; places are for all candidates.
            if (spec.ordered()) {
                Arrays.fill(value, (byte) 0);
                if (!population.value(key, value)) {
                    continue;
                }
            }
            int partition = placement.partition(spec.id(), key);
            if (counts[partition] == found[partition].length) {
                found[partition] = Arrays.copyOf(found[partition], counts[partition] * 2);
            }
            found[partition][counts[partition]++] = key;
        }
        for (int partition = 0; partition < found.length; partition++) {
            found[partition] = Arrays.copyOf(found[partition], counts[partition]);
        }
        return found;
    }

    private long largest() {
        return Arrays.stream(keys).mapToLong(own -> own.length).max().orElse(0);
    }

    /** What one partition may come to hold: its share and six standard deviations of a random split. */
    private static long share(long capacity, int partitions) {
        double mean = (double) capacity / partitions;
        return Math.min(capacity, (long) Math.ceil(mean + 6 * Math.sqrt(mean)));
    }

    /** The geometry of the index: the one place that decides what kind of store it is. */
    private Store indexStore(ProtocolContext context, String setting) {
        long places =
                Math.max(1, Arrays.stream(keys).mapToLong(own -> own.length).sum());
        String wanted = setting.equals(TableSettings.WORKLOADS_INDEX) ? spec.index() : setting;
        List<String> candidates = wanted.isEmpty() ? DEFAULT_STORES : List.of(wanted);
        for (String candidate : candidates) {
            StoreType type = context.store(candidate);
            if (type != null) {
                if (!candidate.equals(candidates.get(0))) {
                    remark = "no installed bundle brings the store " + candidates.get(0) + ", so indexes are "
                            + candidate + " stores";
                }
                return type.create(places, Long.BYTES, Settings.defaultsOf(type.settings()));
            }
        }
        throw new RefusedException("table " + spec.name() + " needs an index, but no installed bundle brings the store "
                + String.join(" or ", candidates));
    }

    private void fillStore(Region region, Population population, long[] own) {
        byte[] value = new byte[spec.valueBytes()];
        store.format(region);
        for (long key : own) {
            long address = inserted(store.insert(region, key));
            Arrays.fill(value, (byte) 0);
            population.value(key, value);
            region.write(address, value, 0, value.length);
        }
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
        for (long[] own : keys) {
            for (int i = 0; i < own.length; i++) {
                region.putLong(inserted(store.insert(region, own[i])), address(i));
            }
        }
    }

    private long inserted(long address) {
        if (address == Store.FULL) {
            throw new RefusedException("table " + spec.name()
                    + " has no room in its store for all of its initial records: use a smaller scale");
        }
        if (address == Store.EXISTS) {
            throw new IllegalStateException("table " + spec.name() + ": its population names a key twice");
        }
        return address;
    }

    // What nodes ask.

    /** The table. */
    public TableSpec spec() {
        return spec;
    }

    /** How its records lie in their slots; null if it is ordered. */
    public RecordFormat format() {
        return format;
    }

    /** If it is ordered, the geometry of each partition; else that of the index. */
    public Store store() {
        return store;
    }

    /** What the run should say of its index, or null. */
    String remark() {
        return remark;
    }

    Image image(int partition) {
        return images[partition];
    }

    Image index() {
        return index;
    }

    /** The keys that have places in a partition, in the order of places; of an ordered table, those that it begins with. */
    long[] keys(int partition) {
        return keys[partition];
    }

    /** Where the {@code slot}-th record of a partition stands. */
    long address(int slot) {
        return (long) slot * format.slotBytes();
    }
}

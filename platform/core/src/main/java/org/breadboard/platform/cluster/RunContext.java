// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.runtime.PluginWatch;

/** What the protocol of a run knows before nodes are built. By the thread that builds the cluster. */
final class RunContext implements ProtocolContext {
    private static final long SAMPLE_RECORDS = 64;

    private final Mix mix;
    private final MixParts parts;
    private final Placement placement;
    private final List<TableSpec> tables;
    private final Beginning beginning;
    private final ImageMemory images;

    /**
     * What tables begin with.
     *
     * @param kept what the run before this one started from
     * @param records in place of the workload's; null for those
     * @param samples whether a few of them are enough, since nobody will run
     * @param adopts whether the memory of another cluster is there, of which nothing is filled
     */
    record Beginning(Beginnings kept, NeutralRecords records, boolean samples, boolean adopts) {}

    RunContext(Mix mix, MixParts parts, Placement placement, Beginning beginning) {
        this.mix = mix;
        this.parts = parts;
        this.placement = placement;
        this.beginning = beginning;
        tables = parts.workload() == null ? List.of() : parts.workload().tables();
        long heapBytes = Runtime.getRuntime().maxMemory();
        images = beginning.samples ? ImageMemory.ofSamples(heapBytes) : new ImageMemory(heapBytes);
    }

    @Override
    public int nodes() {
        return mix.cluster().nodes();
    }

    @Override
    public int clientNodes() {
        return mix.cluster().clientNodes();
    }

    @Override
    public int threads() {
        return mix.cluster().threads();
    }

    @Override
    public int contexts() {
        return mix.contexts();
    }

    @Override
    public int firstNumber() {
        return Wraps.firstNumber(mix);
    }

    @Override
    public Settings settings() {
        return mix.protocol().settings();
    }

    @Override
    public Placement placement() {
        return placement;
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public List<TransactionLogic> transactions() {
        return parts.workload() == null ? List.of() : parts.workload().transactions();
    }

    @Override
    public Population population(int table) {
        Population first = parts.workload().population(table);
        Population whole = beginning.records == null ? first : beginning.records.population(table, first);
        return new WatchedPopulation(
                whole, beginning.samples ? Math.min(SAMPLE_RECORDS, whole.candidates()) : whole.candidates());
    }

    @Override
    public boolean removes(int table) {
        return parts.workload().removes(table);
    }

    @Override
    public List<StoreType> stores() {
        return parts.plugins().stream()
                .flatMap(plugin -> plugin.stores().stream())
                .sorted(Comparator.comparing(StoreType::id))
                .toList();
    }

    @Override
    public <T> T initial(String name, Supplier<T> make) {
        return beginning.kept.initial(name, make);
    }

    @Override
    public Image image(long sizeBytes, Layout layout, Fill fill) {
        if (beginning.adopts) {
            // Nobody reads it: the region of before is there.
            return new PagedRegion("image", sizeBytes, Lifetime.PROCESS, layout).freeze();
        }
        return images.image(sizeBytes, layout, fill);
    }

    /**
     * A population that shows whoever watches the building of a cluster that it goes on; or as many of its candidates,
     * spread evenly and with the last one.
     */
    private record WatchedPopulation(Population population, long candidates) implements Population {
        @Override
        public long key(long index) {
            PluginWatch.beat();
            long all = population.candidates();
            return population.key(candidates == all ? index : (index + 1) * all / candidates - 1);
        }

        @Override
        public boolean value(long key, byte[] value) {
            PluginWatch.beat();
            return population.value(key, value);
        }

        @Override
        public boolean exists(long key, byte[] scratch) {
            PluginWatch.beat();
            return population.exists(key, scratch);
        }
    }
}

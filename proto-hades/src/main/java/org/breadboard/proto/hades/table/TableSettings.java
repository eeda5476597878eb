// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.table.MemoryCost;

/**
 * The settled settings of tables.
 *
 * @param index the kind of store of indexes, or {@link #WORKLOADS_INDEX}
 * @param indexNodeNs CPU per node of an index that a lookup visits, besides memory
 * @param cost what a thread pays for memory where the hardware models no caches
 */
public record TableSettings(String index, double indexNodeNs, MemoryCost cost) {
    /**
     * Names no kind of store: a table's own wish, or where it has none the first kind that is made for indexes
     * ({@link org.breadboard.api.store.StoreType#index}).
     */
    static final String WORKLOADS_INDEX = "workload";

    private static final Setting<String> INDEX = Setting.choice(
            "index",
            List.of(WORKLOADS_INDEX, "hash-table", "map", "b-tree", "bplus-tree", "chained"),
            "The kind of store that maps a key to the place of its record: what the workload wants, or one for all"
                    + " its tables (HADES VII)");
    private static final Setting<Double> INDEX_NODE_NS = Setting.number(
            "indexNodeNs",
            "ns",
            20,
            0,
            1e6,
            "CPU per node of an index that a lookup visits, without its memory (assumed)");
    private static final Setting<Double> MEMORY_NS = MemoryCost.MEMORY_NS.withDescription(
            "An access that misses the caches, on hardware without modelled caches (assumed: DRAM, HADES Table III)");
    private static final Setting<Double> CACHED_NS = MemoryCost.CACHED_NS
            .withDefault(20.0)
            .withDescription("An access to what was touched just before, on hardware without modelled caches"
                    + " (assumed: last-level cache, HADES Table III)");

    /** What a mix can set. */
    public static List<Setting<?>> settings() {
        return List.of(INDEX, INDEX_NODE_NS, MEMORY_NS, CACHED_NS);
    }

    /** Of a run; the settings include {@link #settings()}. */
    public static TableSettings of(Settings settings) {
        return new TableSettings(settings.get(INDEX), settings.get(INDEX_NODE_NS), MemoryCost.of(settings));
    }
}

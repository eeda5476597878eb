// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Cursor;

/**
 * What a CPU pays for accesses to its own memory. It waits as for a device ({@code Step.stall}): DRAM does not slow
 * down when two hyperthreads share a core, and while one waits the other computes (Xenic Table 1: with all threads busy
 * hash_perf takes 1.3 times as long, Coremark 2).
 *
 * <p>A protocol declares {@link #MEMORY_NS} and {@link #CACHED_NS}, with its own default and sentence where these
 * differ, and reads both by {@link #of}.
 *
 * @param memoryNs an access that misses the caches, in ns
 * @param cachedNs an access to what was used just before, in ns
 */
public record MemoryCost(double memoryNs, double cachedNs) {
    /** An access that misses the caches. */
    public static final Setting<Double> MEMORY_NS = Setting.number(
            "memoryNs", "ns", 100, 0, 1e6, "CPU per access to a table that misses the caches (assumed: DRAM)");

    /** An access to what was used just before. */
    public static final Setting<Double> CACHED_NS = Setting.number(
            "cachedNs",
            "ns",
            25,
            0,
            1e6,
            "CPU per access to what was touched microseconds ago (assumed: last-level cache)");

    /** Of a run whose protocol declares {@link #MEMORY_NS} and {@link #CACHED_NS}. */
    public static MemoryCost of(Settings settings) {
        return new MemoryCost(settings.get(MEMORY_NS), settings.get(CACHED_NS));
    }

    /**
     * The cost of a finished lookup, without the record's value. Every range that it asked for misses the caches. Not
     * so in a store with guards, a tree: there only the leaves miss, since every lookup uses the nodes above them.
     */
    public double lookupNs(Cursor cursor) {
        int leaves = cursor.guards();
        int others = cursor.fetches() - leaves;
        return leaves == 0 ? memoryNs * others : memoryNs * leaves + cachedNs * others;
    }

    /**
     * The cost of an insert or a delete of a key that was looked up before in so many fetches: the same way, cached,
     * and one record.
     */
    public double changeNs(int fetches) {
        return cachedNs * fetches + memoryNs;
    }
}

package org.breadboard.api.store;

/**
 * What a CPU pays for its own memory. It waits for it as for a device ({@code Step.stall}): DRAM does not slow when two hyperthreads share
 * a core, while one waits the other computes (Xenic Table 1: with all threads busy hash_perf takes 1.3 times as long, Coremark 2).
 *
 * @param memoryNs an access that misses the caches, in ns
 * @param cachedNs an access to what somebody has just touched, in ns
 */
public record MemoryCost(double memoryNs, double cachedNs) {
    /**
     * Of a finished lookup, without the record's value. What it asked for misses the caches, except in a store with guards, a tree:
     * there the leaves miss, and the nodes above them, which every lookup touches, do not.
     */
    public double lookupNs(Cursor cursor) {
        int leaves = cursor.guards();
        int others = cursor.fetches() - leaves;
        return leaves == 0 ? memoryNs * others : memoryNs * leaves + cachedNs * others;
    }

    /** Of an insert or a delete of a key that was looked up before in so many fetches: the same way, cached, and one record. */
    public double changeNs(int fetches) {
        return cachedNs * fetches + memoryNs;
    }
}

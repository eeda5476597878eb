// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;

/** What the CPU of a thread waits for as it looks records up. One thread. */
public final class LookupCost {
    private final MemoryCost memory;
    private final Lookups lookups;
    private final OverlappedMisses buckets;

    /** {@code atOnce} buckets of a poll's requests are fetched at a time. */
    public LookupCost(MemoryCost memory, Lookups lookups, int atOnce) {
        this.memory = memory;
        this.lookups = lookups;
        buckets = new OverlappedMisses(atOnce);
    }

    MemoryCost memory() {
        return memory;
    }

    /** A record is read, after so many buckets of its chain were. */
    void read(Step step, int fetched, boolean found) {
        if (lookups == Lookups.ONE_MISS) {
            step.stall(memory.memoryNs() * fetched);
            return;
        }
        buckets.charge(step, memory.memoryNs());
        step.stall(memory.memoryNs() * (fetched - 1 + (found ? 1 : 0)));
    }

    /** A record is written: twice as much (FaSST 6.1.2: inserts are slower than lookups). */
    void write(Step step, int fetched) {
        if (lookups == Lookups.ONE_MISS) {
            step.stall(2 * memory.memoryNs() * fetched);
            return;
        }
        buckets.charge(step, 2 * memory.memoryNs());
        step.stall(2 * memory.memoryNs() * fetched);
    }

    /** All that one poll found is served: what the next one has is not known yet. */
    public void pollEnds() {
        buckets.end();
    }
}

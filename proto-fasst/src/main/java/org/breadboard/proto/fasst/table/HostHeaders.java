// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/** Header words beside the records, in the first lines of their buckets (FaSST 5, Fig. 5), for host threads. */
final class HostHeaders implements HeaderWords {
    private final TableCopies table;
    private final MemoryCost memory;

    HostHeaders(TableCopies table, MemoryCost memory) {
        this.table = table;
        this.memory = memory;
    }

    @Override
    public long load(int partition, long header) {
        return table.region(partition).getLongAcquire(header);
    }

    @Override
    public boolean swap(int partition, long header, long expected, long word) {
        return table.region(partition).compareAndSetLong(header, expected, word);
    }

    @Override
    public void store(int partition, long header, long word) {
        table.region(partition).putLongRelease(header, word);
    }

    @Override
    public void loadFence(int partition) {
        table.region(partition).loadFence();
    }

    /** The lookup pays for the line. */
    @Override
    public void looked(Step step, boolean alone) {
        if (alone) {
            step.stall(memory.memoryNs());
        }
    }

    @Override
    public void looked(Step step) {
        // The lookup pays for the line.
    }

    @Override
    public void again(Step step) {
        step.stall(memory.cachedNs());
    }
}

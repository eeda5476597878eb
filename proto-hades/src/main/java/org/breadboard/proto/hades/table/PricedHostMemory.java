// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;

/** Memory at two prices. The lines of one access overlap, so their number does not count. */
final class PricedHostMemory extends HostMemory {
    private final MemoryCost cost;

    PricedHostMemory(MemoryCost cost) {
        this.cost = cost;
    }

    @Override
    public double load(Step step, Region region, long address, int lengthBytes) {
        step.busy(cost.memoryNs());
        return cost.memoryNs();
    }

    @Override
    public double loadAgain(Step step, Region region, long address, int lengthBytes) {
        step.busy(cost.cachedNs());
        return cost.cachedNs();
    }

    @Override
    public double store(Step step, Region region, long address, int lengthBytes) {
        step.busy(cost.cachedNs());
        return cost.cachedNs();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;

/** Memory behind modelled caches, which know by themselves what was touched before. */
final class CachedHostMemory extends HostMemory {
    private final CachedMemory.Core core;

    CachedHostMemory(CachedMemory.Core core) {
        this.core = core;
    }

    @Override
    public double load(Step step, Region region, long address, int lengthBytes) {
        return core.load(step, region, address, lengthBytes);
    }

    @Override
    public double loadAgain(Step step, Region region, long address, int lengthBytes) {
        return core.load(step, region, address, lengthBytes);
    }

    @Override
    public double store(Step step, Region region, long address, int lengthBytes) {
        return core.store(step, region, address, lengthBytes);
    }
}

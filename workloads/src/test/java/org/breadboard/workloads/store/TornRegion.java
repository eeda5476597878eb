// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;
import org.breadboard.api.memory.WatchedRegion;

/**
 * A region in whose copies something else happens half-way, and behind each write, as if another thread came between.
 */
final class TornRegion extends WatchedRegion {
    private final Runnable between;
    private final Runnable behindWrites;

    TornRegion(Region region, Runnable between, Runnable behindWrites) {
        super(region);
        this.between = between;
        this.behindWrites = behindWrites;
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        int half = lengthBytes / 16 * 8;
        super.read(address, target, offset, half);
        between.run();
        super.read(address + half, target, offset + half, lengthBytes - half);
    }

    @Override
    public void putLong(long address, long value) {
        super.putLong(address, value);
        behindWrites.run();
    }

    @Override
    public void putLongRelease(long address, long value) {
        super.putLongRelease(address, value);
        behindWrites.run();
    }

    @Override
    protected void stores(long address) {
        // Something happens behind them.
    }
}

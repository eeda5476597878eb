// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/**
 * A region in whose copies something else happens half-way, and behind each write, as if another thread came between.
 */
final class TornRegion extends Region {
    private final Region region;
    private final Runnable between;
    private final Runnable behindWrites;

    TornRegion(Region region, Runnable between, Runnable behindWrites) {
        this.region = region;
        this.between = between;
        this.behindWrites = behindWrites;
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        int half = lengthBytes / 16 * 8;
        region.read(address, target, offset, half);
        between.run();
        region.read(address + half, target, offset + half, lengthBytes - half);
    }

    @Override
    public String name() {
        return region.name();
    }

    @Override
    public long sizeBytes() {
        return region.sizeBytes();
    }

    @Override
    public Lifetime lifetime() {
        return region.lifetime();
    }

    @Override
    public Layout layout() {
        return region.layout();
    }

    @Override
    public long getLong(long address) {
        return region.getLong(address);
    }

    @Override
    public void putLong(long address, long value) {
        region.putLong(address, value);
        behindWrites.run();
    }

    @Override
    public long getLongAcquire(long address) {
        return region.getLongAcquire(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        region.putLongRelease(address, value);
        behindWrites.run();
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        return region.compareAndSetLong(address, expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        return region.getAndAddLong(address, delta);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        region.write(address, source, offset, lengthBytes);
    }

    @Override
    public void loadFence() {
        region.loadFence();
    }

    @Override
    public void storeFence() {
        region.storeFence();
    }
}

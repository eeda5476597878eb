// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/** A region within a change: what is overwritten goes into the log before. */
final class UndoneRegion extends Region {
    private final Region region;
    private final UndoLog log;

    UndoneRegion(Region region, UndoLog log) {
        this.region = region;
        this.log = log;
    }

    private void overwrites(long address) {
        log.overwrites(address, region.getLong(address));
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
        overwrites(address);
        region.putLong(address, value);
    }

    @Override
    public long getLongAcquire(long address) {
        return region.getLongAcquire(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        overwrites(address);
        region.putLongRelease(address, value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        overwrites(address);
        return region.compareAndSetLong(address, expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        overwrites(address);
        return region.getAndAddLong(address, delta);
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        region.read(address, target, offset, lengthBytes);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        for (long word = address & -Long.BYTES; word < address + lengthBytes; word += Long.BYTES) {
            overwrites(word);
        }
        region.write(address, source, offset, lengthBytes);
    }

    @Override
    public long nextWritten(long from) {
        return region.nextWritten(from);
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

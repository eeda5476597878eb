// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.memory;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Another region, of which somebody is told word by word what is about to be stored: for undo logs, and for tests that
 * have something happen between two stores. A write of several words is done word by word. Threads as those of the
 * region, and of {@link #stores}.
 */
@ConsumerType
public abstract class WatchedRegion extends Region {
    private final Region region;

    /** Of a region, which whoever is told uses itself. */
    protected WatchedRegion(Region region) {
        this.region = region;
    }

    /**
     * A word is about to be stored, by the thread that stores it. What it throws keeps the word from being stored. A
     * compare-and-set that finds another value stores nothing.
     *
     * @param address a multiple of 8
     */
    protected abstract void stores(long address);

    /** The region itself: what is stored there, nobody is told of. */
    protected final Region region() {
        return region;
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
        stores(address);
        region.putLong(address, value);
    }

    @Override
    public long getLongAcquire(long address) {
        return region.getLongAcquire(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        stores(address);
        region.putLongRelease(address, value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        if (region.getLongAcquire(address) != expected) {
            return false;
        }
        stores(address);
        return region.compareAndSetLong(address, expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        stores(address);
        return region.getAndAddLong(address, delta);
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        region.read(address, target, offset, lengthBytes);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        int done = 0;
        while (done < lengthBytes) {
            long at = address + done;
            int part = Math.min(lengthBytes - done, Long.BYTES - (int) (at & Long.BYTES - 1));
            stores(at & -Long.BYTES);
            region.write(at, source, offset + done, part);
            done += part;
        }
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

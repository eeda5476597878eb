// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/** A region that lets others act between any two stores of 8 B. */
final class ProbedRegion extends Region {
    private final Region bytes;
    private Runnable probe = () -> {};

    ProbedRegion(Region bytes) {
        this.bytes = bytes;
    }

    /** Runs before each store from now on. */
    void probe(Runnable before) {
        probe = before;
    }

    @Override
    public String name() {
        return bytes.name();
    }

    @Override
    public long sizeBytes() {
        return bytes.sizeBytes();
    }

    @Override
    public Lifetime lifetime() {
        return bytes.lifetime();
    }

    @Override
    public Layout layout() {
        return bytes.layout();
    }

    @Override
    public long getLong(long address) {
        return bytes.getLong(address);
    }

    @Override
    public void putLong(long address, long value) {
        probe.run();
        bytes.putLong(address, value);
    }

    @Override
    public long getLongAcquire(long address) {
        return bytes.getLongAcquire(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        probe.run();
        bytes.putLongRelease(address, value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        probe.run();
        return bytes.compareAndSetLong(address, expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        probe.run();
        return bytes.getAndAddLong(address, delta);
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        bytes.read(address, target, offset, lengthBytes);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        for (int at = 0; at < lengthBytes; at += Long.BYTES) {
            probe.run();
            bytes.write(address + at, source, offset + at, Math.min(Long.BYTES, lengthBytes - at));
        }
    }

    @Override
    public void loadFence() {
        bytes.loadFence();
    }

    @Override
    public void storeFence() {
        bytes.storeFence();
    }
}

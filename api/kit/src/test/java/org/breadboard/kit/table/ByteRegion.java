// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/** A region for one thread, in an array. */
public final class ByteRegion extends Region {
    private final String name;
    private final byte[] bytes;

    /** A region of zeros. */
    public ByteRegion(String name, long sizeBytes) {
        this(name, new byte[(int) sizeBytes]);
    }

    private ByteRegion(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** One with the same content. */
    public ByteRegion copy(String ofName) {
        return new ByteRegion(ofName, bytes.clone());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long sizeBytes() {
        return bytes.length;
    }

    @Override
    public Lifetime lifetime() {
        return Lifetime.PROCESS;
    }

    @Override
    public Layout layout() {
        return new Layout("test", 1);
    }

    @Override
    public long getLong(long address) {
        return Bytes.getLong(bytes, (int) address);
    }

    @Override
    public void putLong(long address, long value) {
        Bytes.putLong(bytes, (int) address, value);
    }

    @Override
    public long getLongAcquire(long address) {
        return getLong(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        putLong(address, value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        boolean same = getLong(address) == expected;
        if (same) {
            putLong(address, value);
        }
        return same;
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        long before = getLong(address);
        putLong(address, before + delta);
        return before;
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        System.arraycopy(bytes, (int) address, target, offset, lengthBytes);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        System.arraycopy(source, offset, bytes, (int) address, lengthBytes);
    }

    @Override
    public void loadFence() {}

    @Override
    public void storeFence() {}
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.ByteRegion;

/** Memory of a machine that loses power before one of its stores of a word. */
final class FragileRegion extends Region {
    private final ByteRegion bytes;
    private final Power power;

    /** How many more words the machine stores. */
    static final class Power {
        private int words = Integer.MAX_VALUE;

        void lastsFor(int more) {
            words = more;
        }

        private void store() {
            if (words-- == 0) {
                throw new Gone();
            }
        }
    }

    /** The power is gone. */
    static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    FragileRegion(String name, long sizeBytes, Power power) {
        bytes = new ByteRegion(name, sizeBytes);
        this.power = power;
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
        return Lifetime.SURVIVES_CRASH;
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
        power.store();
        bytes.putLong(address, value);
    }

    @Override
    public long getLongAcquire(long address) {
        return bytes.getLong(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        putLong(address, value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        if (getLong(address) != expected) {
            return false;
        }
        putLong(address, value);
        return true;
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        long was = getLong(address);
        putLong(address, was + delta);
        return was;
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        bytes.read(address, target, offset, lengthBytes);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        for (int i = 0; i < lengthBytes; i++) {
            if (i == 0 || (address + i) % Long.BYTES == 0) {
                power.store();
            }
            bytes.write(address + i, source, offset + i, 1);
        }
    }

    @Override
    public void loadFence() {}

    @Override
    public void storeFence() {}
}

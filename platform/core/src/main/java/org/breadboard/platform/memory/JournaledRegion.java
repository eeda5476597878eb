// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/** A region whose stores are noted word by word, before each is done. */
final class JournaledRegion extends Region {
    private final PagedRegion region;
    private final StoreJournal journal;

    JournaledRegion(PagedRegion region, StoreJournal journal) {
        this.region = region;
        this.journal = journal;
    }

    /** Where its bytes are. */
    PagedRegion bytes() {
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
        journal.stores(region, address);
        region.putLong(address, value);
    }

    @Override
    public long getLongAcquire(long address) {
        return region.getLongAcquire(address);
    }

    @Override
    public void putLongRelease(long address, long value) {
        journal.stores(region, address);
        region.putLongRelease(address, value);
    }

    /** One that fails stores what was there. */
    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        journal.stores(region, address);
        return region.compareAndSetLong(address, expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        journal.stores(region, address);
        return region.getAndAddLong(address, delta);
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        region.read(address, target, offset, lengthBytes);
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        for (long word = address & -Long.BYTES; word < address + lengthBytes; word += Long.BYTES) {
            journal.stores(region, word);
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

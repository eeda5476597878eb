package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;

/** What lookups in the unordered stores have in common: the range that is needed next, and what was found. One thread. */
abstract class IndexCursor implements Cursor {
    private final Store store;
    private final int valueBytes;
    private final byte[] loaded;

    private long key;
    private long needAddress;
    private int needBytes;
    private long valueAddress;
    private int fetches;

    /**
     * A cursor.
     *
     * @param mostBytes the longest range that it asks for
     */
    IndexCursor(Store store, int valueBytes, int mostBytes) {
        this.store = store;
        this.valueBytes = valueBytes;
        loaded = new byte[mostBytes];
    }

    /** Begins the lookup of a key with its first range. */
    final State begin(long wanted, long address, int lengthBytes) {
        key = wanted;
        fetches = 0;
        return need(address, lengthBytes);
    }

    /** Asks for another range. */
    final State need(long address, int lengthBytes) {
        needAddress = address;
        needBytes = lengthBytes;
        fetches++;
        return State.NEED;
    }

    final State found(long address) {
        valueAddress = address;
        return State.FOUND;
    }

    @Override
    public final State load(Region region) {
        State state;
        do {
            region.read(needAddress, loaded, 0, needBytes);
            state = give(loaded, 0);
        } while (state == State.NEED);
        return state;
    }

    @Override
    public final long needAddress() {
        return needAddress;
    }

    @Override
    public final int needBytes() {
        return needBytes;
    }

    @Override
    public final long key() {
        return key;
    }

    @Override
    public final long valueAddress() {
        return valueAddress;
    }

    @Override
    public final long headerAddress() {
        return store.headerAddress(key);
    }

    @Override
    public final int valueBytes() {
        return valueBytes;
    }

    @Override
    public final int fetches() {
        return fetches;
    }
}

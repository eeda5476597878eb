// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import java.util.function.Function;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;

/** A store whose inserts and deletes are there whole after a crash, or not at all. Threads as those of the store. */
public final class AtomicStore implements Store {
    private final Store store;
    private final Function<Region, UndoLog> logs;

    /** {@code logs} tells the log of a region that it is used with. */
    public AtomicStore(Store store, Function<Region, UndoLog> logs) {
        this.store = store;
        this.logs = logs;
    }

    @Override
    public long insert(Region region, long key) {
        UndoLog log = logs.apply(region);
        long address = store.insert(log.begin(), key);
        log.end();
        return address;
    }

    @Override
    public boolean delete(Region region, long key) {
        UndoLog log = logs.apply(region);
        boolean was = store.delete(log.begin(), key);
        log.end();
        return was;
    }

    @Override
    public Layout layout() {
        return store.layout();
    }

    @Override
    public long regionBytes() {
        return store.regionBytes();
    }

    @Override
    public void format(Region region) {
        store.format(region);
    }

    @Override
    public Cursor cursor() {
        return store.cursor();
    }

    @Override
    public long headerAddress(long key) {
        return store.headerAddress(key);
    }

    @Override
    public long headerWords() {
        return store.headerWords();
    }

    @Override
    public long headerAddressAt(long word) {
        return store.headerAddressAt(word);
    }

    @Override
    public void forEach(Region region, RecordVisitor visitor) {
        store.forEach(region, visitor);
    }
}

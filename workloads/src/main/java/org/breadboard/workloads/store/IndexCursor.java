// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.LookupCursor;

/** A lookup in an unordered store; the CPU's own is done as a remote one, range by range. One thread. */
abstract class IndexCursor extends LookupCursor {
    private final Store store;
    private final byte[] loaded;

    /**
     * A cursor.
     *
     * @param mostBytes the longest range that it asks for
     */
    IndexCursor(Store store, int mostBytes) {
        this.store = store;
        loaded = new byte[mostBytes];
    }

    @Override
    public final State load(Region region) {
        State state;
        do {
            region.read(needAddress(), loaded, 0, needBytes());
            state = give(loaded, 0);
        } while (state == State.NEED);
        return state;
    }

    @Override
    public final long headerAddress() {
        return store.headerAddress(key());
    }
}

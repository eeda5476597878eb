// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import org.breadboard.api.memory.WatchedRegion;

/** A region whose stores are noted word by word, before each is done. */
final class JournaledRegion extends WatchedRegion {
    private final StoreJournal journal;

    JournaledRegion(PagedRegion region, StoreJournal journal) {
        super(region);
        this.journal = journal;
    }

    /** Whether its bytes are a region's. */
    boolean isOf(PagedRegion other) {
        return region() == other;
    }

    @Override
    protected void stores(long address) {
        journal.stores(region(), address);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import java.util.Arrays;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.platform.nemesis.Instants;

/**
 * What the step under way has stored, word by word in its order, in memory that survives a crash: so that the last
 * stores can be taken back, as if the machine had lost power before them. One thread: that which runs all events.
 */
public final class StoreJournal implements Instants.Stores {
    private boolean open;
    private int count;
    private Region[] regions = new Region[64];
    private long[] addresses = new long[64];
    private long[] befores = new long[64];

    /** The region as whoever lays out memory uses it: what survives notes its stores. */
    Region of(PagedRegion region) {
        return region.lifetime() == Lifetime.SURVIVES_CRASH ? new JournaledRegion(region, this) : region;
    }

    @Override
    public void begin() {
        open = true;
        count = 0;
    }

    @Override
    public int end() {
        open = false;
        return count;
    }

    @Override
    public void undo(int last) {
        for (int store = count - 1; store >= count - last; store--) {
            regions[store].putLong(addresses[store], befores[store]);
        }
    }

    /** The word at an address, a multiple of 8, is about to be stored. */
    void stores(Region region, long address) {
        if (!open) {
            return;
        }
        if (count == addresses.length) {
            regions = Arrays.copyOf(regions, count * 2);
            addresses = Arrays.copyOf(addresses, count * 2);
            befores = Arrays.copyOf(befores, count * 2);
        }
        regions[count] = region;
        addresses[count] = address;
        befores[count++] = region.getLong(address);
    }
}

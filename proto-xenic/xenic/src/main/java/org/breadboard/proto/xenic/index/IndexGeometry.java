// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.index;

import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.proto.xenic.store.RobinHoodStore;

/**
 * How an index is laid out in the NIC's memory: a count of pages, a hint for each entry, the entries, the pages. An
 * entry and a page are alike: a link, and positions of {@code state | key | word | ticket | value}. Immutable.
 */
public final class IndexGeometry {
    /** How an index is laid out. */
    public static final Layout LAYOUT = new Layout("xenic.index", 1);

    static final int VALUE = 32;
    private static final int PREAMBLE_BYTES = 8;
    private static final int PAGES_USED = 0;

    private final RobinHoodStore store;
    private final int segmentsPerEntry;
    private final int positions;
    private final long pages;
    private final int entries;

    private IndexGeometry(RobinHoodStore store, int segmentsPerEntry, int positions, double pageShare) {
        this.store = store;
        this.segmentsPerEntry = segmentsPerEntry;
        this.positions = positions;
        entries = (store.segments() + segmentsPerEntry - 1) / segmentsPerEntry;
        pages = 1 + (long) (entries * pageShare);
    }

    /**
     * The best geometry that fits: of so many positions per entry if there is room, of fewer, or of entries that serve
     * several segments each.
     *
     * @param positions how many cache positions an entry should have
     * @param pageShare how many overflow pages there are for each entry
     * @param budgetBytes how much memory it may take
     * @throws RefusedException if nothing fits
     */
    public static IndexGeometry fitting(RobinHoodStore store, int positions, double pageShare, long budgetBytes) {
        int segments = 1;
        int each = positions;
        while (true) {
            IndexGeometry geometry = new IndexGeometry(store, segments, each, pageShare);
            if (geometry.bytes() <= budgetBytes) {
                return geometry;
            }
            if (each > 1) {
                each--;
            } else if (geometry.entries == 1) {
                throw new RefusedException("the NIC's memory has " + budgetBytes
                        + " B for the index of a table, which is less" + " than the " + geometry.bytes()
                        + " B of a single entry: set protocol.indexBytes higher");
            } else {
                segments *= 2;
            }
        }
    }

    @Override
    public String toString() {
        return entries + " entries of " + positions + " positions and " + pages + " pages";
    }

    /** How many bytes it takes. */
    public long bytes() {
        return pagesAt() + pages * setBytes();
    }

    /** How many cache positions an entry has, and a page. */
    public int positions() {
        return positions;
    }

    /** How many segments of the host's table share an entry. */
    public int segmentsPerEntry() {
        return segmentsPerEntry;
    }

    /** How many bytes a value has. */
    public int valueBytes() {
        return store.valueBytes();
    }

    boolean sharesHints() {
        return segmentsPerEntry > 1;
    }

    int positionBytes() {
        return VALUE + (store.valueBytes() + 7 & ~7);
    }

    /** How long an entry is, and a page. */
    long setBytes() {
        return Long.BYTES + (long) positions * positionBytes();
    }

    private long entry(long key) {
        return store.segmentOf(key) / segmentsPerEntry;
    }

    long hintAt(int segment) {
        return PREAMBLE_BYTES + (long) (segment / segmentsPerEntry) * Long.BYTES;
    }

    int segmentOf(long key) {
        return store.segmentOf(key);
    }

    long entryAt(long key) {
        return setsAt() + entry(key) * setBytes();
    }

    /** Where the entries begin, which the pages follow. */
    long setsAt() {
        return PREAMBLE_BYTES + (long) entries * Long.BYTES;
    }

    /** How many entries there are, and pages that were taken. */
    long setsInUse(Region region) {
        return entries + region.getLongAcquire(PAGES_USED);
    }

    private long pagesAt() {
        return setsAt() + entries * setBytes();
    }

    /** Where page {@code number} begins, counted from 1; 0 for 0. */
    long pageAt(long number) {
        return number == 0 ? 0 : pagesAt() + (number - 1) * setBytes();
    }

    /** The number of a page that nobody has used, or 0. */
    long takePage(Region region) {
        while (true) {
            long used = region.getLongAcquire(PAGES_USED);
            if (used == pages) {
                return 0;
            }
            if (region.compareAndSetLong(PAGES_USED, used, used + 1)) {
                return used + 1;
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.index;

import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LocksLeft;

/**
 * The entries of an index: positions of {@code state | key | word | ticket | value} in sets that are chained, and who
 * may have one. All but {@link #enter} is called between it and {@link #leave}.
 */
final class IndexEntries {
    static final long OCCUPIED = 1;
    static final long LOCK = 1L << 1;
    static final long CACHED = 1L << 2;
    static final long USED = 1L << 3;
    /** One fetch, of those that are counted in {@link #FETCHES}. */
    static final long FETCH = 1L << 8;

    static final long FETCHES = 0xff00;

    static final int KEY = 8;
    static final int WORD = 16;
    static final int TICKET = 24;

    static final long NOWHERE = -1;

    private final Region region;
    private final IndexGeometry geometry;
    private final HostProgress progress;

    IndexEntries(Region region, IndexGeometry geometry, HostProgress progress) {
        this.region = region;
        this.geometry = geometry;
        this.progress = progress;
    }

    /** Waits, spinning, for the entry of a key, and keeps others out. */
    long enter(long key) {
        long entry = geometry.entryAt(key);
        boolean entered = false;
        while (!entered) {
            long word = region.getLongAcquire(entry);
            entered = (word & 1) == 0 && region.compareAndSetLong(entry, word, word | 1);
        }
        return entry;
    }

    /** Lets others in. */
    void leave(long entry) {
        region.putLongRelease(entry, region.getLong(entry) & ~1);
    }

    /** The position of a key, or NOWHERE. */
    long find(long entry, long key) {
        for (long set = entry; set != 0; set = geometry.pageAt(region.getLong(set) >>> 1)) {
            long at = set + Long.BYTES;
            for (int i = geometry.positions(); i > 0; i--, at += geometry.positionBytes()) {
                if ((region.getLong(at) & OCCUPIED) != 0 && region.getLong(at + KEY) == key) {
                    return at;
                }
            }
        }
        return NOWHERE;
    }

    /** A position for a key that has none, or NOWHERE; only what must have one gets a page for it. */
    long take(long entry, long key, boolean must) {
        long last = entry;
        long evictable = NOWHERE;
        for (long set = entry; set != 0; set = geometry.pageAt(region.getLong(set) >>> 1)) {
            last = set;
            long at = set + Long.BYTES;
            for (int i = geometry.positions(); i > 0; i--, at += geometry.positionBytes()) {
                long flags = region.getLong(at);
                if ((flags & OCCUPIED) == 0) {
                    return occupy(at, key);
                }
                if (!mayGo(at, flags)) {
                    continue;
                }
                if (evictable == NOWHERE || (region.getLong(evictable) & USED) != 0 && (flags & USED) == 0) {
                    evictable = at;
                }
            }
        }
        if (evictable != NOWHERE) {
            if ((region.getLong(evictable) & USED) != 0) {
                age(entry);
            }
            return occupy(evictable, key);
        }
        long page = must ? geometry.takePage(region) : 0;
        if (page == 0) {
            return NOWHERE;
        }
        region.putLong(last, region.getLong(last) & 1 | page << 1);
        return occupy(geometry.pageAt(page) + Long.BYTES, key);
    }

    /** How many positions have a lock, of all that may have been written. */
    long locked() {
        long[] locked = {0};
        LocksLeft.forEachWritten(
                region, false, geometry.setsAt(), geometry.setBytes(), geometry.setsInUse(region), set -> {
                    long at = geometry.setsAt() + set * geometry.setBytes() + Long.BYTES;
                    for (int i = geometry.positions(); i > 0; i--, at += geometry.positionBytes()) {
                        locked[0] += (region.getLong(at) & LOCK) != 0 ? 1 : 0;
                    }
                });
        return locked[0];
    }

    private boolean mayGo(long at, long flags) {
        return (flags & (LOCK | FETCHES)) == 0
                && progress.isApplied(region.getLong(at + KEY), region.getLong(at + TICKET));
    }

    /** Makes a position a key's, of which nothing is known. */
    long occupy(long at, long key) {
        region.putLong(at + KEY, key);
        region.putLong(at + TICKET, 0);
        region.putLong(at, OCCUPIED);
        return at;
    }

    private void age(long entry) {
        for (long set = entry; set != 0; set = geometry.pageAt(region.getLong(set) >>> 1)) {
            long at = set + Long.BYTES;
            for (int i = geometry.positions(); i > 0; i--, at += geometry.positionBytes()) {
                region.putLong(at, region.getLong(at) & ~USED);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

import java.util.Arrays;

/**
 * The shared last-level cache with its directory: for each line the cores that may have it, and the transaction that
 * wrote it (WrTX_ID: HADES IV.C, module 2). It includes the private caches. A line that a transaction wrote leaves only
 * if its whole set was written by transactions (VIII.C). One thread.
 */
public final class LastLevelCache {
    /** No entry, or no transaction. */
    public static final int NONE = -1;

    private final LlcGeometry geometry;
    private final int ways;
    private final Evictions evictions;
    private final int[] lines;
    private final int[] used;
    private final short[] writers;
    private final long[] sharers;
    private int clock;

    /** Told of what leaves. */
    public interface Evictions {
        /**
         * A line leaves.
         *
         * @param sharers the cores that may have it, a bit each
         * @param writer the transaction that wrote it, or {@link #NONE}
         */
        void evicted(long line, long sharers, int writer);
    }

    LastLevelCache(LlcGeometry geometry, int ways, Evictions evictions) {
        this.geometry = geometry;
        this.ways = ways;
        this.evictions = evictions;
        lines = new int[geometry.sets() * ways];
        used = new int[lines.length];
        writers = new short[lines.length];
        sharers = new long[lines.length];
        Arrays.fill(lines, NONE);
        Arrays.fill(writers, (short) NONE);
    }

    /** The entry of a line, made the most recently used; or {@link #NONE}. */
    public int touch(long line) {
        int at = find(line);
        if (at != NONE) {
            used[at] = ++clock;
        }
        return at;
    }

    /** The entry of a line, or {@link #NONE}. */
    public int find(long line) {
        int first = geometry.indexOf(line) * ways;
        for (int i = first; i < first + ways; i++) {
            if (lines[i] == line) {
                return i;
            }
        }
        return NONE;
    }

    /** Makes an entry for a line that has none. */
    public int insert(long line) {
        int first = geometry.indexOf(line) * ways;
        int victim = NONE;
        for (int i = first; i < first + ways; i++) {
            if (lines[i] == NONE) {
                victim = i;
                break;
            }
            if (victim == NONE || isBetterVictim(i, victim)) {
                victim = i;
            }
        }
        if (lines[victim] != NONE) {
            evictions.evicted(lines[victim], sharers[victim], writers[victim]);
        }
        lines[victim] = (int) line;
        used[victim] = ++clock;
        writers[victim] = (short) NONE;
        sharers[victim] = 0;
        return victim;
    }

    private boolean isBetterVictim(int entry, int than) {
        boolean written = writers[entry] != NONE;
        boolean thanWritten = writers[than] != NONE;
        return written == thanWritten ? used[entry] - used[than] < 0 : thanWritten;
    }

    /** The transaction that wrote an entry's line, or {@link #NONE}. */
    public int writer(int entry) {
        return writers[entry];
    }

    /** Tags an entry with the transaction that wrote it, or {@link #NONE}. */
    public void writer(int entry, int transaction) {
        writers[entry] = (short) transaction;
    }

    long sharers(int entry) {
        return sharers[entry];
    }

    void sharers(int entry, long cores) {
        sharers[entry] = cores;
    }

    /** Drops an entry whose content must not be seen. */
    public void drop(int entry) {
        lines[entry] = NONE;
        writers[entry] = (short) NONE;
    }

    /** How many entries a set has. */
    public int ways() {
        return ways;
    }

    /** The line of a way of a set, if that transaction wrote it; or {@link #NONE}. */
    public long taggedLine(int set, int way, int transaction) {
        int entry = set * ways + way;
        return writers[entry] == transaction ? lines[entry] : NONE;
    }
}

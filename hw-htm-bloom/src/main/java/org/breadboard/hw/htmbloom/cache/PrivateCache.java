// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

import java.util.Arrays;

/**
 * The tags of one private cache, set-associative, least recently used first out. Beside each line it keeps two stamps:
 * which stretch of a transaction recorded its read, and its write, with the directory (HADES IV.C, module 1). A stamp
 * that is not the present one counts as a cleared bit, so that clearing all bits costs nothing. One thread.
 */
final class PrivateCache {
    static final int NONE = -1;

    private final int setMask;
    private final int ways;
    private final long[] lines;
    private final int[] used;
    private final long[] recordedRead;
    private final long[] recordedWrite;
    private int clock;

    PrivateCache(int sets, int ways) {
        setMask = sets - 1;
        this.ways = ways;
        lines = new long[sets * ways];
        used = new int[lines.length];
        recordedRead = new long[lines.length];
        recordedWrite = new long[lines.length];
        Arrays.fill(lines, NONE);
    }

    /** Where a line is, made the most recently used; or {@link #NONE}. */
    int touch(long line) {
        int at = find(line);
        if (at != NONE) {
            used[at] = ++clock;
        }
        return at;
    }

    /** Puts a line in that is not there, with cleared bits; answers the line that had to go, or {@link #NONE}. */
    long insert(long line) {
        int first = ((int) line & setMask) * ways;
        int victim = first;
        for (int i = first; i < first + ways; i++) {
            if (lines[i] == NONE) {
                victim = i;
                break;
            }
            if (used[i] - used[victim] < 0) {
                victim = i;
            }
        }
        long gone = lines[victim];
        lines[victim] = line;
        used[victim] = ++clock;
        recordedRead[victim] = 0;
        recordedWrite[victim] = 0;
        return gone;
    }

    /** Drops a line, if it is there. */
    void invalidate(long line) {
        int at = find(line);
        if (at != NONE) {
            lines[at] = NONE;
        }
    }

    boolean isRecorded(int at, boolean write, long stamp) {
        return stamp != 0 && (recordedWrite[at] == stamp || !write && recordedRead[at] == stamp);
    }

    void record(int at, boolean write, long stamp) {
        if (write) {
            recordedWrite[at] = stamp;
        } else {
            recordedRead[at] = stamp;
        }
    }

    private int find(long line) {
        int first = ((int) line & setMask) * ways;
        for (int i = first; i < first + ways; i++) {
            if (lines[i] == line) {
                return i;
            }
        }
        return NONE;
    }
}

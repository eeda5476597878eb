// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import org.breadboard.hw.htmbloom.filter.FilterPool;
import org.breadboard.hw.htmbloom.filter.LineFilter;

/**
 * Pairs of a read and a write filter, each tagged with the transaction that has it (HADES IV.C, modules 3 and 4a).
 * Beside each filter stands what was really inserted: it decides nothing, but tells how many of the conflicts that were
 * found are false. One thread.
 */
public final class FilterPairs {
    /** No number. */
    public static final int NONE = FilterPool.NONE;

    private final FilterPool reads;
    private final FilterPool writes;
    private final LineList[] readLines;
    private final LineList[] writtenLines;
    private final int[] owners;
    private final FilterTally tally;

    FilterPairs(LineFilter read, LineFilter write, int size, FilterTally tally) {
        reads = new FilterPool(read, size);
        writes = new FilterPool(write, size);
        readLines = new LineList[size];
        writtenLines = new LineList[size];
        owners = new int[size];
        this.tally = tally;
        for (int i = 0; i < size; i++) {
            readLines[i] = new LineList();
            writtenLines[i] = new LineList();
        }
    }

    /**
     * Takes a pair for a transaction, or answers {@link #NONE}. Pairs are taken and released together, so both have one
     * number.
     */
    public int take(int owner) {
        int pair = reads.take();
        if (pair != NONE) {
            if (writes.take() != pair) {
                throw new IllegalStateException("the two filters of a pair have come apart");
            }
            owners[pair] = owner;
        }
        return pair;
    }

    /** Clears a pair, which is free then. */
    public void release(int pair) {
        reads.release(pair);
        writes.release(pair);
        readLines[pair].clear();
        writtenLines[pair].clear();
    }

    int owner(int pair) {
        return owners[pair];
    }

    /** Whether nothing was inserted: all bits of both filters are 0. */
    public boolean isEmpty(int pair) {
        return readLines[pair].size() == 0 && writtenLines[pair].size() == 0;
    }

    /** Inserts a line that is read. */
    public void read(int pair, long line) {
        reads.insert(pair, line);
        readLines[pair].add(line);
        tally.inserted();
    }

    /** Inserts a line that is written. */
    public void written(int pair, long line) {
        writes.insert(pair, line);
        writtenLines[pair].add(line);
        tally.inserted();
    }

    /** Whether a pair claims a line against a read, or against a write. */
    boolean claims(int pair, long line, boolean write) {
        boolean claimed = writes.probe(pair, line) || write && reads.probe(pair, line);
        tally.probed(write ? 2 : 1);
        if (claimed && !writtenLines[pair].contains(line) && !(write && readLines[pair].contains(line))) {
            tally.claimedFalsely();
        }
        return claimed;
    }

    /**
     * Whether a line was really inserted into a pair, so that it stands against a read, or against a write. Nothing is
     * tallied: the probes only spare a search.
     */
    boolean holds(int pair, long line, boolean write) {
        return writes.probe(pair, line) && writtenLines[pair].contains(line)
                || write && reads.probe(pair, line) && readLines[pair].contains(line);
    }

    /** The first pair from that number on whose read filter claims a line, or {@link #NONE}. */
    public int nextReader(int from, long line) {
        return next(reads, readLines, from, line);
    }

    /** The same for write filters. */
    int nextWriter(int from, long line) {
        return next(writes, writtenLines, from, line);
    }

    private int next(FilterPool pool, LineList[] lines, int from, long line) {
        int pair = pool.nextMatch(from, line);
        if (from == 0) {
            tally.probed(pool.size() - pool.free());
        }
        if (pair != NONE && !lines[pair].contains(line)) {
            tally.claimedFalsely();
        }
        return pair;
    }

    /** The write filters, to find lines of the shared cache with. */
    public FilterPool writes() {
        return writes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import org.breadboard.api.RefusedException;
import org.breadboard.hw.htmbloom.cache.CacheLine;

/**
 * A finite set of filters of one geometry, handed out to transactions (HADES IV.C, VI): those of a node's cores, of its
 * NIC, or its locking buffers. A filter is named by a number from 0; one that was taken is empty until a line is
 * inserted. One thread. Nothing allocates after construction, and nothing throws but on filters that are not taken,
 * which is a broken invariant.
 */
public final class FilterPool {
    /** No filter: all are taken, or no other matches. */
    public static final int NONE = -1;

    private final LineFilter filter;
    private final int size;
    private final int stride;
    private final long[] words;
    private final boolean[] taken;
    private final int[] free;
    private int freeCount;

    /**
     * @param size how many filters there are
     * @throws RefusedException if there is no filter, or more than an array can hold
     */
    public FilterPool(LineFilter filter, int size) {
        if (size < 1 || (long) size * filter.words() > Integer.MAX_VALUE - Long.SIZE) {
            throw new RefusedException("A pool of " + size + " filters of " + filter.bits()
                    + " bits cannot be built: choose at least one, and at most " + Integer.MAX_VALUE / Long.BYTES
                    + " words in all");
        }
        this.filter = filter;
        this.size = size;
        stride = filter.words();
        words = new long[size * stride];
        taken = new boolean[size];
        free = new int[size];
        for (int i = 0; i < size; i++) {
            free[i] = size - 1 - i;
        }
        freeCount = size;
    }

    /** The geometry of its filters. */
    public LineFilter filter() {
        return filter;
    }

    /** How many filters there are. */
    public int size() {
        return size;
    }

    /** How many of them are free. */
    public int free() {
        return freeCount;
    }

    /** Bytes of storage of all its filters. */
    public long storageBytes() {
        return (long) size * filter.bits() / Byte.SIZE;
    }

    /** Takes an empty filter, or answers {@link #NONE}: then a new transaction has to wait until one is released. */
    public int take() {
        if (freeCount == 0) {
            return NONE;
        }
        int id = free[--freeCount];
        taken[id] = true;
        return id;
    }

    /** Clears a filter and gives it back. */
    public void release(int id) {
        clear(id);
        taken[id] = false;
        free[freeCount++] = id;
    }

    /** Inserts a line, by its number. */
    public void insert(int id, long line) {
        filter.insert(words, at(id), line, CacheLine.hash(line));
    }

    /** Whether a filter claims a line, by its number. */
    public boolean probe(int id, long line) {
        return filter.probe(words, at(id), line, CacheLine.hash(line));
    }

    /** Makes a filter empty; it stays taken. */
    public void clear(int id) {
        filter.clear(words, at(id));
    }

    /** Whether nothing was inserted since the filter was taken, or cleared. */
    public boolean isEmpty(int id) {
        return filter.isEmpty(words, at(id));
    }

    /** Whether two filters may have a line in common. */
    public boolean intersects(int id, int other) {
        return filter.intersects(words, at(id), words, at(other));
    }

    /**
     * The first of the taken filters from that number on that claims the line, or {@link #NONE}: the check of one line
     * against the filters of all transactions, with one hash.
     */
    public int nextMatch(int from, long line) {
        int hash = CacheLine.hash(line);
        for (int id = from; id < size; id++) {
            if (taken[id] && filter.probe(words, id * stride, line, hash)) {
                return id;
            }
        }
        return NONE;
    }

    /** Makes a filter equal to one of another pool of the same geometry, as a locking buffer is loaded (HADES V.B). */
    public void load(int id, FilterPool from, int original) {
        if (from.filter != filter) {
            throw new IllegalArgumentException("a filter of another geometry cannot be loaded");
        }
        System.arraycopy(from.words, from.at(original), words, at(id), stride);
    }

    /** Where the LLC may hold lines of a write filter: {@link WriteFilter#firstSet}. */
    public int firstSet(int id) {
        return writeFilter().firstSet(words, at(id));
    }

    /** The set after that one: {@link WriteFilter#nextSet}. */
    public int nextSet(int id, int set) {
        return writeFilter().nextSet(words, at(id), set);
    }

    private WriteFilter writeFilter() {
        if (filter instanceof WriteFilter write) {
            return write;
        }
        throw new IllegalStateException("filters without an index section do not know the sets of their lines");
    }

    private int at(int id) {
        if (id < 0 || id >= size || !taken[id]) {
            throw new IllegalStateException("filter " + id + " is not taken");
        }
        return id * stride;
    }
}

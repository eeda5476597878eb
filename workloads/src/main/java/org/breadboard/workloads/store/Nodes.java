// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;

/**
 * Where the words of a node stand, and the changes of one node. A node is a front version, its count and level, the
 * lowest and the highest key that belong to it, the address of its right neighbour, its entries (a key and a word
 * each), and a back version.
 *
 * <p>A writer sets the back version first and the front version last, so that a reader who meets the same number at the
 * front, before, and at the back, behind everything else, has seen the node whole. Versions only grow, also when a node
 * is freed and used again. A freed node has bounds between which no key is.
 */
final class Nodes {
    static final int FRONT = 0;
    static final int SHAPE = 8;
    static final int LOW = 16;
    static final int HIGH = 24;
    static final int NEXT = 32;
    static final int ENTRIES = 40;
    static final int ENTRY_BYTES = 16;

    private static final int LEVEL_SHIFT = 32;

    private final int fanout;

    Nodes(int fanout) {
        this.fanout = fanout;
    }

    int fanout() {
        return fanout;
    }

    /** Bytes of a node. */
    int bytes() {
        return back() + Long.BYTES;
    }

    /** Where the back version stands in a node. */
    int back() {
        return ENTRIES + fanout * ENTRY_BYTES;
    }

    static int keyAt(int entry) {
        return ENTRIES + entry * ENTRY_BYTES;
    }

    static int wordAt(int entry) {
        return ENTRIES + entry * ENTRY_BYTES + Long.BYTES;
    }

    static int count(long shape) {
        return (int) shape;
    }

    /** 0 for a leaf. */
    static int level(long shape) {
        return (int) (shape >>> LEVEL_SHIFT);
    }

    static int count(Region region, long node) {
        return count(region.getLong(node + SHAPE));
    }

    static int level(Region region, long node) {
        return level(region.getLong(node + SHAPE));
    }

    static long key(Region region, long node, int entry) {
        return region.getLong(node + keyAt(entry));
    }

    static long word(Region region, long node, int entry) {
        return region.getLong(node + wordAt(entry));
    }

    /** The last entry whose key is at most {@code key}, or -1. */
    static int floor(Region region, long node, int count, long key) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (key(region, node, middle) <= key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Begins a change: from here on no reader takes the node for whole. */
    void open(Region region, long node) {
        region.putLong(node + back(), region.getLong(node + FRONT) + 1);
        region.storeFence();
    }

    /** Ends a change. */
    void close(Region region, long node) {
        region.putLongRelease(node + FRONT, region.getLong(node + back()));
    }

    /** Makes an open node an empty one. */
    static void clear(Region region, long node, int level, long low, long high, long next) {
        region.putLong(node + SHAPE, (long) level << LEVEL_SHIFT);
        region.putLong(node + LOW, low);
        region.putLong(node + HIGH, high);
        region.putLong(node + NEXT, next);
    }

    /** Puts an entry into an open node that is not full. */
    static void insert(Region region, long node, int at, long key, long word) {
        long shape = region.getLong(node + SHAPE);
        for (int i = count(shape); i > at; i--) {
            region.putLong(node + keyAt(i), key(region, node, i - 1));
            region.putLong(node + wordAt(i), word(region, node, i - 1));
        }
        region.putLong(node + keyAt(at), key);
        region.putLong(node + wordAt(at), word);
        region.putLong(node + SHAPE, shape + 1);
    }

    /** Takes an entry out of an open node. */
    static void remove(Region region, long node, int at) {
        long shape = region.getLong(node + SHAPE);
        for (int i = at + 1; i < count(shape); i++) {
            region.putLong(node + keyAt(i - 1), key(region, node, i));
            region.putLong(node + wordAt(i - 1), word(region, node, i));
        }
        region.putLong(node + SHAPE, shape - 1);
    }

    /** Moves the entries of an open node from {@code from} on to the end of another. */
    static void move(Region region, long node, int from, long to) {
        long shape = region.getLong(node + SHAPE);
        int target = count(region, to);
        for (int i = from; i < count(shape); i++) {
            region.putLong(to + keyAt(target), key(region, node, i));
            region.putLong(to + wordAt(target), word(region, node, i));
            target++;
        }
        region.putLong(to + SHAPE, region.getLong(to + SHAPE) + count(shape) - from);
        region.putLong(node + SHAPE, shape - count(shape) + from);
    }
}

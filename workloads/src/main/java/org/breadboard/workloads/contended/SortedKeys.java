// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

/**
 * Keys of the ordered table. Each belongs to a place: the number of a node, above 32 bits with the key's number there,
 * from 0 on. In the order of keys either those of a node follow each other, or those of a number.
 *
 * @param nodes how many there are
 * @param stepBits log of how far numbers that follow each other are apart
 * @param spread whether keys of all nodes that have one number follow each other, so that ranges are over all nodes
 */
record SortedKeys(int nodes, int stepBits, boolean spread) {
    private static final int NODE_AT = 32;
    private static final long NUMBER = (1L << NODE_AT) - 1;

    /** The place of a number on a node. */
    static long place(int node, long number) {
        return (long) node << NODE_AT | number;
    }

    /** The number of a place. */
    static long number(long place) {
        return place & NUMBER;
    }

    /** The key of a place. */
    long key(long place) {
        long node = place >>> NODE_AT;
        long number = number(place) << stepBits;
        return spread ? number * nodes + node : node << NODE_AT | number;
    }

    /** The lowest key of a range that begins at a place. */
    long low(long place) {
        return spread ? key(number(place)) : key(place);
    }

    /** The highest key of a range that ends at a place. */
    long high(long place) {
        return spread ? key(place(nodes - 1, number(place))) : key(place);
    }

    /** The place of a key; of what is no key, some place that has another one. */
    long place(long key) {
        long node = spread ? Math.floorMod(key, (long) nodes) : key >>> NODE_AT;
        long number = spread ? Math.floorDiv(key, (long) nodes) : key & NUMBER;
        return node << NODE_AT | number >> stepBits & NUMBER;
    }

    /** The node of a key. */
    long node(long key) {
        return place(key) >>> NODE_AT;
    }
}

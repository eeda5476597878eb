// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

/**
 * From the ranks of an exact Zipf distribution to keys, one for each. Neighbours in rank are none as keys, so that the
 * frequent records share no leaf of a tree. Where a scale has left fewer keys than ranks, those behind share keys.
 */
final class ScatteredRank {
    /**
     * A prime above every number of keys, near 2^32 over the golden ratio: its multiples lie far apart and never meet.
     */
    private static final long STEP = 2_654_435_761L;

    private ScatteredRank() {}

    /** The key of a rank among so many. */
    static long key(long rank, long keys) {
        return rank * STEP % keys;
    }
}

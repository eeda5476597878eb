// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

/**
 * YCSB's own way from ranks to keys: ranks of 10^10 items, however many records there are, each hashed by FNV-1a over
 * its 8 bytes, modulo the number of records. Several ranks meet in one key, and every key has its share of the long
 * tail: with an exponent of 0.99 the most frequent key is drawn by 3.8% of the requests, where Zipf's distribution over
 * 4 million keys has 5.9%.
 */
final class ScrambledRank {
    static final long RANKS = 10_000_000_000L;

    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private ScrambledRank() {}

    /** The key of a rank among so many. */
    static long key(long rank, long keys) {
        long hash = BASIS;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            hash = (hash ^ (rank >>> shift & 0xff)) * PRIME;
        }
        return Math.floorMod(Math.abs(hash), keys);
    }
}

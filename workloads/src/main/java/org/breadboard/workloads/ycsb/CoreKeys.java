// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.Workload;

/**
 * The keys of YCSB's core workload. Records are numbered; those that are there first lie evenly in the shares, which
 * are the nodes' where a table is ordered, so that a scan stays on one node, and one for all otherwise. In each share
 * every client thread has numbers of its own to insert, behind the first ones. Immutable; any thread.
 *
 * @param shares how many there are
 * @param records how many records there are first, in all shares
 * @param threads how many client threads insert into a share
 * @param room how many records a thread can insert
 * @param hashed whether neighbours in number are none in the order of keys (YCSB's {@code insertorder})
 * @param spread whether neighbours in the order of keys are in different shares, so that a scan is over all nodes
 */
record CoreKeys(int shares, long records, int threads, long room, boolean hashed, boolean spread) {
    /** A share's keys; above or, where shares are spread, below stands the share. */
    private static final int BITS = 40;

    private static final long MASK = (1L << BITS) - 1;
    /** Odd, so that multiplication by it is a bijection of the keys of a share; 2^40 over the golden ratio. */
    private static final long STEP = 0x9e3779b97fL;

    private static final long BACK = inverse(STEP);

    /** Newton's iteration: each doubles the number of bits that are right. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < BITS; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse & MASK;
    }

    /** How many records a share has first. */
    long first(int share) {
        return records / shares + (share < records % shares ? 1 : 0);
    }

    /** The numbers of a share: of its first records (one may be without), and of all that may be inserted. */
    private long numbers() {
        return base() + threads * room;
    }

    private long base() {
        return (records + shares - 1) / shares;
    }

    /** The number of the {@code index}-th record that a thread inserts. */
    long inserted(int thread, long index) {
        return base() + thread * room + index;
    }

    /** The key of a number in a share. */
    long key(int share, long number) {
        long own = hashed ? number * STEP & MASK : number;
        return spread ? own * shares + share : (long) share << BITS | own;
    }

    /** The share of a key. */
    int share(long key) {
        return spread ? (int) Math.floorMod(key, (long) shares) : (int) (key >>> BITS);
    }

    /** The highest key that a scan from {@code key} may come to. */
    long last(long key) {
        return spread ? (MASK + 1) * shares - 1 : key | MASK;
    }

    /** Whether a record is there first. */
    boolean isFirst(long key) {
        return key >= 0 && number(key) < first(share(key)) && share(key) < shares;
    }

    private long number(long key) {
        long own = spread ? Math.floorDiv(key, (long) shares) : key & MASK;
        return hashed ? own * BACK & MASK : own;
    }

    /** Among {@link #candidates} the index of a key, or -1 if it is none. */
    long index(long key) {
        long number = number(key);
        return key >= 0 && share(key) < shares && number < numbers() ? share(key) * numbers() + number : -1;
    }

    /** How many keys there may be. */
    long candidates() {
        return shares * numbers();
    }

    /** The key of an index. */
    long candidate(long index) {
        return key((int) (index / numbers()), index % numbers());
    }

    /** Where a record lives. */
    int partition(long key, boolean ordered, int partitions) {
        return ordered ? share(key) % partitions : Workload.BY_HASH;
    }

    /** The first records. */
    Population population(int fields, int fieldBytes) {
        return new Population() {
            @Override
            public long candidates() {
                return CoreKeys.this.candidates();
            }

            @Override
            public long key(long index) {
                return candidate(index);
            }

            @Override
            public boolean value(long key, byte[] value) {
                if (!isFirst(key)) {
                    return false;
                }
                for (int field = 0; field < fields; field++) {
                    Field.fill(key, field, value, fieldBytes);
                }
                return true;
            }

            @Override
            public boolean exists(long key, byte[] scratch) {
                return isFirst(key);
            }
        };
    }
}

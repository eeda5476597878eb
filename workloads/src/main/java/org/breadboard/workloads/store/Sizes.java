// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.RefusedException;

/** Sizes that the unordered stores share. */
final class Sizes {
    /** A line of words of the store's own at the beginning of a region. */
    static final int PREAMBLE_BYTES = 64;

    private static final long MOST_RECORDS = 1L << 32;

    private Sizes() {}

    /** The number of records, if a store can hold it. */
    static long checked(String what, long records) {
        if (records < 1 || records > MOST_RECORDS) {
            throw new RefusedException(
                    "a " + what + " holds 1 to " + MOST_RECORDS + " records, but " + records + " are asked for.");
        }
        return records;
    }

    /** The least power of two that is not below {@code count}. */
    static long powerOfTwo(long count) {
        return count == 1 ? 1 : Long.highestOneBit(count - 1) * 2;
    }

    /** Up to whole words. */
    static int words(int bytes) {
        return (bytes + Long.BYTES - 1) & -Long.BYTES;
    }
}

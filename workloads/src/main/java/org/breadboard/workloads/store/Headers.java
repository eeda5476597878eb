// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.workloads.parts.Hash64;

/**
 * Header words for stores whose nodes have none: an array, found from the key alone, so that keys that are not there
 * have one too. Some keys share one.
 *
 * @param at where the array begins
 * @param mask how many words there are, a power of two, less 1
 */
record Headers(long at, long mask) {
    /** A word for each of so many records, at least. */
    static Headers of(long at, long records) {
        return new Headers(at, Sizes.powerOfTwo(records) - 1);
    }

    /** Where the array ends. */
    long end() {
        return at + (mask + 1) * Long.BYTES;
    }

    /** The word of a key. */
    long address(long key) {
        return at + (Hash64.of(key) & mask) * Long.BYTES;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.Arrays;

/**
 * The headers that a transaction locks. Keys that share a bucket share its header, so each header is locked once, with
 * the first key under it, and unlocked once, with the last write under it; what the transaction does under its own lock
 * does not meet itself.
 */
final class HeaderLocks {
    static final int NONE = -1;

    // A lock is two words, next to one another: the version that was locked, and the rest.
    private static final int STRIDE = 2;
    private static final int REST = 1;

    private static final int INSERTS_SHIFT = 16;
    private static final int SHORT = 0xffff;
    private static final long ONE_INSERT = 1L << INSERTS_SHIFT;
    private static final long HELD = 1L << 63;

    private int count;
    private long[] words = new long[4 * STRIDE];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    /** A lock that an access asks for; returns its number. */
    int add(int access) {
        int at = count * STRIDE;
        if (at == words.length) {
            words = Arrays.copyOf(words, at * 2);
        }
        words[at] = 0;
        words[at + REST] = access;
        return count++;
    }

    /** One more record may be inserted under the header; returns how many that makes. */
    int reserve(int lock) {
        words[lock * STRIDE + REST] += ONE_INSERT;
        return (int) (words[lock * STRIDE + REST] >>> INSERTS_SHIFT) & SHORT;
    }

    /** The access that asks for the lock. */
    int leader(int lock) {
        return (int) words[lock * STRIDE + REST] & SHORT;
    }

    void acquired(int lock, long atVersion) {
        words[lock * STRIDE] = atVersion;
        words[lock * STRIDE + REST] |= HELD;
    }

    boolean isHeld(int lock) {
        return (words[lock * STRIDE + REST] & HELD) != 0;
    }

    /** The version that was locked. */
    long version(int lock) {
        return words[lock * STRIDE];
    }
}

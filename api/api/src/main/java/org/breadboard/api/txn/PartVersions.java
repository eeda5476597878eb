// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

import java.util.Arrays;

/**
 * The versions of parts of one transaction's accesses: what was read, and what was installed. Places are greater than
 * 0.
 */
final class PartVersions {
    /** The version of a part that was not set. */
    static final long UNSAID = Long.MIN_VALUE;

    // For each access in a row: how many parts, what each was read with, what each was given.
    private long[] words = {};
    private int end = 1;

    /** Forgets all. */
    void clear() {
        end = 1;
    }

    void copyOf(PartVersions other) {
        if (other.end > words.length) {
            words = new long[other.words.length];
        }
        System.arraycopy(other.words, 0, words, 0, Math.min(other.end, other.words.length));
        end = other.end;
    }

    /** Makes room for the versions of an access's parts, none of them set, and returns their place. */
    int reserve(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a record has no " + count + " parts");
        }
        int at = end;
        end += 1 + 2 * count;
        if (end > words.length) {
            words = Arrays.copyOf(words, 2 * end);
        }
        words[at] = count;
        Arrays.fill(words, at + 1, end, UNSAID);
        return at;
    }

    int count(int at) {
        return (int) words[at];
    }

    void fetched(int at, int part, long version) {
        words[word(at, part)] = version;
    }

    long fetched(int at, int part) {
        return words[word(at, part)];
    }

    void installed(int at, int part, long version) {
        words[word(at, part) + count(at)] = version;
    }

    long installed(int at, int part) {
        return words[word(at, part) + count(at)];
    }

    private int word(int at, int part) {
        if (at == 0) {
            throw new IllegalStateException("an access without parts was asked for part " + part);
        }
        if (part < 0 || part >= count(at)) {
            throw new IndexOutOfBoundsException("part " + part + " of " + count(at));
        }
        return at + 1 + part;
    }
}

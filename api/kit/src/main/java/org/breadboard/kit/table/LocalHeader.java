// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

/**
 * The header word of a {@link LocalTable}: a lock bit, a count of inserts that were taken back, and the version, which
 * grows by one with each transaction that commits a write under the word. Versions of a word are dense, so that a
 * backup knows which write comes next.
 *
 * <p>A transaction that takes an insert back keeps the version but changes the word. A reader that saw the record
 * meanwhile compares the word before and after, and must find a difference.
 */
public final class LocalHeader {
    private static final long LOCKED = 1;
    private static final long TAKEN_BACK = 2;
    private static final int VERSION_SHIFT = 16;
    private static final long VERSIONS = -1L << VERSION_SHIFT;

    private LocalHeader() {}

    /** The unlocked word of a version. */
    public static long of(long version) {
        return version << VERSION_SHIFT;
    }

    /** The version, locked or not. */
    public static long version(long word) {
        return word >>> VERSION_SHIFT;
    }

    /** Whether its lock is held. */
    public static boolean isLocked(long word) {
        return (word & LOCKED) != 0;
    }

    /** The same word, locked. */
    public static long locked(long word) {
        return word | LOCKED;
    }

    /** The word of another version, locked if this one is. */
    public static long withVersion(long word, long version) {
        return isLocked(word) ? locked(of(version)) : of(version);
    }

    /**
     * The unlocked word after inserts under an unlocked word were taken back: a different word with the same version.
     */
    public static long takenBack(long word) {
        return word & VERSIONS | (word + TAKEN_BACK & ~VERSIONS);
    }
}

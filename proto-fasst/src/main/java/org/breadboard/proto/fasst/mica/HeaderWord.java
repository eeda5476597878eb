// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

/** The 8-byte header of FaSST 5: the lock in the lowest bit, the version in the 63 bits above it. */
public final class HeaderWord {
    private static final long LOCK = 1;

    private HeaderWord() {}

    /** Whether somebody holds the lock. */
    public static boolean isLocked(long word) {
        return (word & LOCK) != 0;
    }

    /** The version. */
    public static long version(long word) {
        return word >>> 1;
    }

    /** The word of a version that nobody has locked. */
    public static long unlocked(long version) {
        return version << 1;
    }

    /** The word with the lock taken. */
    public static long locked(long word) {
        return word | LOCK;
    }
}

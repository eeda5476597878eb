// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

/** A record's header word: a lock bit under the version, which grows by one with each committed write. */
public final class RecordWord {
    /** In the place of a word: there is no such record. */
    public static final long ABSENT = -1;

    private static final long LOCKED = 1;
    private static final int VERSION_SHIFT = 1;

    private RecordWord() {}

    /** The unlocked word of a version. */
    public static long of(long version) {
        return version << VERSION_SHIFT;
    }

    /** The same version, locked. */
    public static long locked(long word) {
        return word | LOCKED;
    }

    /** Whether somebody holds its lock. */
    public static boolean isLocked(long word) {
        return (word & LOCKED) != 0;
    }

    /** The version, locked or not. */
    public static long version(long word) {
        return word >>> VERSION_SHIFT;
    }
}

package com.example.tictoc;

/**
 * The word over a record: when it was last written (44 bits), for how long that is known to stand after it (19 bits), and
 * whether somebody has locked it (1 bit).
 */
final class Stamp {
    private static final long LOCK = 1;
    private static final int WRITTEN_SHIFT = 20;
    private static final long LONGEST = (1L << WRITTEN_SHIFT - 1) - 1;

    private Stamp() {}

    /** Unlocked. */
    static long of(long written) {
        return written << WRITTEN_SHIFT;
    }

    static long written(long word) {
        return word >>> WRITTEN_SHIFT;
    }

    /** Until when it is known to stand. */
    static long stands(long word) {
        return written(word) + (word >>> 1 & LONGEST);
    }

    static boolean isLocked(long word) {
        return (word & LOCK) != 0;
    }

    static long locked(long word) {
        return word | LOCK;
    }

    static long unlocked(long word) {
        return word & ~LOCK;
    }

    /**
     * Unlocked, and stands until an instant. If that is too long after it was written, it counts as written later, so
     * that who has read it before reads it again (TicToc 3.6).
     */
    static long standing(long word, long until) {
        long written = Math.max(written(word), until - LONGEST);
        return of(written) | until - written << 1;
    }
}

package org.breadboard.proto.xenic.txn;

/** A rule of the protocol that is left out, to see that the checker finds what comes of it. */
enum Breakage {
    /** Nothing is left out. */
    NONE("none"),
    /** What was committed may be evicted before the host has applied it (Xenic 4.2 step 6). */
    UNPIN_EARLY("unpin-early"),
    /** Transactions that the host has executed take their locks when they commit, not before their LOG (Xenic 4.2.4). */
    LOCK_AFTER_LOG("lock-after-log"),
    /** What was only read is not looked at again (Xenic 4.2 step 4). */
    SKIP_VALIDATION("skip-validation"),
    /** Who has searched ordered tables does not wait for the rows of shipped transactions that are on their way ({@link Shipments}). */
    SKIP_PENDING_ROWS("skip-pending-rows"),
    /** The last row that a shipped transaction inserted into an ordered table is not put in. */
    DROP_SHIPPED_ROW("drop-shipped-row");

    private final String word;

    Breakage(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Breakage of(String word) {
        for (Breakage breakage : values()) {
            if (breakage.word.equals(word)) {
                return breakage;
            }
        }
        throw new IllegalArgumentException("there is no breakage " + word);
    }
}

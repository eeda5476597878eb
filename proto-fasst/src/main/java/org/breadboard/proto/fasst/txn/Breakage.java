package org.breadboard.proto.fasst.txn;

import java.util.Arrays;
import java.util.List;

/** Planted faults: each breaks the protocol in one place, so that it can be seen that the checks after a run find it. */
enum Breakage {
    /** Nothing is broken. */
    NONE("none"),
    /** Read sets are not validated. */
    SKIP_VALIDATION("skip-validation"),
    /** Ranges of ordered tables are not validated. */
    SKIP_RANGES("skip-ranges"),
    /** Write sets are read but not locked. */
    SKIP_LOCK("skip-lock"),
    /** The last remote log replica gets no records. */
    DROP_LOG("drop-log"),
    /** A primary unlocks before it writes the value, which it does a little later. */
    UNLOCK_BEFORE_WRITE("unlock-before-write");

    private final String word;

    Breakage(String word) {
        this.word = word;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(b -> b.word).toList();
    }

    static Breakage of(String word) {
        for (Breakage breakage : values()) {
            if (breakage.word.equals(word)) {
                return breakage;
            }
        }
        throw new IllegalArgumentException("no breakage is called " + word);
    }
}

package org.breadboard.proto.hades.sw;

import java.util.Arrays;
import java.util.List;

/** Planted faults: each leaves out a rule of the protocol, so that it can be seen that the checks after a run find it. */
enum Breakage {
    /** Nothing is broken. */
    NONE("none"),
    /** What was only read is not looked at again. */
    SKIP_VALIDATION("skip-validation"),
    /** What is written is not locked. */
    SKIP_LOCK("skip-lock"),
    /** A record is unlocked a little before its new value is written. */
    UNLOCK_BEFORE_WRITE("unlock-before-write");

    private final String word;

    Breakage(String word) {
        this.word = word;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(breakage -> breakage.word).toList();
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

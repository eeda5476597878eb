package org.breadboard.proto.xenic.drtm;

/** A rule of the protocol that is left out, to see that the checker finds the anomalies that it prevents. */
enum Breakage {
    /** Nothing is left out. */
    NONE("none"),
    /** No record of a hash table is looked at again (Xenic 2.2.1, phase 2). */
    SKIP_VALIDATION("skip-validation"),
    /** RPCs, and the own CPU, lock records whatever version they have; validation of what is written makes up for it. */
    LOCK_ANY_VERSION("lock-any-version");

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

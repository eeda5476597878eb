package org.breadboard.proto.nocc.options;

import java.util.Arrays;
import java.util.List;

/** Planted faults of clients and stores: each breaks the protocol in one place, so that it can be seen that the checks find it. */
public enum Breakage {
    /** Nothing is broken. */
    NONE("none"),
    /** The store commits whatever it is asked to. */
    SKIP_COMPARE("skip-compare"),
    /** The store's aborts say the stale values only, not what else the transaction wrote. */
    OMIT_WRITTEN("omit-written"),
    /** The store does not remember requests: a repeated one is executed again. */
    FORGET_REQUESTS("forget-requests"),
    /** The store does not know that two requests are attempts at the same transaction. */
    FORGET_ATTEMPTS("forget-attempts"),
    /** The store locks nothing between the two phases. */
    SKIP_LOCK("skip-lock"),
    /** The store neither sends its last backup anything nor waits for it. */
    SKIP_BACKUP("skip-backup"),
    /** A backup applies and acknowledges what comes, whatever is missing before it. */
    SKIP_GAPS("skip-gaps"),
    /** The client leaves the table out of the names of records on the wire. */
    SHARE_KEYS("share-keys"),
    /** The client sends the first 8 B of what it writes. */
    CUT_VALUES("cut-values"),
    /** The client says the versions that it read its values at, and not those that the store found them at when it compared. */
    STALE_WITNESS("stale-witness");

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
        throw new IllegalArgumentException("no breakage is called " + word);
    }
}

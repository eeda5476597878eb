package org.breadboard.proto.hades.hades;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run can break on purpose, to see its check fail; what the hardware can break is a parameter of its own. */
enum Breakage {
    /** Nothing. */
    NONE,
    /** HADES-H commits without looking at its own node's versions again. */
    SKIP_LOCAL_VALIDATION,
    /** HADES-H writes to other nodes without moving versions. */
    KEEP_VERSIONS,
    /** HADES-H does not tell the NIC what it has read on its own node. */
    HIDE_READS;

    static List<String> words(boolean hybrid) {
        List<String> words = new ArrayList<>();
        for (Breakage breakage : values()) {
            if (hybrid || breakage == NONE) {
                words.add(breakage.word());
            }
        }
        return words;
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Breakage of(String word) {
        for (Breakage breakage : values()) {
            if (breakage.word().equals(word)) {
                return breakage;
            }
        }
        throw new IllegalArgumentException("there is no breakage " + word);
    }
}

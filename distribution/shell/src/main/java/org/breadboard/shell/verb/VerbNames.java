package org.breadboard.shell.verb;

import java.util.List;
import org.breadboard.platform.console.Suggestion;

/** The names of the verbs. */
public final class VerbNames {
    /** All verbs, in the order of the help. */
    public static final List<String> ALL =
            List.of("run", "study", "list", "describe", "mix", "hardware", "verify", "bench", "help");

    private VerbNames() {}

    /** One sentence about a verb that there is not. */
    static String unknown(String verb) {
        return "There is no verb '" + verb + '\'' + Suggestion.phrase(verb, ALL) + "; 'help' lists them all.";
    }
}

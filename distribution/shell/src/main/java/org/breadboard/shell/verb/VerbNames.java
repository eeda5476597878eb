package org.breadboard.shell.verb;

import java.util.List;
import java.util.stream.Stream;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.shell.verb.common.Word;

/** The names of the verbs. */
public final class VerbNames {
    /** All verbs, in the order of the help. */
    public static final List<String> ALL = List.of(
            "run",
            "explain",
            "live",
            "study",
            "whatif",
            "compare",
            "reproduce",
            "calibrate",
            "campaign",
            "list",
            "describe",
            "mix",
            "hardware",
            "plugin",
            "verify",
            "bench",
            "tutorial",
            "help");

    /** The commands of the shell that are no verbs. */
    public static final List<String> COMMANDS =
            List.of("alias", "each", "grep", "history", "if", "jobs", "kill", "print", "wait");

    /** What can be done with plug-ins. */
    public static final List<String> PLUGIN_ACTIONS =
            Stream.of(PluginVerb.Action.values()).map(Word::lower).toList();

    /** What can be done with a live cluster. */
    public static final List<String> LIVE_ACTIONS =
            Stream.of(LiveVerb.Action.values()).map(Word::lower).toList();

    private VerbNames() {}

    /** One sentence about a verb that there is not. */
    public static String unknown(String verb) {
        return unknown(verb, ALL);
    }

    /** The same of a word of the shell or a script, which has more commands. */
    public static String unknownCommand(String word) {
        return unknown(word, Stream.of(ALL, COMMANDS).flatMap(List::stream).toList());
    }

    private static String unknown(String word, List<String> known) {
        return "There is no verb '" + word + '\'' + Suggestion.phrase(word, known) + "; 'help' lists them all.";
    }
}

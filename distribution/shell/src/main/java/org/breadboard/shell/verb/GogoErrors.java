package org.breadboard.shell.verb;

import java.io.EOFException;
import java.util.List;
import org.apache.felix.gogo.runtime.CommandNotFoundException;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.breadboard.platform.Suggestion;

/** What Gogo throws, as sentences for people. */
public final class GogoErrors {
    private GogoErrors() {}

    /** One sentence. */
    public static String sentence(Throwable thrown) {
        if (thrown instanceof CommandNotFoundException unknown) {
            return unknownVerb(unknown.getCommand());
        }
        if (thrown instanceof EOFError || thrown instanceof EOFException) {
            return "The command ends too early: a quote or a bracket is not closed.";
        }
        if (thrown instanceof SyntaxError wrong) {
            return "The command cannot be read at line " + wrong.line() + ", column " + wrong.column() + ".";
        }
        String message = thrown.getMessage();
        return message == null ? "The command failed with " + thrown.getClass().getSimpleName() + "." : message;
    }

    /** One sentence about a verb that there is not. */
    static String unknownVerb(String verb) {
        return "There is no verb '" + verb + '\'' + Suggestion.phrase(verb, List.copyOf(Verbs.NAMES))
                + "; 'help' lists them all.";
    }
}

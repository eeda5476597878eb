// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.tutorial;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.ToIntFunction;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Screen;

/** Runs lessons one after another, and between them waits for a person, if there is one. */
public final class Tutorial {
    private final Console console;
    private final InputStream keys;
    private final ToIntFunction<List<String>> verbs;

    /**
     * A tutorial.
     *
     * @param keys where a person presses Enter, or null if all is to be run without
     * @param verbs runs a verb, given its words, and answers its exit code
     */
    public Tutorial(Console console, InputStream keys, ToIntFunction<List<String>> verbs) {
        this.console = console;
        this.keys = keys;
        this.verbs = verbs;
    }

    /** How many steps there are. */
    public static int steps() {
        return Lesson.ALL.size();
    }

    /** Runs the steps from a number on, counted from 1. */
    public ExitStatus run(int from) {
        PrintStream out = console.out();
        for (int step = from; step <= steps(); step++) {
            Lesson lesson = Lesson.ALL.get(step - 1);
            out.println();
            out.println("Step " + step + " of " + steps() + ": " + lesson.title());
            Screen.paragraph(out, lesson.before());
            out.println();
            Screen.verbatim(out).println("    " + lesson.command());
            out.println();
            String answer = keys == null ? "" : asked();
            if (answer == null || answer.startsWith("q")) {
                out.println("'tutorial " + step + "' goes on here.");
                return ExitStatus.DONE;
            }
            if (answer.startsWith("s")) {
                continue;
            }
            int status = verbs.applyAsInt(List.of(lesson.command().split(" ", -1)));
            if (status != lesson.status()) {
                console.err()
                        .println("Step " + step + " failed: '" + lesson.command() + "' ended with exit code " + status
                                + " and not " + lesson.status() + "; 'tutorial " + step + "' tries it again"
                                + (step < steps() ? ", 'tutorial " + (step + 1) + "' goes on behind it." : "."));
                return ExitStatus.FAILED;
            }
            out.println();
            Screen.paragraph(out, lesson.after());
        }
        out.println();
        out.println("That was all. 'help' lists the verbs, and the documentation is in docs/.");
        return ExitStatus.DONE;
    }

    /** What a person typed before Enter; null if there will be nothing more. */
    private String asked() {
        console.out().print("Enter runs it, s skips it, q leaves: ");
        console.out().flush();
        StringBuilder line = new StringBuilder();
        try {
            for (int key = keys.read(); key != '\n' && key != '\r'; key = keys.read()) {
                if (key < 0) {
                    console.out().println();
                    return null;
                }
                line.append((char) key);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
        return line.toString().strip();
    }
}

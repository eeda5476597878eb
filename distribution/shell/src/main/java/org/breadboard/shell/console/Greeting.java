// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.console;

import java.io.PrintStream;

/**
 * What a person at a terminal sees first. The launcher shows it with a prompt before Felix starts. What is typed from
 * then on waits at the terminal, which shows it, until the shell draws the prompt anew and reads it.
 */
public final class Greeting {
    /** What stands before what is typed. */
    public static final String PROMPT = "breadboard> ";

    /** Carriage return, and erase in line: what takes the place of a prompt begins where the prompt did. */
    private static final String BEGIN_LINE_ANEW = "\r\u001b[K";

    private static final String WORDS = "Breadboard. 'help' lists the verbs, TAB completes them, 'exit' leaves.";

    private Greeting() {}

    /** Shows it without a prompt. */
    public static void show(PrintStream out) {
        out.println(WORDS);
    }

    /** Shows it and a prompt, on a terminal that can take the prompt away again. */
    public static void showWithPrompt(PrintStream out) {
        show(out);
        out.print(PROMPT);
        out.flush();
    }

    /** Takes the prompt away, and what the terminal has shown behind it. */
    public static void takePromptAway(PrintStream out) {
        out.print(BEGIN_LINE_ANEW);
        out.flush();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.util.List;
import org.breadboard.platform.verbs.SessionWord;

/** The commands of the shell that are no verbs. */
public final class CommandNames {
    /** All of them, in alphabetical order. */
    public static final List<SessionWord> WORDS = List.of(
            new SessionWord(
                    "alias",
                    "alias NAME WORD ...",
                    "Has a name stand for the words of a command.",
                    "alias lm list mixes"),
            new SessionWord(
                    "each",
                    "each [LIST] { ... $it ... }",
                    "Runs commands for each element of a list, or after a pipe for each line.",
                    "each [7 8 9] { run fasst-smallbank --seed $it }"),
            new SessionWord("exit", "exit", "Leaves the shell; so do 'quit' and Ctrl-D.", "exit"),
            new SessionWord(
                    "grep",
                    "grep [-i] [-v] [-c] PATTERN",
                    "After a pipe, keeps the lines that a regular expression finds: -i in upper and lower case, -v those"
                            + " that it does not find, -c their number alone.",
                    "list mixes | grep -i fasst"),
            new SessionWord("history", "history", "Lists what was typed; in the shell alone.", "history"),
            new SessionWord(
                    "if",
                    "if { CONDITION } { THEN } { ELSE }",
                    "Runs THEN if a verb is done, grep finds something or a value is not empty, else ELSE.",
                    "if { list mixes | grep mine } { run mine } { print none }"),
            new SessionWord(
                    "jobs", "jobs [--output table|json|csv]", "Lists what runs in the background, since '&'.", "jobs"),
            new SessionWord(
                    "kill", "kill JOB ...", "Stops jobs by their numbers; what they measured is kept.", "kill 1"),
            new SessionWord("print", "print WORD ...", "Prints words.", "print $seed"),
            new SessionWord("quit", "quit", "Leaves the shell; so do 'exit' and Ctrl-D.", "quit"),
            new SessionWord(
                    "wait", "wait", "Waits until no job runs in the background.", "run fasst-smallbank &; wait"));

    /** Their names, without those that leave. */
    public static final List<String> ALL = WORDS.stream()
            .map(SessionWord::name)
            .filter(name -> !Script.LEAVE.contains(name))
            .toList();

    private CommandNames() {}
}

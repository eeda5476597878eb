// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.Callable;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.runtime.Tainted;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * One call of a verb: fields with picocli's annotations take its words, {@link #execute} does what they say. The class
 * has picocli's {@code Command} with its name, one line that describes it, and a footer with an example. Options whose
 * type is an enum take its constants in lower case. For one call.
 */
public abstract class VerbCommand implements Callable<Integer> {
    private Board board;
    private Board.Named verb;
    private Console console;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    @SuppressWarnings("UnusedVariable") // picocli sets it and looks at it
    private boolean help;

    @Spec
    private CommandSpec words;

    /** Of a verb; its fields are set before it is executed. */
    protected VerbCommand() {}

    /** The model of its words, to be called on a console; {@code board} and {@code console} are null for a look. */
    final CommandLine line(Board board, Board.Named verb, Console console) {
        this.board = board;
        this.verb = verb;
        this.console = console;
        CommandLine line = new CommandLine(this);
        for (ArgSpec argument : line.getCommandSpec().args()) {
            Class<?> type = argument.auxiliaryTypes()[0];
            if (type.isEnum() && argument.converters().length == 0) {
                readWords(line, type);
            }
        }
        parse(line);
        return line;
    }

    private static <E> void readWords(CommandLine line, Class<E> type) {
        line.registerConverter(type, word -> Word.read(type, word));
    }

    /** Says more of how its words are read than annotations can. */
    protected void parse(CommandLine line) {}

    @Override
    public final Integer call() {
        refuseEmptyLists();
        if (needsACleanProcess()) {
            Tainted.all().forEach(this::warn);
        }
        return board.call(verb, title(), subject(), forPeople() ? console : console.verbatim(), this::execute)
                .code();
    }

    /** Whether its result is laid out for a terminal: not what programs read. */
    private boolean forPeople() {
        return words.mixins().values().stream()
                .map(CommandSpec::userObject)
                .noneMatch(mixin -> mixin instanceof OutputOption output && output.format() != OutputFormat.TABLE);
    }

    /** A list that is all commas would otherwise count as one that nobody gave. */
    private void refuseEmptyLists() {
        for (OptionSpec option : words.commandLine().getParseResult().matchedOptions()) {
            if (option.getValue() instanceof Collection<?> list && list.isEmpty()) {
                throw mistake(option.longestName() + " needs a value, and there is none between the commas");
            }
        }
    }

    private void warn(Tainted thread) {
        console.err()
                .println("A thread of an earlier run still runs in this process (" + thread.where() + ": "
                        + thread.sentence() + "); start again for figures to trust.");
    }

    /** Whether the user is told of threads that earlier runs left behind, since they take time from this call. */
    protected boolean needsACleanProcess() {
        return true;
    }

    /** The word that it is about: if it is a path, the project of that file counts; {@code ""} if there is none. */
    protected String subject() {
        return "";
    }

    /** What runs, as a user knows it, for example {@code run fasst-smallbank}. */
    protected String title() {
        return subject().isEmpty() ? words.name() : words.name() + ' ' + subject();
    }

    /** Its words as picocli has read them. */
    protected final CommandSpec words() {
        return words;
    }

    /** A mistake in its words, to be thrown: a sentence without its end, behind which help is offered. */
    protected final ParameterException mistake(String sentence) {
        return new ParameterException(words.commandLine(), sentence);
    }

    /**
     * Does what the words say; they are read by then. What it throws is told in one sentence, and is no end of the
     * shell.
     *
     * @throws org.breadboard.api.RefusedException if the user made a mistake, which its message tells
     * @throws ParameterException if the words do not go with each other; see {@link #mistake}
     */
    protected abstract ExitStatus execute(VerbScope scope) throws IOException;
}

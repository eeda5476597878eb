// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.project.Project;
import org.breadboard.shell.manual.OuterOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** The command line up to the verb; what follows the verb is the verb's own. */
@Command(name = "breadboard")
final class Arguments {
    /** {@code run MIX}, {@code mix check MIX}: what a verb is about stands no further behind. */
    private static final int OPERANDS = 2;

    /** What the process is to do. */
    enum Mode {
        /** One verb. */
        VERB,
        /** A text in the shell's language. */
        COMMAND,
        /** A file in the shell's language. */
        SCRIPT,
        /** The interactive shell. */
        CONSOLE
    }

    @Mixin
    private OuterOptions outer = new OuterOptions();

    @Parameters(arity = "0..*")
    private List<String> words = List.of();

    private Arguments() {}

    /**
     * Reads a command line.
     *
     * @throws CommandLine.ParameterException if it makes no sense, with a message for the user
     */
    static Arguments parse(String... line) {
        Arguments arguments = new Arguments();
        if (line.length == 0) {
            // The shell opens a tenth of a second earlier without picocli.
            return arguments;
        }
        CommandLine parser = new CommandLine(arguments).setStopAtPositional(true);
        try {
            parser.parseArgs(line);
        } catch (CommandLine.UnmatchedArgumentException unknown) {
            String word = unknown.getUnmatched().get(0);
            List<String> options = parser.getCommandSpec().options().stream()
                    .map(OptionSpec::longestName)
                    .toList();
            throw new CommandLine.ParameterException(
                    parser, "'breadboard' has no option '" + word + '\'' + Suggestion.phrase(word, options));
        }
        if (arguments.outer.command() != null && arguments.outer.script() != null) {
            throw new CommandLine.ParameterException(parser, "-c and -f exclude each other");
        }
        return arguments;
    }

    Mode mode() {
        if (outer.help() || !words.isEmpty()) {
            return Mode.VERB;
        }
        if (outer.command() != null) {
            return Mode.COMMAND;
        }
        return outer.script() != null ? Mode.SCRIPT : Mode.CONSOLE;
    }

    /** What goes with the mode: the verb and its words, the text, or the file's name. */
    List<String> words() {
        return switch (mode()) {
            case VERB -> outer.help() ? List.of("help") : words;
            case COMMAND -> List.of(outer.command());
            case SCRIPT -> List.of(outer.script());
            case CONSOLE -> List.of();
        };
    }

    /**
     * The folder of the project to work in: the one that was asked for, that of the file which the verb names, or that
     * of the working directory; null if there is none.
     *
     * @throws CommandLine.ParameterException if the one that was asked for is no folder
     */
    Path project() {
        Path project = outer.project();
        if (project != null) {
            if (!Files.isDirectory(project)) {
                throw new CommandLine.ParameterException(
                        new CommandLine(new Arguments()), "--project takes a folder, and '" + project + "' is none");
            }
            return project.toAbsolutePath().normalize();
        }
        return words.stream()
                .skip(1)
                .limit(OPERANDS)
                .filter(word -> word.endsWith(".yaml"))
                .flatMap(word -> Project.of(word).stream())
                .findFirst()
                .or(() -> Project.around(Path.of("")))
                .orElse(null);
    }

    /** The folder of all results; null for the usual one. */
    Path results() {
        return outer.results() == null ? null : outer.results().toAbsolutePath().normalize();
    }

    boolean debug() {
        return outer.debug();
    }

    boolean version() {
        return outer.version();
    }
}

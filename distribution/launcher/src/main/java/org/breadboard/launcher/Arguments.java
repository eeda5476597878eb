package org.breadboard.launcher;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line up to the verb; what follows the verb is the verb's own. */
@Command(name = "breadboard")
final class Arguments {
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

    @Option(names = "-c")
    private String command;

    @Option(names = "-f")
    private String script;

    @Option(names = "--debug")
    private boolean debug;

    @Option(names = {"-h", "--help"})
    private boolean help;

    @Option(names = {"-V", "--version"})
    private boolean version;

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
        parser.parseArgs(line);
        if (arguments.command != null && arguments.script != null) {
            throw new CommandLine.ParameterException(parser, "-c and -f exclude each other");
        }
        return arguments;
    }

    Mode mode() {
        if (help || !words.isEmpty()) {
            return Mode.VERB;
        }
        if (command != null) {
            return Mode.COMMAND;
        }
        return script != null ? Mode.SCRIPT : Mode.CONSOLE;
    }

    /** What goes with the mode: the verb and its words, the text, or the file's name. */
    List<String> words() {
        return switch (mode()) {
            case VERB -> help ? List.of("help") : words;
            case COMMAND -> List.of(command);
            case SCRIPT -> List.of(script);
            case CONSOLE -> List.of();
        };
    }

    boolean debug() {
        return debug;
    }

    boolean version() {
        return version;
    }
}

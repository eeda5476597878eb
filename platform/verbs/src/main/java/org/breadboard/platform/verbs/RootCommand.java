// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.runtime.PluginWatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The root command: all verbs of a board, called by their words. */
@Command(
        name = "breadboard",
        description = "A breadboard for hardware-accelerated distributed transactions.",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "breadboard [--debug] [--project DIR] [--results DIR] VERB ...",
            "       breadboard -c \"VERB ...\"",
            "       breadboard -f SCRIPT",
            "       breadboard"
        },
        commandListHeading = "%nVerbs:%n",
        footer = {
            "",
            "Each verb has --help with an example. Without a verb the console shell opens.",
            "In the shell and in scripts also: print, grep, each, if, alias; with '&' a verb runs in the background, where"
                    + " jobs, wait and kill see it; history, exit and quit are the shell's own. 'help grep' and the like"
                    + " explain them, and docs/users/shell.md tells of them.",
            "At a terminal run, study, whatif and compare share a process that stays for ten minutes; --cold does"
                    + " without.",
            "A folder with breadboard.yaml is a project: its mixes, profiles and plug-ins are found in it, or by --project.",
            "Results are kept in 'results' of the project or of the working folder, or where --results says.",
            "Exit code: 0 done and verified, 1 violated or failed, 2 a mistake of yours, 3 a defect of ours; 130 stopped by"
                    + " Ctrl-C, 143 by SIGTERM: what was measured until then is kept, marked partial.",
            "",
            "Example:",
            "  breadboard run fasst-smallbank --seed 42"
        })
public final class RootCommand {
    private static final int USAGE_COLUMNS = 100;
    /** picocli takes no fewer. */
    private static final int LEAST_USAGE_COLUMNS = 55;

    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    private final Board board;
    private final Console console;

    private RootCommand(Board board, Console console) {
        this.board = board;
        this.console = console;
    }

    /** Calls the verb of a board that the first word names, on the calling thread. Never throws. */
    public static ExitStatus execute(Board board, Console console, List<String> words) {
        return new RootCommand(board, console).execute(words);
    }

    /** The same. */
    public static ExitStatus execute(Board board, Console console, String... words) {
        return execute(board, console, List.of(words));
    }

    private ExitStatus execute(List<String> words) {
        List<Board.Named> all = board.verbs();
        // To read how all of them are declared takes longer than most of them run.
        Optional<Board.Named> one = all.stream()
                .filter(verb -> verb.name().equals(words.get(0)) && !verb.name().equals(HelpVerb.NAME))
                .findFirst();
        CommandLine line = commandLine(one.map(List::of).orElse(all));
        line.setOut(writer(Screen.verbatim(console.out())));
        line.setErr(writer(console.err()));
        line.setParameterExceptionHandler((mistake, arguments) -> explain(mistake));
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            console.err().println("A defect of Breadboard's: " + thrown + '.');
            if (console.debug()) {
                thrown.printStackTrace(console.err());
            }
            return ExitStatus.DEFECT.code();
        });
        return ExitStatus.of(line.execute(words.toArray(new String[0])));
    }

    /** The model of some verbs, their options and arguments. */
    private CommandLine commandLine(List<Board.Named> verbs) {
        CommandLine line = new CommandLine(this);
        for (Board.Named verb : verbs) {
            model(verb).ifPresent(model -> line.addSubcommand(verb.name(), model));
        }
        return line.setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(
                        Math.min(USAGE_COLUMNS, Math.max(LEAST_USAGE_COLUMNS, Screen.columns(console.out()))));
    }

    /** A verb's model; nothing if it is a plug-in's and does not tell it any more. */
    private Optional<CommandLine> model(Board.Named verb) {
        if (verb.owner() == null) {
            return Optional.of(verb.verb().command().line(board, verb, console));
        }
        try {
            return Optional.of(new PluginWatch(
                            List.of(verb.owner().plugin()), board.registry().patience(), () -> false)
                    .call(() -> verb.verb().command().line(board, verb, console)));
        } catch (RuntimeException | LinkageError broken) {
            console.err()
                    .println("Verb '" + verb.name() + "' of plug-in '"
                            + verb.owner().id()
                            + "' does not say what its words are (" + broken + "); 'plugin remove "
                            + verb.owner().id() + "' takes it out of the way.");
            return Optional.empty();
        }
    }

    /** The model of all verbs, their options and arguments, for completion. */
    public static CommandSpec model(Board board) {
        Console nowhere = new Console(NOWHERE, NOWHERE, false, USAGE_COLUMNS, false, new Cancellation());
        return new RootCommand(board, nowhere).commandLine(board.verbs()).getCommandSpec();
    }

    /** One sentence about a word that is no verb of a board and none of these other words. */
    public static String unknown(String word, Board board, Collection<String> others) {
        return unknown(
                word,
                Stream.of(board.verbs().stream().map(Board.Named::name), others.stream(), Stream.of("help"))
                        .flatMap(words -> words)
                        .distinct()
                        .toList());
    }

    /** One sentence about a word that is not among the known ones. */
    static String unknown(String word, Collection<String> known) {
        return "There is no verb '" + word + '\'' + Suggestion.phrase(word, known) + "; 'help' lists them all.";
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
    }

    private int explain(CommandLine.ParameterException mistake) {
        CommandSpec spec = mistake.getCommandLine().getCommandSpec();
        console.err().println(sentence(mistake, spec));
        if (console.debug()) {
            mistake.printStackTrace(console.err());
        }
        return ExitStatus.USER_MISTAKE.code();
    }

    private static String sentence(CommandLine.ParameterException mistake, CommandSpec spec) {
        String help = "; '" + spec.qualifiedName() + " --help' shows what there is.";
        if (mistake instanceof CommandLine.UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            if (spec.parent() == null) {
                return unknown(word, spec.subcommands().keySet());
            }
            List<String> options =
                    spec.options().stream().map(OptionSpec::longestName).toList();
            return word.startsWith("-")
                    ? '\'' + spec.name() + "' has no option '" + word + '\'' + Suggestion.phrase(word, options) + help
                    : '\'' + word + "' is one word too many" + help;
        }
        String message = mistake.getMessage();
        if (mistake.getCause() instanceof CommandLine.TypeConversionException explained) {
            String option = mistake.getArgSpec() instanceof OptionSpec named ? named.longestName() + ": " : "";
            message = option + explained.getMessage();
        }
        return (message.endsWith(".") ? message.substring(0, message.length() - 1) : message) + help;
    }
}

package org.breadboard.shell.verb.common;

import java.util.Collection;
import java.util.concurrent.Callable;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all verbs have in common. */
public abstract class Verb implements Callable<Integer> {
    private final Breadboard breadboard;
    private final Console console;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    @SuppressWarnings("UnusedVariable") // picocli sets it and looks at it
    private boolean help;

    @Spec
    private CommandSpec words;

    /** A verb of a platform, on a console. */
    protected Verb(Breadboard breadboard, Console console) {
        this.breadboard = breadboard;
        this.console = console;
    }

    @Override
    public final Integer call() {
        refuseEmptyLists();
        return execute(breadboard, console).code();
    }

    /** A list that is all commas would otherwise count as one that nobody gave. */
    private void refuseEmptyLists() {
        for (OptionSpec option : words.commandLine().getParseResult().matchedOptions()) {
            if (option.getValue() instanceof Collection<?> list && list.isEmpty()) {
                throw new ParameterException(
                        words.commandLine(),
                        option.longestName() + " needs a value, and there is none between the commas");
            }
        }
    }

    /** Does what the words say; they are read by then. */
    protected abstract ExitStatus execute(Breadboard breadboard, Console console);
}

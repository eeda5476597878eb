package org.breadboard.shell.verb;

import java.util.concurrent.Callable;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.console.Console;
import picocli.CommandLine.Option;

/** What all verbs have in common. */
abstract class Verb implements Callable<Integer> {
    private final Breadboard breadboard;
    private final Console console;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    @SuppressWarnings("UnusedVariable") // picocli sets it and looks at it
    private boolean help;

    Verb(Breadboard breadboard, Console console) {
        this.breadboard = breadboard;
        this.console = console;
    }

    @Override
    public final Integer call() {
        return execute(breadboard, console).code();
    }

    abstract ExitStatus execute(Breadboard breadboard, Console console);
}

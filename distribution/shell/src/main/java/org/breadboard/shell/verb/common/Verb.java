package org.breadboard.shell.verb.common;

import java.util.concurrent.Callable;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import picocli.CommandLine.Option;

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

    /** A verb of a platform, on a console. */
    protected Verb(Breadboard breadboard, Console console) {
        this.breadboard = breadboard;
        this.console = console;
    }

    @Override
    public final Integer call() {
        return execute(breadboard, console).code();
    }

    /** Does what the words say; they are read by then. */
    protected abstract ExitStatus execute(Breadboard breadboard, Console console);
}

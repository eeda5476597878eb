package org.breadboard.shell.verb;

import java.util.concurrent.Callable;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.Console;
import org.breadboard.platform.ExitStatus;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What all verbs have in common. */
abstract class Verb implements Callable<Integer> {
    @ParentCommand
    private Verbs root;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    @SuppressWarnings("UnusedVariable") // picocli sets it and looks at it
    private boolean help;

    @Override
    public final Integer call() {
        return execute(root.breadboard(), root.console()).code();
    }

    abstract ExitStatus execute(Breadboard breadboard, Console console);
}

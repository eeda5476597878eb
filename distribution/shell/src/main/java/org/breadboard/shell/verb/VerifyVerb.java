package org.breadboard.shell.verb;

import java.nio.file.Path;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        description = "Checks the history of a stored result again.",
        footer = {"", "Example:", "  breadboard verify results/fasst-smallbank/latest"})
final class VerifyVerb extends Verb {
    @Parameters(paramLabel = "RESULT_DIR", description = "The directory that a run has written.")
    private Path resultDirectory;

    @Mixin
    private OutputOption output;

    VerifyVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    ExitStatus execute(Breadboard breadboard, Console console) {
        return breadboard.verify(resultDirectory, output.format(), console);
    }
}

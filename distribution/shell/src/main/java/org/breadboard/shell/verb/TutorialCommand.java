// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.RootCommand;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import org.breadboard.shell.tutorial.Tutorial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tutorial",
        description = "Walks through ten minutes of commands, each with what to look at.",
        footer = {"", "Example:", "  breadboard tutorial", "  breadboard tutorial 3"})
final class TutorialCommand extends VerbCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "STEP",
            defaultValue = "1",
            description = "The step to begin with; default: ${DEFAULT-VALUE}.")
    private String step;

    @Option(names = "--yes", description = "Runs all steps without waiting for Enter, as where nobody can press it.")
    private boolean yes;

    @Override
    protected boolean needsACleanProcess() {
        return false;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) {
        Console console = scope.console();
        int first = step.matches("[0-9]{1,4}") ? Integer.parseInt(step) : 0;
        if (first < 1 || first > Tutorial.steps()) {
            throw mistake("'" + step + "' is no step: they go from 1 to " + Tutorial.steps());
        }
        boolean waits = !yes && console.terminal();
        return new Tutorial(
                        console,
                        waits ? System.in : null,
                        words -> RootCommand.execute(scope.board(), console, words)
                                .code())
                .run(first);
    }
}

package org.breadboard.shell.verb;

import java.util.List;
import java.util.function.ToIntFunction;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.tutorial.Tutorial;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "tutorial",
        description = "Walks through ten minutes of commands, each with what to look at.",
        footer = {"", "Example:", "  breadboard tutorial", "  breadboard tutorial 3"})
final class TutorialVerb extends Verb {
    private final ToIntFunction<List<String>> verbs;

    @Parameters(
            arity = "0..1",
            paramLabel = "STEP",
            defaultValue = "1",
            description = "The step to begin with; default: ${DEFAULT-VALUE}.")
    private String step;

    @Option(names = "--yes", description = "Runs all steps without waiting for Enter, as where nobody can press it.")
    private boolean yes;

    @Spec
    private CommandSpec spec;

    /** {@code verbs} runs a verb on the same console. */
    TutorialVerb(Breadboard breadboard, Console console, ToIntFunction<List<String>> verbs) {
        super(breadboard, console);
        this.verbs = verbs;
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        int first = step.matches("[0-9]{1,4}") ? Integer.parseInt(step) : 0;
        if (first < 1 || first > Tutorial.steps()) {
            throw new ParameterException(
                    spec.commandLine(), "'" + step + "' is no step: they go from 1 to " + Tutorial.steps());
        }
        boolean waits = !yes && console.terminal();
        return new Tutorial(console, waits ? System.in : null, verbs).run(first);
    }
}

package org.breadboard.shell.verb;

import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.StudyRequest;
import org.breadboard.platform.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "study",
        description = "Runs all points of a study and shows each claim: paper, model, error.",
        footer = {"", "Example:", "  breadboard study fasst --parallel 2 --output csv"})
final class StudyVerb extends Verb {
    @Parameters(paramLabel = "STUDY", description = "The name of a study ('list studies'), or the path of a YAML file.")
    private String study;

    @Option(
            names = "--resume",
            description =
                    "Goes on with the newest run of the study that was stopped or killed; finished points are kept.")
    private boolean resume;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = Parallel.class,
            description = "How many points may run at once; default: what the study says.")
    private Integer parallel;

    @Mixin
    private OutputOption output;

    StudyVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    ExitStatus execute(Breadboard breadboard, Console console) {
        return breadboard.study(new StudyRequest(study, resume, parallel, output.format()), console);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.studies.StudyExperiment;
import org.breadboard.platform.studies.StudyRequest;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reproduce",
        description =
                "Runs all shipped studies, those of a paper or one, and writes docs/users/fidelity.md from what they yield.",
        footer = {
            "",
            "The page is made of fidelity.template.md, whose words stay, and of fidelity.csv, the numbers.",
            "In a clone both lie in distribution/fidelity, and numbers and page are written; elsewhere",
            "both lie in fidelity, and new numbers and the page are in the result's folder.",
            "",
            "Example:",
            "  breadboard reproduce nocc",
            "  breadboard reproduce --resume"
        })
final class ReproduceCommand extends VerbCommand {
    @Parameters(
            paramLabel = "PAPER|STUDY",
            arity = "0..1",
            description = "A paper, such as nocc: only studies of its claims; or one study; default: all that ship.")
    private String paper;

    @Option(
            names = "--resume",
            description = "Goes on with the newest one that was stopped or killed; what has finished is kept.")
    private boolean resume;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = PointCount.class,
            description = "How many points may run at once; default: what each study says.")
    private Integer parallel;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = PointCount.class,
            description = "How many seeds each point has; default: what each study says.")
    private Integer seeds;

    @Option(
            names = "--docs",
            paramLabel = "DIR",
            description =
                    "A folder with template and numbers, where the page is written, too; default: the folders of a clone.")
    private Path docs;

    @Mixin
    private OutputOption output;

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        scope.useAll();
        Reproduce reproduce = new Reproduce(
                scope.plugins(), scope.folders(), scope.console(), (study, again) -> study(scope, study, again));
        ReproduceRequest request = new ReproduceRequest(paper, resume, parallel, seeds, docs, output.format());
        return reproduce.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /** A study fails by itself, as if it was called by itself, and says so; what it prints is not wanted. */
    private StudySeries.Ran study(VerbScope scope, String study, boolean again) {
        StudyRequest request = new StudyRequest(study, again, parallel, null, seeds, OutputFormat.JSON);
        AtomicReference<Path> kept = new AtomicReference<>();
        ExitStatus status = scope.board()
                .call("study " + study, study, scope.console().muted(), own -> {
                    StudyExperiment experiment = new StudyExperiment(own);
                    try {
                        return experiment.run(request);
                    } finally {
                        kept.set(experiment.kept().orElse(null));
                    }
                });
        return new StudySeries.Ran(status == ExitStatus.DONE, kept.get());
    }
}

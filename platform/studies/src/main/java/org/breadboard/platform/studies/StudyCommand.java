// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.studies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "study",
        description = "Runs all points of a study and shows each claim: paper, model, error.",
        footer = {
            "",
            "Example:",
            "  breadboard study fasst --parallel 2 --output csv",
            "  breadboard study nocc-fig1 --seeds 5",
            "  breadboard study fasst --on slurm --per-task 4 --sbatch \"--partition=short\""
        })
final class StudyCommand extends VerbCommand {
    private static final int PER_TASK = 8;

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
            converter = PointCount.class,
            description = "How many points may run at once; default: what the study says. With Slurm, how many tasks of"
                    + " each array; default: as many as it has room for.")
    private Integer parallel;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = PointCount.class,
            description =
                    "How many seeds each point has: means and 95%% confidence intervals over them; default: what the"
                            + " study says.")
    private Integer seeds;

    @Option(
            names = "--on",
            paramLabel = "PLACE",
            defaultValue = "local",
            description = "Where points run: local (the default), or slurm, as a job array on its machines.")
    private Place place;

    @Option(
            names = "--per-task",
            paramLabel = "N",
            converter = PointCount.class,
            description = "How many points a task of Slurm runs, one after another; default: 8. A live one runs alone.")
    private Integer perTask;

    @Option(
            names = "--sbatch",
            paramLabel = "OPTIONS",
            description = "More options for Slurm's sbatch, such as a partition, in quotes; its SBATCH_ variables work,"
                    + " too.")
    private String sbatch;

    /** For programs that run a study in a process of its own, beside others of its name. */
    @Option(
            names = "--result-to",
            hidden = true,
            paramLabel = "FILE",
            description = "Writes the folder of the result that is kept into a file.")
    private Path resultTo;

    @Mixin
    private OutputOption output;

    /** Where points run. */
    enum Place {
        LOCAL,
        SLURM
    }

    @Override
    protected String subject() {
        return study;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        StudyExperiment experiment = new StudyExperiment(scope);
        ExitStatus status = experiment.run(new StudyRequest(study, resume, parallel, slurm(), seeds, output.format()));
        if (resultTo != null && experiment.kept().isPresent()) {
            Files.writeString(resultTo, experiment.kept().get().toAbsolutePath().toString());
        }
        return status;
    }

    private StudyRequest.Slurm slurm() {
        if (place == Place.SLURM) {
            List<String> options = sbatch == null || sbatch.isBlank()
                    ? List.of()
                    : List.of(sbatch.strip().split("\\s+"));
            return new StudyRequest.Slurm(perTask == null ? PER_TASK : perTask, options);
        }
        if (perTask != null || sbatch != null) {
            throw mistake((sbatch == null ? "--per-task" : "--sbatch") + " goes with --on slurm");
        }
        return null;
    }
}

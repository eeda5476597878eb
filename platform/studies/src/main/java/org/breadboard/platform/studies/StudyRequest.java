// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.studies;

import java.util.List;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.result.Words;

/**
 * What {@code study} is asked to do.
 *
 * @param study the name of a shipped study, or the path of a YAML file
 * @param resume whether to go on with the newest run of it that was stopped or killed
 * @param parallel how many points may run at once, or null for what the study says; how many tasks of each array, with
 *     Slurm
 * @param slurm how to run the points on a cluster, or null for this machine
 * @param seeds how many seeds each point has, or null for what the study says
 * @param output the form of what is printed
 */
public record StudyRequest(
        String study, boolean resume, Integer parallel, Slurm slurm, Integer seeds, OutputFormat output) {
    /** One with as many seeds as the study says. */
    public StudyRequest(String study, boolean resume, Integer parallel, Slurm slurm, OutputFormat output) {
        this(study, resume, parallel, slurm, null, output);
    }

    /** The command that does the same again. */
    String command() {
        return command("");
    }

    private String command(String options) {
        return Program.called() + options + " study " + Words.quoted(study)
                + (seeds == null ? "" : " --seeds " + seeds);
    }

    /** The command that goes on with it where it was stopped. */
    String resuming() {
        return command(Words.options(Folders.isPath(study))) + " --resume";
    }

    /**
     * How points run as tasks of Slurm.
     *
     * @param perTask how many points a task runs
     * @param sbatch more options for {@code sbatch}, such as a partition
     */
    public record Slurm(int perTask, List<String> sbatch) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.project.ProjectMark;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "project",
        description = "Packs a project for others to judge, or runs what is packed and says which claims hold.",
        footer = {
            "",
            "A pack has all of the project, digests, a README and a CITATION.cff. The quick path runs some",
            "studies with one seed a point; --full runs all as they are.",
            "",
            "Example:",
            "  breadboard project pack paper --out paper.zip",
            "  breadboard project check paper.zip",
            "  breadboard project check paper.zip --full --parallel 4"
        })
final class ProjectCommand extends VerbCommand {
    /** What can be done with a project. */
    enum Action {
        /** Makes a pack of it. */
        PACK,
        /** Runs a pack, and judges it. */
        CHECK
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "pack or check.")
    private Action action;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FOLDER|PACK",
            description =
                    "pack: the project's folder; default: the project around the working directory. check: a pack's"
                            + " archive, or its folder.")
    private Path what;

    @Option(
            names = "--out",
            paramLabel = "FILE.zip|DIR",
            description =
                    "pack: where the pack goes; default: NAME.zip in the working directory. Nothing is overwritten.")
    private Path out;

    @Option(
            names = "--from",
            paramLabel = "RESULT",
            split = ",",
            description =
                    "pack: results of its studies to expect; default: the newest of each in the folder of results.")
    private List<Path> from = List.of();

    @Option(names = "--full", description = "check: all studies as they are, and not the quick path.")
    private boolean full;

    @Option(names = "--study", paramLabel = "NAME", split = ",", description = "check: only these studies.")
    private List<String> studies = List.of();

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = PointCount.class,
            description = "check: how many points may run at once; default: what each study says.")
    private Integer parallel;

    @Option(names = "--resume", description = "check: goes on with the newest check that was stopped or killed.")
    private boolean resume;

    @Mixin
    private OutputOption output;

    /** The mark of a project that is named, so that its folders count. */
    @Override
    protected String subject() {
        return action == Action.PACK && what != null
                ? Path.of("")
                        .toAbsolutePath()
                        .resolve(what)
                        .resolve(ProjectMark.FILE)
                        .toString()
                : "";
    }

    @Override
    protected String title() {
        return "project " + (action == Action.PACK ? "pack" : "check");
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (action == Action.PACK) {
            if (full || !studies.isEmpty() || parallel != null || resume) {
                throw mistake("--full, --study, --parallel and --resume go with 'project check'");
            }
            return new ProjectPack(scope, project(scope)).make(out, from, output.format());
        }
        if (out != null || !from.isEmpty()) {
            throw mistake("--out and --from go with 'project pack'");
        }
        if (what == null) {
            throw mistake("The words of it are 'project check PACK'");
        }
        return new ProjectCheck(scope).run(new CheckRequest(what, full, studies, parallel, resume, output.format()));
    }

    private Path project(VerbScope scope) {
        Path named =
                what == null ? scope.folders().project() : what.toAbsolutePath().normalize();
        Path shown = named == null ? Path.of("").toAbsolutePath() : named;
        if (what != null && !Files.isDirectory(named)) {
            throw new RefusedException("There is no folder '" + what + "'; name that of a project.");
        }
        if (named == null || !Project.isMarked(named)) {
            throw new RefusedException("There is no project in " + shown + ": no " + ProjectMark.FILE
                    + " marks it; go into one or name its folder, or write that file, which may be empty.");
        }
        if (!named.equals(scope.folders().project())) {
            throw new RefusedException(named + " is the folder of the distribution; name that of a project.");
        }
        return named;
    }
}

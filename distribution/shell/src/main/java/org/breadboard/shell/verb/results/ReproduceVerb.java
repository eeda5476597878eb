package org.breadboard.shell.verb.results;

import java.nio.file.Path;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.reproduce.ReproduceRequest;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.PointCount;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code reproduce}. */
@Command(
        name = "reproduce",
        description =
                "Runs all shipped studies, those of a paper or one, and writes docs/users/fidelity.md from what they yield.",
        footer = {
            "",
            "The page is made of docs/users/fidelity.template.md, whose words stay, and of fidelity.csv, the numbers.",
            "In a clone both are written there; elsewhere the page is in the result's folder.",
            "",
            "Example:",
            "  breadboard reproduce nocc",
            "  breadboard reproduce --resume"
        })
public final class ReproduceVerb extends Verb {
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
                    "The folder of the template and of the page that is written; default: docs/users, if it has the template.")
    private Path docs;

    @Mixin
    private OutputOption output;

    /** The verb of a platform, on a console. */
    public ReproduceVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        return breadboard.reproduce(
                new ReproduceRequest(paper, resume, parallel, seeds, docs, output.format()), console);
    }
}

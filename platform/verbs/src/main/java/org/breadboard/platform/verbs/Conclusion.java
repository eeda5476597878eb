// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Consumer;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.PointRow;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.run.RunResult;

/** What a verb does with the outcome of a run: keeps it, prints it, and says how it went. */
public final class Conclusion {
    private final VerbScope scope;
    private final Console console;

    /** Of a verb's runs. */
    public Conclusion(VerbScope scope) {
        this.scope = scope;
        console = scope.console();
    }

    /**
     * Keeps what a run has yielded, and prints and judges it.
     *
     * @param replay the command that does the same again
     * @param more adds to the manifest
     */
    public ExitStatus conclude(
            Experiment.Outcome outcome,
            ResultFolder folder,
            String replay,
            Consumer<Map<String, Object>> more,
            OutputFormat output) {
        Summary summary;
        String failed = null;
        try {
            summary = keep(outcome, folder, replay, more);
        } catch (IOException | UncheckedIOException notKept) {
            failed = "The result could not be kept in " + scope.folders().results() + " (" + FileTrouble.reason(notKept)
                    + "); what was measured is printed only.";
            summary = outcome.summary(replay, null);
        }
        print(outcome, summary, output);
        return status(outcome.result(), replay, failed);
    }

    private Summary keep(
            Experiment.Outcome outcome, ResultFolder folder, String replay, Consumer<Map<String, Object>> more)
            throws IOException {
        Summary summary = outcome.write(folder.draft(), folder.path().toString(), replay);
        Map<String, Object> manifest = RunFiles.manifest(
                outcome.resolved(),
                outcome.result(),
                scope.plugins(),
                scope.folders().home(),
                replay);
        more.accept(manifest);
        folder.finish(manifest);
        return summary;
    }

    private void print(Experiment.Outcome outcome, Summary summary, OutputFormat output) {
        switch (output) {
            case JSON -> console.out().println(summary.text());
            case CSV -> {
                Csv csv = new Csv();
                csv.add(PointRow.of(outcome.resolved(), outcome.result()));
                console.out().print(csv.text());
            }
            case TABLE -> RunTable.print(outcome.result(), summary, console.out());
        }
    }

    private ExitStatus status(RunResult result, String replay, String notKept) {
        if (result.failure() != null) {
            console.err().println("The run failed: " + result.failure().sentence());
        }
        if (result.verdict() != null && !result.verdict().holds()) {
            result.verdict().anomalies().forEach(console.err()::println);
            boolean live = result.mix().mode().live();
            // To be copied, so it is one line.
            Screen.verbatim(console.err())
                    .println(
                            live
                                    ? "Real threads do not repeat themselves, but it may show again with: " + replay
                                    : "Replay it with: " + replay);
        }
        if (result.showsNothing()) {
            console.err()
                    .println("Nothing was committed while it measured, so this run shows nothing; measure longer, with"
                            + " --set time.measureUs=N.");
        }
        if (result.partial() && result.failure() != null) {
            console.err()
                    .println("What was measured is " + (notKept == null ? "kept, marked partial." : "printed only."));
        } else if (result.partial()) {
            console.err()
                    .println(console.cancellation().stopped() + "; what was measured until then is "
                            + (notKept == null ? "kept, marked partial." : "printed only."));
        }
        if (notKept != null) {
            console.err().println(notKept);
        }
        boolean good = result.verified() && !result.partial() && !result.showsNothing() && notKept == null;
        return good ? ExitStatus.DONE : ExitStatus.FAILED;
    }
}

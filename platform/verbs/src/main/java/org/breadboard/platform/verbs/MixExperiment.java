package org.breadboard.platform.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixPrinter;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.PointRow;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.RunRecord;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.run.PeakSearch;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.Runner;

/** {@code run}: a mix from its name to a kept, printed and judged result. */
public final class MixExperiment {
    private final Folders folders;
    private final RunScope scope;
    private final Console console;

    /** Runs mixes in a scope. */
    public MixExperiment(RunScope scope) {
        this.scope = scope;
        folders = scope.folders();
        console = scope.console();
    }

    /** Resolves and runs a mix, keeps, prints and judges it; or prints it, if only that is asked for. */
    public ExitStatus run(RunRequest request) throws IOException {
        MixResolver resolver = new MixResolver(new Parts(scope.plugins()), folders);
        try {
            return run(request, resolver);
        } catch (RefusedException refused) {
            throw scope.withNear(refused, request.asMix());
        }
    }

    private ExitStatus run(RunRequest request, MixResolver resolver) throws IOException {
        ResolvedMix resolved = scope.watched(() -> resolver.resolve(request.asMix()));
        if (request.printConfig()) {
            printConfig(resolved, request.output());
            return ExitStatus.DONE;
        }
        resolved.plugins().forEach(scope::use);
        String replay = request.replay(resolved.mix().seed());
        try (ResultFolder folder =
                new ResultFolder(folders.results(), resolved.mix().name())) {
            return conclude(measure(resolved, folder), folder, replay, manifest -> {}, request.output());
        }
    }

    /**
     * Keeps what a run has yielded, and prints and judges it.
     *
     * @param replay the command that does the same again
     * @param more adds to the manifest
     */
    public ExitStatus conclude(
            ResolvedMix resolved,
            RunResult result,
            ResultFolder folder,
            String replay,
            Consumer<Map<String, Object>> more,
            OutputFormat output) {
        return conclude(new Outcome(resolved, result, null, List.of()), folder, replay, more, output);
    }

    /** {@code more} adds to the manifest. */
    private ExitStatus conclude(
            Outcome outcome,
            ResultFolder folder,
            String replay,
            Consumer<Map<String, Object>> more,
            OutputFormat output) {
        String failed = keep(outcome, folder, replay, more);
        Summary summary = outcome.summary(replay, failed == null ? folder.path().toString() : null);
        print(outcome, summary, output);
        return status(outcome.result(), replay, failed);
    }

    /** A run's result with the mix that yielded it; {@code peakRule} is null unless that was searched for. */
    private record Outcome(ResolvedMix resolved, RunResult result, String peakRule, List<RunResult> tried) {
        Summary summary(String replay, String resultDir) {
            return Summary.of(result, replay, peakRule, resultDir);
        }
    }

    private Outcome measure(ResolvedMix resolved, ResultFolder folder) throws IOException {
        Runner runner = new Runner(scope.patience());
        String label = resolved.mix().name();
        if (!resolved.peak()) {
            try (Progress progress = console.progress(label)) {
                Path history = folder.draft().resolve(ResultFolder.HISTORY);
                return new Outcome(resolved, one(runner, resolved, history, progress, 0, 1), null, List.of());
            }
        }
        int expected = PeakSearch.expectedRuns(resolved.maxContexts());
        try (Progress progress = console.progress(label)) {
            int[] done = {0};
            PeakSearch search = new PeakSearch(
                    resolved.maxContexts(),
                    contexts -> one(
                            runner,
                            resolved.withContexts(contexts),
                            folder.draft().resolve(ResultFolder.HISTORY + "-" + contexts),
                            progress,
                            done[0]++,
                            expected));
            RunResult best = search.search();
            keepHistory(search, best, folder.draft());
            return new Outcome(
                    resolved.withContexts(best.mix().load().contexts()), best, PeakSearch.RULE, search.tried());
        }
    }

    private static void keepHistory(PeakSearch search, RunResult best, Path folder) throws IOException {
        for (RunResult tried : search.tried()) {
            int contexts = tried.mix().load().contexts();
            Path history = folder.resolve(ResultFolder.HISTORY + "-" + contexts);
            if (Files.exists(history) && contexts == best.mix().load().contexts()) {
                Files.move(history, folder.resolve(ResultFolder.HISTORY));
            }
            Files.deleteIfExists(history);
        }
    }

    private RunResult one(Runner runner, ResolvedMix resolved, Path history, Progress progress, int done, int runs) {
        long beganNs = System.nanoTime();
        String which = runs == 1 ? "" : "run " + (done + 1) + " of about " + runs + ", ";
        double warm = resolved.mix().time().warmupNs()
                / (double) resolved.mix().time().endNs();
        Runner.Progress shown = (phase, share, committed) -> {
            double seconds = (System.nanoTime() - beganNs) / 1e9;
            progress.at(
                    which + phase.words(),
                    phase.ofWindow(share, warm),
                    committed == 0 ? "" : Words.rate(committed / seconds).replace("/s", "transactions/s"));
        };
        return runner.run(resolved.mix(), resolved.parts(), history, shown, console.cancellation()::isCancelled);
    }

    /** Keeps the result; null, or a sentence that says why it could not be kept. */
    private String keep(Outcome outcome, ResultFolder folder, String replay, Consumer<Map<String, Object>> more) {
        try {
            Summary summary = outcome.summary(replay, folder.path().toString());
            RunFiles.write(
                    folder.draft(), new RunRecord(outcome.resolved(), outcome.result(), summary, outcome.tried()));
            Map<String, Object> manifest =
                    RunFiles.manifest(outcome.resolved(), outcome.result(), scope.plugins(), folders.home(), replay);
            more.accept(manifest);
            folder.finish(manifest);
            return null;
        } catch (IOException | UncheckedIOException failed) {
            return "The result could not be kept in " + folders.results() + " (" + FileTrouble.reason(failed)
                    + "); what was measured is printed only.";
        }
    }

    private ExitStatus status(RunResult result, String replay, String notKept) {
        if (result.failure() != null) {
            console.err().println("The run failed: " + result.failure().sentence());
        }
        if (result.verdict() != null && !result.verdict().holds()) {
            result.verdict().anomalies().forEach(console.err()::println);
            boolean live = result.mix().mode().live();
            console.err()
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

    private void print(Outcome outcome, Summary summary, OutputFormat output) {
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

    private void printConfig(ResolvedMix resolved, OutputFormat output) {
        switch (output) {
            case TABLE -> console.out().print(MixPrinter.yaml(resolved));
            case JSON -> {
                Map<String, Object> values = new LinkedHashMap<>();
                for (ResolvedMix.Value value : resolved.values()) {
                    Map<String, Object> entry = new LinkedHashMap<>();
                    entry.put("value", value.text());
                    entry.put("unit", value.unit());
                    entry.put("from", value.origin());
                    values.put(value.key(), entry);
                }
                console.out().println(Json.text(values));
            }
            case CSV -> {
                Table table = new Table("key", "value", "unit", "from");
                resolved.values().forEach(value -> table.add(value.key(), value.text(), value.unit(), value.origin()));
                table.print(output, console.out());
            }
        }
    }
}

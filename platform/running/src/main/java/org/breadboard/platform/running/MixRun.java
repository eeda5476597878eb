// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.mix.resolve.MixPrinter;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.verbs.Conclusion;
import org.breadboard.platform.verbs.Experiment;
import org.breadboard.platform.verbs.VerbScope;

/** {@code run}: a mix from its name to a kept, printed and judged result. */
public final class MixRun {
    private static final String SETTINGS = "settings";
    private final VerbScope scope;
    private final Console console;
    private final int threads;

    /** Runs mixes in a scope, those in virtual time on so many threads. */
    public MixRun(VerbScope scope, int threads) {
        this.scope = scope;
        this.threads = threads;
        console = scope.console();
    }

    /** Resolves and runs a mix, keeps, prints and judges it; or prints it, if only that is asked for. */
    public ExitStatus run(RunRequest request) throws IOException {
        Experiment experiment = scope.experiment().onThreads(threads);
        try {
            ResolvedMix resolved = experiment.resolve(request.asMix());
            if (request.printConfig()) {
                printConfig(resolved, request.output());
                return ExitStatus.DONE;
            }
            if (threads > 1 && resolved.mix().mode().live()) {
                throw new RefusedException(
                        "--threads is for virtual time; real threads are as many as live.threads says.");
            }
            resolved.plugins().forEach(scope::use);
            String replay = request.replay(resolved.mix().seed());
            String name = resolved.mix().name();
            try (ResultFolder folder = new ResultFolder(scope.folders().results(), name)) {
                Experiment.Outcome outcome = measure(experiment, resolved, folder.draft());
                return new Conclusion(scope).conclude(outcome, folder, replay, manifest -> {}, request.output());
            }
        } catch (RefusedException refused) {
            throw scope.withNear(refused, request.asMix());
        }
    }

    private Experiment.Outcome measure(Experiment experiment, ResolvedMix resolved, Path draft) throws IOException {
        try (Progress progress = console.progress(resolved.mix().name())) {
            Experiment.Outcome outcome = experiment.run(resolved, (mix, done, expected) -> {
                int contexts = mix.mix().load().contexts();
                return experiment.once(
                        mix,
                        resolved.peak() ? history(draft, contexts) : draft.resolve(ResultFolder.HISTORY),
                        shown(mix, done, expected, progress));
            });
            keepHistory(outcome, draft);
            sayOneThread(experiment);
            return outcome;
        }
    }

    private void sayOneThread(Experiment experiment) {
        if (threads > 1) {
            experiment
                    .whyOneByOne()
                    .ifPresent(why -> console.err().println("It ran on one thread, since " + why + "."));
        }
    }

    /** Where the history of one run of several goes. */
    private static Path history(Path draft, int contexts) {
        return draft.resolve(ResultFolder.HISTORY + "-" + contexts);
    }

    private static void keepHistory(Experiment.Outcome outcome, Path draft) throws IOException {
        int best = outcome.result().mix().load().contexts();
        for (RunResult tried : outcome.tried()) {
            int contexts = tried.mix().load().contexts();
            Path history = history(draft, contexts);
            if (Files.exists(history) && contexts == best) {
                Files.move(history, draft.resolve(ResultFolder.HISTORY));
            }
            Files.deleteIfExists(history);
        }
    }

    private static Runner.Progress shown(ResolvedMix mix, int done, int expected, Progress progress) {
        long beganNs = System.nanoTime();
        String which = expected == 1 ? "" : "run " + (done + 1) + " of about " + expected + ", ";
        double warm = mix.mix().time().warmupNs() / (double) mix.mix().time().endNs();
        return (phase, share, committed) -> {
            double seconds = (System.nanoTime() - beganNs) / 1e9;
            progress.at(
                    which + phase.words(),
                    phase.ofWindow(share, warm),
                    committed == 0 ? "" : Words.rate(committed / seconds).replace("/s", "transactions/s"));
        };
    }

    private void printConfig(ResolvedMix resolved, OutputFormat output) {
        switch (output) {
            case TABLE -> console.verbatim().out().print(MixPrinter.yaml(resolved));
            case JSON -> {
                Map<String, Object> values = new LinkedHashMap<>();
                Map<String, Object> settings = Json.document(SETTINGS, 2);
                settings.put("settings", values);
                for (ResolvedMix.Value value : resolved.values()) {
                    Map<String, Object> entry = new LinkedHashMap<>();
                    entry.put("value", value.text());
                    entry.put("unit", value.unit());
                    entry.put("from", value.origin());
                    values.put(value.key(), entry);
                }
                console.out().println(Json.text(settings));
            }
            case CSV -> {
                Table table = new Table("key", "value", "unit", "from");
                resolved.values().forEach(value -> table.add(value.key(), value.text(), value.unit(), value.origin()));
                table.print(output, SETTINGS, 2, console.out());
            }
        }
    }
}

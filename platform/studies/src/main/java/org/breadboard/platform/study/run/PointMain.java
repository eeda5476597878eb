// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.PointRow;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.run.Steadiness;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.verbs.Experiment;

/**
 * The main class of a worker. Each line of its standard input is the file of a request: it runs the point, writes the
 * run's files and its outcome into the folder that the request names, says to standard output how far it is, and then
 * {@link #DONE}. What plug-ins print goes into a log beside these files. When its standard input ends, so does it: then
 * nobody waits for it.
 */
public final class PointMain {
    /** What a line about progress begins with. */
    static final String PROGRESS = "progress ";

    /** The line that ends a point. */
    static final String DONE = "done";

    /** What a line begins with that says why a point's files could not be written. */
    static final String BROKEN = "broken ";

    private static final String LOG = "log.txt";
    private static final int ORPHANED = 4;

    private PointMain() {}

    /** Runs points until nobody asks for more. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream progress = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream own = System.err;
        BlockingQueue<Path> requests = new LinkedBlockingQueue<>();
        listen(requests);
        try (PluginRegistry registry = new PluginRegistry()) {
            registry.open(new ServiceLoaderSource(PointMain.class.getClassLoader()));
            Experiment experiment = null;
            while (true) {
                PointRequest request = PointRequest.read(requests.take());
                if (experiment == null) {
                    // All points of a worker are of one distribution and one project.
                    experiment = experiment(registry, request);
                }
                try (PrintStream log = new PrintStream(
                        Files.newOutputStream(request.folder().resolve(LOG)), true, StandardCharsets.UTF_8)) {
                    System.setOut(log);
                    System.setErr(log);
                    answer(request, experiment, progress);
                } catch (IOException | UncheckedIOException failed) {
                    // What says so in the point's folder might not fit there, either.
                    progress.println(BROKEN + FileTrouble.reason(failed));
                    progress.flush();
                    throw failed;
                } finally {
                    System.setOut(own);
                    System.setErr(own);
                }
                progress.println(DONE);
                progress.flush();
            }
        }
    }

    private static Experiment experiment(PluginRegistry registry, PointRequest request) {
        Folders folders = new Folders(request.home(), request.project(), request.folder());
        return new Experiment(registry.installed(), folders, registry.patience(), () -> false);
    }

    private static void answer(PointRequest request, Experiment experiment, PrintStream progress) throws IOException {
        Map<String, Object> outcome = new LinkedHashMap<>();
        Experiment.Outcome ran = null;
        try {
            ResolvedMix resolved = experiment.resolve(MixRequest.of(request.mix(), request.sets()));
            ran = experiment.run(
                    resolved,
                    (mix, done, expected) -> steady(
                            experiment,
                            mix,
                            request.stretch(),
                            progress,
                            (double) done / expected,
                            (done + 1.0) / expected));
        } catch (RefusedException | Hang refused) {
            outcome.put("failure", refused.getMessage());
        } catch (UncheckedIOException unreadable) {
            outcome.put("failure", FileTrouble.describe(unreadable));
        }
        if (ran != null) {
            write(request, ran, outcome);
        }
        KeptPoint.write(request.folder(), outcome);
    }

    private static void write(PointRequest request, Experiment.Outcome run, Map<String, Object> outcome)
            throws IOException {
        Experiment.Outcome ran = run.asMeasured();
        RunResult result = ran.result();
        ran.write(request.folder(), request.resultDir(), replay(request));
        outcome.put("seed", ran.resolved().mix().seed());
        outcome.put("row", PointRow.of(ran.resolved(), result));
        Map<String, Object> figures = new LinkedHashMap<>();
        Figures.of(result).forEach((name, figure) -> figures.put(name, Json.number(figure)));
        outcome.put("figures", figures);
        outcome.put("verified", result.claim());
        outcome.put("failure", failure(result));
    }

    /**
     * Runs it again for longer, until it measured for long enough or as long as it may.
     *
     * @param from how much of the point is done before
     * @param to and after; a run that another one may follow goes half of the way that is left
     */
    private static RunResult steady(
            Experiment experiment, ResolvedMix resolved, int stretch, PrintStream progress, double from, double to) {
        long mostNs = resolved.mix().time().measureNs() * stretch;
        ResolvedMix next = resolved;
        double reached = from;
        while (true) {
            boolean last = next.mix().time().measureNs() >= mostNs;
            double end = last ? to : (reached + to) / 2;
            RunResult result = experiment.once(next, null, shown(next, progress, reached, end));
            reached = end;
            Mix.Time time = next.mix().time();
            boolean settles = next.mix().load().phases() == Phases.STEADY;
            Mix.Time longer = stretch > 1 && settles && result.verified()
                    ? Steadiness.of(result).longer(time, mostNs)
                    : time;
            if (longer.equals(time)) {
                return result;
            }
            next = next.withTime(longer);
        }
    }

    private static Runner.Progress shown(ResolvedMix resolved, PrintStream progress, double from, double to) {
        double endNs = resolved.mix().time().endNs();
        double warm = resolved.mix().time().warmupNs() / endNs;
        return (phase, share, committed) -> {
            double simulated = switch (phase) {
                case POPULATING -> 0;
                case WARMING, MEASURING -> phase.ofWindow(share, warm);
                case CHECKING -> 1;
            };
            progress.printf(Locale.ROOT, "%s%.4f%n", PROGRESS, Math.min(1, from + simulated * (to - from)));
        };
    }

    private static String failure(RunResult result) {
        if (result.failure() != null) {
            return result.failure().sentence();
        }
        if (!result.verified()) {
            return Words.verdict(result);
        }
        return result.showsNothing()
                ? "nothing was committed while it measured, so it shows nothing; measure longer, with time.measureUs"
                : null;
    }

    private static String replay(PointRequest request) {
        StringBuilder command =
                new StringBuilder(Program.called()).append(" run ").append(Words.quoted(request.mix()));
        request.sets().forEach(set -> command.append(" --set ").append(Words.quoted(set)));
        return command.toString();
    }

    private static void listen(BlockingQueue<Path> requests) {
        Thread watch = new Thread(
                () -> {
                    try (BufferedReader in =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            requests.add(Path.of(line));
                        }
                    } catch (IOException closed) {
                        System.err.println("standard input broke off: " + closed.getMessage());
                    }
                    Runtime.getRuntime().halt(ORPHANED);
                },
                "parent watch");
        watch.setDaemon(true);
        watch.start();
    }
}

package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.mix.Folders;
import org.breadboard.platform.mix.MixResolver;
import org.breadboard.platform.mix.Parts;
import org.breadboard.platform.mix.Profiles;
import org.breadboard.platform.mix.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.study.claim.Sensitivity;
import org.breadboard.platform.study.claim.Variation;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.outcome.PointTable;

/** Runs the points of a study, in JVMs of their own that take one after another. For one thread. */
public final class StudyRun {
    private static final long POLL_MS = 50;

    private final Folders folders;
    private final List<InstalledPlugin> plugins;
    private final Study study;
    private final List<PointJob> jobs = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final Map<Integer, PointOutcome> outcomes = new TreeMap<>();
    private int before;

    /** A variation of a job, by its index, that is impossible. */
    private record Refused(int job, Variation variation, String why) {}

    /**
     * Prepares a study: every point's mix is resolved, so that what is wrong with one is refused before any runs.
     *
     * @throws org.breadboard.api.RefusedException if a point cannot work
     */
    public StudyRun(Study study, Folders folders, List<InstalledPlugin> plugins) {
        this.study = study;
        this.folders = folders;
        this.plugins = List.copyOf(plugins);
        MixResolver resolver = new MixResolver(new Parts(plugins), folders);
        for (Study.Sweep sweep : study.sweeps()) {
            for (Study.Point point : sweep.points()) {
                ResolvedMix resolved = resolver.resolve(sweep.mix(), point.sets());
                for (int repeat = 0; repeat < sweep.repeat(); repeat++) {
                    jobs.add(new PointJob(
                            jobs.size(), sweep, point, resolved, resolved.mix().seed() + repeat, null));
                }
            }
        }
        if (study.vary() != null) {
            for (String key : study.vary().also()) {
                if (jobs.stream().noneMatch(job -> job.resolved().texts().containsKey(key))) {
                    throw new RefusedException("No point of study " + study.name() + " has a '" + key
                            + "', which it wants to vary: see 'also' in its file");
                }
            }
            Profiles profiles = new Profiles(new Parts(plugins), folders);
            for (PointJob job : List.copyOf(jobs)) {
                for (Variation.Change change : Variation.of(job.resolved(), study.vary(), profiles)) {
                    try {
                        jobs.add(job.varied(jobs.size(), change, resolver));
                    } catch (RefusedException no) {
                        refused.add(new Refused(
                                job.index(), change.variation(), change.set() + " is not tried: " + no.getMessage()));
                    }
                }
            }
        }
    }

    /** How many runs there are. */
    public int runs() {
        return jobs.size();
    }

    /** Which variations of an assumption are impossible, a sentence each. */
    public List<String> refusals() {
        return refused.stream().map(Refused::why).distinct().toList();
    }

    /** What is varied in a run, or {@code ""}. */
    public String variation(int run) {
        Variation variation = jobs.get(run).variation();
        return variation == null ? "" : variation.parameter() + " x " + Figures.cell(variation.factor());
    }

    /** The plug-ins that the points use. */
    public List<InstalledPlugin> used() {
        return jobs.stream()
                .flatMap(job -> job.resolved().plugins().stream())
                .distinct()
                .toList();
    }

    /**
     * Runs everything.
     *
     * @param folder where the points' folders go
     * @param shown where they will be in the end
     * @param parallel how many points may run at once, or null for what the study says
     * @return an outcome for each run, in the order of the study; for those that were cancelled too
     */
    public List<PointOutcome> run(
            Path folder, Path shown, Integer parallel, Progress progress, Cancellation cancellation)
            throws IOException {
        int most = parallel == null ? study.parallel() : parallel;
        String program = program();
        String classPath = ClassPath.of(folders.home(), plugins);
        int[] started = {0};
        Workers workers = new Workers(
                kind -> PointWorker.start(kind, classPath, folder.resolve(".worker-" + started[0]++ + ".log")),
                (worker, job) -> worker.take(job, request(job, folder, shown, program)));
        Files.createDirectories(folder);
        clear(folder);
        before = outcomes.size();
        // Live points measure wall-clock time, so nothing else may run beside them.
        List<PointJob> left =
                jobs.stream().filter(job -> !outcomes.containsKey(job.index())).toList();
        phase(left.stream().filter(job -> !job.live()).toList(), most, workers, progress, cancellation);
        phase(left.stream().filter(PointJob::live).toList(), 1, workers, progress, cancellation);
        return List.copyOf(outcomes.values());
    }

    /** Removes what an interrupted run of the study has left of points that are run again. */
    private void clear(Path folder) throws IOException {
        Set<String> kept = new HashSet<>();
        outcomes.keySet().forEach(index -> kept.add(nameOf(jobs.get(index))));
        try (Stream<Path> all = Files.list(folder)) {
            for (Path entry : all.toList()) {
                if (!kept.contains(entry.getFileName().toString())) {
                    ResultFolder.delete(entry);
                }
            }
        }
    }

    /** How many points have finished, in this run of the study or before it. */
    public int finished() {
        return outcomes.size();
    }

    /** Leaves of the points' folders only what a reader of the result can use; the study cannot be resumed then. */
    public void tidy(Path folder) throws IOException {
        for (PointJob job : jobs) {
            KeptPoint.tidy(folder.resolve(nameOf(job)));
        }
    }

    private String program() throws IOException {
        return RunFiles.program(plugins, used(), folders.home());
    }

    private PointRequest request(PointJob job, Path folder, Path shown, String program) {
        return new PointRequest(
                folders.home(),
                job.sweep().mix(),
                job.sets(),
                job.live() ? 1 : job.sweep().stretch(),
                job.resolved().texts(),
                program,
                folder.resolve(nameOf(job)),
                shown.resolve(nameOf(job)).toString());
    }

    /**
     * Takes over what finished before the study was stopped or killed, without a failure; what did not begins anew in
     * {@link #run}.
     *
     * @param folder where the points' folders are
     * @param shown where they will be in the end
     * @return how many points are taken over
     * @throws RefusedException if one of them is not what the study asks for now
     */
    public int restore(Path folder, Path shown) throws IOException {
        String program = program();
        Map<String, PointJob> byName = new HashMap<>();
        jobs.forEach(job -> byName.put(nameOf(job), job));
        List<Path> entries;
        try (Stream<Path> all = Files.list(folder)) {
            entries = all.sorted().toList();
        }
        Map<Integer, PointOutcome> kept = new TreeMap<>();
        for (Path entry : entries.stream().filter(KeptPoint::isWhole).toList()) {
            PointJob job = byName.get(entry.getFileName().toString());
            String changed = job == null
                    ? "there is no such point any more"
                    : request(job, folder, shown, program).differs(PointRequest.read(entry.resolve(KeptPoint.REQUEST)));
            if (changed != null) {
                throw new RefusedException(
                        "Study " + study.name() + " cannot be resumed, for it is not what it was: of "
                                + entry.getFileName() + ", " + changed + ". Run it anew, without --resume.");
            }
            PointOutcome outcome = KeptPoint.outcome(job, entry);
            if (outcome.failure() == null) {
                kept.put(job.index(), outcome);
            }
        }
        outcomes.putAll(kept);
        return kept.size();
    }

    private static String nameOf(PointJob job) {
        return String.format(
                Locale.ROOT, "%03d-%s", job.index() + 1, job.sweep().name());
    }

    private void phase(
            List<PointJob> wanted, int parallel, Workers workers, Progress progress, Cancellation cancellation)
            throws IOException {
        Deque<PointJob> waiting = new ArrayDeque<>(wanted);
        try {
            while (!waiting.isEmpty() || workers.busy() > 0) {
                if (cancellation.isCancelled()) {
                    waiting.forEach(
                            job -> outcomes.put(job.index(), job.failed("it was not run: the study was stopped")));
                    return;
                }
                while (workers.busy() < parallel && !waiting.isEmpty()) {
                    workers.give(waiting.poll(), parallel);
                }
                workers.collect(outcomes);
                progress.at(
                        "",
                        (outcomes.size() - before + workers.share()) / (jobs.size() - before),
                        outcomes.size() + " of " + jobs.size() + " points");
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            cancellation.cancel("its thread was interrupted");
            waiting.forEach(job -> outcomes.put(job.index(), job.failed("it was not run: the study was stopped")));
        } finally {
            workers.stop(outcomes);
        }
    }

    /** The points as they are, without those of which an assumption was varied. */
    public List<PointOutcome> plain(List<PointOutcome> points) {
        return IntStream.range(0, points.size())
                .filter(i -> jobs.get(i).variation() == null)
                .mapToObj(points::get)
                .toList();
    }

    /** How far each claim that is a prediction moves with each assumption; empty if the study varies none. */
    public List<Sensitivity> sensitivities(List<PointOutcome> points) {
        if (study.vary() == null) {
            return List.of();
        }
        Map<Variation, Map<Integer, PointOutcome>> varied = new LinkedHashMap<>();
        List<PointOutcome> plain = plain(points);
        Map<List<Object>, Integer> places = new HashMap<>();
        for (int i = 0; i < points.size(); i++) {
            PointJob job = jobs.get(i);
            List<Object> point = List.of(job.sweep(), job.point().parameters(), job.seed());
            if (job.variation() == null) {
                places.put(point, i);
            } else {
                varied.computeIfAbsent(job.variation(), key -> new TreeMap<>()).put(places.get(point), points.get(i));
            }
        }
        for (Refused no : refused) {
            varied.computeIfAbsent(no.variation(), key -> new TreeMap<>())
                    .put(no.job(), jobs.get(no.job()).failed(no.why()));
        }
        return Sensitivity.of(study.claims(), plain, varied);
    }

    /** The claims beside what the points yielded. */
    public List<ClaimRow> claims(List<PointOutcome> points) {
        PointTable table = new PointTable(plain(points));
        return study.claims().stream().map(claim -> ClaimRow.of(claim, table)).toList();
    }
}

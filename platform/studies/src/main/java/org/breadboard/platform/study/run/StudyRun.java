// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.files.FileDigests;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.MissingPart;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.study.claim.Sensitivity;
import org.breadboard.platform.study.claim.Variation;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.outcome.PointTable;

/** Runs the points of a study, in JVMs of their own, on this machine or on those of a cluster. For one thread. */
public final class StudyRun {
    private static final String SET = "--set ";

    private final Folders folders;
    private final List<InstalledPlugin> plugins;
    private final Study study;
    private final List<PointJob> jobs = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final FileDigests digests = new FileDigests();
    private final Map<Integer, PointOutcome> outcomes = new TreeMap<>();
    private boolean lost;

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
            for (Study.Point said : sweep.points()) {
                Study.Point point = new Study.Point(
                        said.parameters(), resolver.rooted(MixRequest.of(sweep.mix(), said.sets()), study.folder()));
                ResolvedMix resolved = resolved(resolver, study, sweep, point);
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
                                job.index(),
                                change.variation(),
                                String.join(", ", change.sets()) + " is not tried: " + no.getMessage()));
                    }
                }
            }
        }
    }

    /** Where a point is wrong, the study's sweep is told and no {@code --set}, which nobody has typed. */
    private static ResolvedMix resolved(MixResolver resolver, Study study, Study.Sweep sweep, Study.Point point) {
        try {
            return resolver.resolve(MixRequest.of(sweep.mix(), point.sets()));
        } catch (RefusedException refused) {
            String said = refused.getMessage();
            RefusedException told = new RefusedException("Study " + study.name() + ", sweep " + sweep.name() + ": "
                    + (said.startsWith(SET) ? said.substring(SET.length()) : said));
            throw refused.getCause() instanceof MissingPart ? MissingPart.of(told) : told;
        }
    }

    /** The mixes of all runs, in their order. */
    public List<ResolvedMix> mixes() {
        return jobs.stream().map(PointJob::resolved).toList();
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
     * @param parallel how many points may run at once, or null for what the study says; of Slurm, how many tasks
     * @param slurm where the points run, or null for this machine
     * @param notices gets sentences for a person
     * @return an outcome for each run, in the order of the study; for those that were cancelled too
     */
    public List<PointOutcome> run(
            Path folder,
            Path shown,
            Integer parallel,
            Slurm slurm,
            Progress progress,
            Cancellation cancellation,
            Consumer<String> notices)
            throws IOException {
        String classPath = ClassPath.of(folders.home(), plugins);
        Files.createDirectories(folder);
        clear(folder);
        int asked = parallel == null ? study.parallel() : parallel;
        PointCosts costs = PointCosts.read(shown.getParent().resolveSibling(PointCosts.FILE));
        Site site = slurm == null
                ? new Workers(classPath, folder.resolve(".worker-"), Room.asked(asked), costs)
                : new SlurmArrays(slurm, slurm(folder), jobName(shown), classPath, parallel, notices);
        run(site, folder, shown, progress, cancellation);
        costs.keep(jobs.stream()
                .map(job -> PointCosts.name(job.sweep().mix(), job.sets()))
                .toList());
        for (PointJob job : jobs) {
            outcomes.computeIfAbsent(job.index(), index -> job.failed("it was not run: the study was stopped"));
        }
        return List.copyOf(outcomes.values());
    }

    private void run(Site site, Path folder, Path shown, Progress progress, Cancellation cancellation)
            throws IOException {
        String program = program();
        int before = outcomes.size();
        Map<Path, PointJob> byFolder = new HashMap<>();
        List<PointRequest> left = new ArrayList<>();
        for (PointJob job : jobs) {
            if (!outcomes.containsKey(job.index())) {
                PointRequest request = request(job, folder, shown, program);
                byFolder.put(request.folder(), job);
                left.add(request);
            }
        }
        try {
            site.run(left, new Site.Watcher() {
                @Override
                public void over(PointRequest point, String failure) throws IOException {
                    PointJob job = byFolder.get(point.folder());
                    lost |= failure != null || KeptPoint.isLost(point.folder());
                    outcomes.put(
                            job.index(),
                            failure == null ? KeptPoint.outcome(job, point.folder()) : job.failed(failure));
                }

                @Override
                public void at(double underWay, String remark) {
                    progress.at(
                            "",
                            (outcomes.size() - before + underWay) / (jobs.size() - before),
                            outcomes.size() + " of " + jobs.size() + " points"
                                    + (remark.isEmpty() ? "" : ", " + remark));
                }

                @Override
                public void broken(String why) {
                    cancellation.cancel(why);
                }

                @Override
                public boolean isStopped() {
                    return cancellation.isCancelled();
                }
            });
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            cancellation.cancel("its thread was interrupted");
        }
    }

    /** Where Slurm's tasks have their lists and logs. */
    private static Path slurm(Path folder) {
        return folder.resolveSibling(SlurmArrays.FOLDER);
    }

    /** A name that no other jobs have: the result's time stamp is in it. */
    private String jobName(Path shown) {
        return "breadboard-" + study.name() + "-" + shown.getParent().getFileName();
    }

    /** Removes what an interrupted run of the study has left of points that are run again, and of Slurm. */
    private void clear(Path folder) throws IOException {
        SlurmArrays.tidy(slurm(folder));
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

    /** Whether a run that failed has left something for another one to go on with. */
    public boolean canBeResumed(Path folder) {
        return !outcomes.isEmpty() || SlurmArrays.mayRun(slurm(folder));
    }

    /** Whether a point has no outcome of its own, since its JVM died or took too long: when resumed, it runs again. */
    public boolean hasLost() {
        return lost;
    }

    /** Leaves of the points' folders only what a reader of the result can use; the study cannot be resumed then. */
    public void tidy(Path folder) throws IOException {
        for (PointJob job : jobs) {
            KeptPoint.tidy(folder.resolve(nameOf(job)));
        }
        SlurmArrays.tidy(slurm(folder));
    }

    private String program() throws IOException {
        return RunFiles.program(plugins, used(), folders.home());
    }

    private PointRequest request(PointJob job, Path folder, Path shown, String program) throws IOException {
        return job.request(folders, digests, program, folder.resolve(nameOf(job)), shown.resolve(nameOf(job)));
    }

    /**
     * Takes over what finished before the study was stopped or killed, without a failure; what did not begins anew in
     * {@link #run}. Jobs of Slurm that the killed run has left are ended.
     *
     * @param folder where the points' folders are
     * @param shown where they will be in the end
     * @return how many points are taken over
     * @throws RefusedException if one of them is not what the study asks for now, or such jobs do not end
     */
    public int restore(Path folder, Path shown) throws IOException {
        Map<Integer, PointOutcome> kept = kept(folder, shown);
        try {
            if (SlurmArrays.endEarlier(slurm(folder))) {
                kept = kept(folder, shown);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while jobs of Slurm end");
        }
        outcomes.putAll(kept);
        return kept.size();
    }

    private Map<Integer, PointOutcome> kept(Path folder, Path shown) throws IOException {
        String program = program();
        Map<String, PointJob> byName = new HashMap<>();
        jobs.forEach(job -> byName.put(nameOf(job), job));
        List<Path> entries;
        try (Stream<Path> all = Files.list(folder)) {
            entries = all.sorted().toList();
        }
        Map<Integer, PointOutcome> kept = new TreeMap<>();
        for (Path entry : entries) {
            if (!KeptPoint.isWhole(entry) || KeptPoint.failed(entry)) {
                continue;
            }
            PointJob job = byName.get(entry.getFileName().toString());
            String changed = job == null
                    ? "there is no such point any more"
                    : request(job, folder, shown, program).differs(PointRequest.read(entry.resolve(KeptPoint.REQUEST)));
            if (changed != null) {
                throw new RefusedException(
                        "Study " + study.name() + " cannot be resumed, for it is not what it was: of "
                                + entry.getFileName() + ", " + changed + ". Run it anew, without --resume.");
            }
            kept.put(job.index(), KeptPoint.outcome(job, entry));
        }
        return kept;
    }

    private static String nameOf(PointJob job) {
        return nameOf(job.index() + 1, job.sweep().name());
    }

    /** The name of a point's folder. */
    public static String nameOf(int number, String sweep) {
        return String.format(Locale.ROOT, "%03d-%s", number, sweep);
    }

    /** The points as they are, without those of which an assumption was varied. */
    public List<PointOutcome> plain(List<PointOutcome> points) {
        return IntStream.range(0, points.size())
                .filter(i -> jobs.get(i).variation() == null)
                .mapToObj(points::get)
                .toList();
    }

    /**
     * For each of the plain points where its page is, relative to the study's; {@code ""} where it has none.
     *
     * @param folder the study's
     */
    public List<String> reports(Path folder) {
        return jobs.stream()
                .filter(job -> job.variation() == null)
                .map(job -> ResultFolder.POINTS + "/" + nameOf(job) + "/" + RunFiles.REPORT)
                .map(report -> Files.isRegularFile(folder.resolve(report)) ? report : "")
                .toList();
    }

    /** A value that the first point with that key has, for what the key is about; empty where none has it. */
    public Optional<ResolvedMix.Value> value(String key) {
        return jobs.stream()
                .flatMap(job -> job.resolved().values().stream())
                .filter(value -> value.key().equals(key))
                .findFirst();
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

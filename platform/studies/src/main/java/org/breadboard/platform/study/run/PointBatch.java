// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.files.FileDigests;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.PointOutcome;

/**
 * Runs mixes in warm workers on this machine, as a study runs its points, but what runs may follow from the outcome of
 * what ran before. For one thread.
 */
public final class PointBatch {
    private static final int TIMEOUT_SECONDS = 3600;
    private static final int LEAST_HEAP_MB = 2048;

    private final Folders folders;
    private final List<InstalledPlugin> plugins;
    private final Path folder;
    private final Path shown;
    private final int parallel;
    private final int heapMb;
    private final Map<String, PointOutcome> outcomes = new LinkedHashMap<>();
    private final Map<String, Summary> summaries = new LinkedHashMap<>();
    private final FileDigests digests = new FileDigests();
    private int asked;

    /**
     * A run.
     *
     * @param name what it is called; no two the same
     * @param mix the mix's name or path
     * @param sets {@code key=value} over it, the seed among them
     * @param resolved what that resolves to
     * @param stretch how many times longer than the mix says it may be measured, until its rate is steady
     */
    public record Point(String name, String mix, List<String> sets, ResolvedMix resolved, int stretch) {}

    /** Says what runs next. */
    @FunctionalInterface
    public interface Follower {
        /** What follows from a run; empty if nothing does. */
        List<Point> after(Point point, PointOutcome outcome);
    }

    /**
     * A batch.
     *
     * @param folder where the runs' folders go
     * @param shown where they will be in the end
     * @param parallel how many may run at once, or 0 for as many as there are cores, at most what memory bears
     */
    public PointBatch(Folders folders, List<InstalledPlugin> plugins, Path folder, Path shown, int parallel) {
        this.folders = folders;
        this.plugins = List.copyOf(plugins);
        this.folder = folder;
        this.shown = shown;
        this.parallel = Room.workers(parallel, LEAST_HEAP_MB);
        heapMb = (int) Math.max(LEAST_HEAP_MB, (Runtime.getRuntime().maxMemory() >> 20) / this.parallel);
    }

    /**
     * Runs some points and all that follow from them; those that were cancelled have no outcome.
     *
     * @return the outcomes by name, in the order in which they ended
     */
    public Map<String, PointOutcome> run(
            List<Point> first, Follower follower, Progress progress, Cancellation cancellation) throws IOException {
        Files.createDirectories(folder);
        Watch watch = new Watch(follower, progress, cancellation);
        Workers workers = new Workers(ClassPath.of(folders.home(), plugins), folder.resolve(".worker-"), parallel);
        try {
            workers.run(watch.requests(first), watch);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            cancellation.cancel("its thread was interrupted");
        }
        return outcomes;
    }

    /** What a run that ended with figures would print as JSON; null for any other. */
    public Summary summary(String name) {
        return summaries.get(name);
    }

    private final class Watch implements Site.Watcher {
        private final Follower follower;
        private final Progress progress;
        private final Cancellation cancellation;
        private final Map<Path, Point> byFolder = new LinkedHashMap<>();
        private final List<Point> next = new ArrayList<>();
        private int over;

        Watch(Follower follower, Progress progress, Cancellation cancellation) {
            this.follower = follower;
            this.progress = progress;
            this.cancellation = cancellation;
        }

        List<PointRequest> requests(List<Point> points) throws IOException {
            List<PointRequest> requests = new ArrayList<>();
            for (Point point : points) {
                PointRequest request = request(point);
                byFolder.put(request.folder(), point);
                requests.add(request);
            }
            return requests;
        }

        @Override
        public void over(PointRequest request, String failure) throws IOException {
            if (Workers.STOPPED.equals(failure)) {
                return;
            }
            over++;
            Point point = byFolder.get(request.folder());
            PointJob job = job(point);
            PointOutcome outcome = failure == null
                    ? KeptPoint.outcome(job, request.folder())
                    : job.failed(failure.replace("; raise heapMb", "; set for example BREADBOARD_OPTS=-Xmx16g"));
            outcomes.put(point.name(), outcome);
            Path summary = request.folder().resolve(ResultFolder.SUMMARY);
            if (Files.exists(summary)) {
                summaries.put(point.name(), Summary.read(summary));
            }
            KeptPoint.tidy(request.folder());
            next.addAll(follower.after(point, outcome));
        }

        @Override
        public List<PointRequest> more() {
            List<Point> following = List.copyOf(next);
            next.clear();
            try {
                return requests(following);
            } catch (IOException unreadable) {
                throw new java.io.UncheckedIOException(unreadable);
            }
        }

        @Override
        public void at(double underWay, String remark) {
            progress.at("", asked == 1 ? Double.NaN : (over + underWay) / asked, over + " of " + asked + " runs");
        }

        @Override
        public void broken(String why) {
            cancellation.cancel(why);
        }

        @Override
        public boolean isStopped() {
            return cancellation.isCancelled();
        }
    }

    private static PointJob job(Point point) {
        Study.Point ofStudy = new Study.Point(Map.of("run", point.name()), point.sets());
        Study.Sweep sweep = new Study.Sweep(
                "runs",
                point.mix(),
                List.of(ofStudy),
                1,
                TIMEOUT_SECONDS,
                0,
                point.stretch(),
                Study.Compiler.FULL,
                null);
        return new PointJob(
                0, sweep, ofStudy, point.resolved(), point.resolved().mix().seed(), null);
    }

    private PointRequest request(Point point) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>(point.resolved().texts());
        point.resolved().inputs(digests).forEach((key, digest) -> settings.put(key, digest));
        String name =
                String.format(Locale.ROOT, "%03d-%s", ++asked, point.name().replaceAll("[^A-Za-z0-9._-]+", "-"));
        boolean live = point.resolved().mix().mode().live();
        return new PointRequest(
                folders.home(),
                folders.project(),
                point.mix(),
                point.sets(),
                live ? 1 : point.stretch(),
                settings,
                "",
                folder.resolve(name),
                shown.resolve(name).toString(),
                new WorkerKind(heapMb, false, live),
                TIMEOUT_SECONDS);
    }
}

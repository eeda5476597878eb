// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.result.ResultFolder;

/**
 * The points of a study as job arrays of Slurm, one for each kind of worker, with a task for each group of points. The
 * study's folder holds what they need, so all machines have to see it. All arrays have the same name, which no other
 * study has: by it they are found and cancelled, even by another process that resumes the study.
 */
final class SlurmArrays implements Site {
    /** The folder with lists, scripts and logs, beside the points. */
    static final String FOLDER = "slurm";

    /** While it is there, jobs of the name that it holds may run. */
    private static final String JOB = "job";

    /** Slurm's own limit is 1001, where nobody changed it. */
    private static final int MOST_TASKS = 1000;

    private static final int CPUS = 2;
    private static final int OUTSIDE_HEAP_MB = 512;
    private static final int OUTSIDE_HEAP_SHARE = 4;
    private static final int SPARE_MINUTES = 5;
    private static final long POLL_MS = 100;

    private final Slurm slurm;
    private final Path folder;
    private final String name;
    private final String classPath;
    private final Integer atOnce;
    private final Consumer<String> notices;
    private final List<Group> groups = new ArrayList<>();
    private Slurm.Tasks tasks = new Slurm.Tasks(false, 0, 0, "");
    private boolean told;

    /** The points of one task, and its number in words. */
    private record Group(String task, Path log, List<PointRequest> points) {}

    /**
     * Arrays, none of which is submitted yet.
     *
     * @param folder where lists, scripts and logs go
     * @param name the name of the jobs
     * @param classPath of the workers
     * @param atOnce how many tasks of an array may run at once, or null for as many as Slurm has room for
     * @param notices gets sentences for a person
     */
    SlurmArrays(Slurm slurm, Path folder, String name, String classPath, Integer atOnce, Consumer<String> notices) {
        this.slurm = slurm;
        this.folder = folder.toAbsolutePath();
        this.name = name;
        this.classPath = classPath;
        this.atOnce = atOnce;
        this.notices = notices;
    }

    /**
     * Ends the jobs that an earlier run of the study has left, if any.
     *
     * @param folder where lists, scripts and logs are
     * @return whether there may have been some
     */
    static boolean endEarlier(Path folder) throws IOException, InterruptedException {
        Path job = folder.resolve(JOB);
        if (!Files.exists(job)) {
            return false;
        }
        String name = Files.readString(job).strip();
        Slurm slurm;
        try {
            slurm = new Slurm(1, List.of());
        } catch (RefusedException none) {
            throw new RefusedException("Tasks of Slurm may still run points of the study, as job " + name
                    + ", and this machine has no Slurm to end them; resume it on one that has.");
        }
        String lingering = slurm.end(name, slurm.pace().endMs());
        if (lingering != null) {
            throw new RefusedException(lingering);
        }
        Files.delete(job);
        return true;
    }

    /** Whether tasks of a study that has failed may still run. */
    static boolean mayRun(Path folder) {
        return Files.exists(folder.resolve(JOB));
    }

    @Override
    public void run(List<PointRequest> points, Watcher watcher) throws IOException, InterruptedException {
        if (points.isEmpty()) {
            return;
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(JOB), name + "\n");
        Set<PointRequest> left = new LinkedHashSet<>(points);
        String lingering = "";
        try {
            submit(points);
            lingering = await(left, watcher) ? null : "";
        } finally {
            if (lingering != null) {
                boolean hurry = left.isEmpty() || watcher.isStopped();
                lingering = slurm.end(
                        name, hurry ? slurm.pace().stopMs() : slurm.pace().endMs());
            }
            if (lingering == null || left.isEmpty()) {
                Files.delete(folder.resolve(JOB));
            }
        }
        if (lingering != null) {
            if (!left.isEmpty() && !watcher.isStopped()) {
                throw new RefusedException(lingering);
            }
            notices.accept(
                    left.isEmpty()
                            ? "All points are over, though tasks of the Slurm job " + name + " have not ended yet."
                            : "The Slurm job " + name + " has not ended yet; --resume waits until it has.");
        }
        look(left, watcher);
    }

    private void submit(List<PointRequest> points) throws IOException, InterruptedException {
        Map<WorkerKind, List<PointRequest>> kinds = new LinkedHashMap<>();
        points.forEach(point ->
                kinds.computeIfAbsent(point.kind(), kind -> new ArrayList<>()).add(point));
        List<String> ids = new ArrayList<>();
        for (Map.Entry<WorkerKind, List<PointRequest>> kind : kinds.entrySet()) {
            ids.add(submit(ids.size() + 1, kind.getKey(), kind.getValue()));
        }
        notices.accept("Slurm runs " + points.size() + (points.size() == 1 ? " point" : " points") + " as job "
                + String.join(", ", ids) + ", in " + groups.size() + (groups.size() == 1 ? " task." : " tasks."));
    }

    private String submit(int array, WorkerKind kind, List<PointRequest> points)
            throws IOException, InterruptedException {
        // A live point measures wall-clock time, so it has a task of its own.
        int perTask = kind.live() ? 1 : Math.max(slurm.perTask(), (points.size() + MOST_TASKS - 1) / MOST_TASKS);
        int count = 0;
        long longestSeconds = 0;
        for (int from = 0; from < points.size(); from += perTask) {
            List<PointRequest> group = List.copyOf(points.subList(from, Math.min(points.size(), from + perTask)));
            count++;
            String task = array + "-" + count;
            PointRequest.writeAll(folder.resolve(task + ".json"), group);
            groups.add(new Group(task, folder.resolve(task + ".log"), group));
            longestSeconds = Math.max(
                    longestSeconds,
                    group.stream().mapToLong(PointRequest::timeoutSeconds).sum());
        }
        Path script = folder.resolve(array + ".sh");
        Files.writeString(script, script(array, kind, longestSeconds), StandardCharsets.UTF_8);
        return slurm.submit(
                List.of(
                        "--array=1-" + count + (atOnce == null ? "" : "%" + atOnce),
                        "--requeue",
                        "--open-mode=append",
                        "--job-name=" + name,
                        "--output=" + folder.toString().replace("%", "%%") + "/" + array + "-%a.log"),
                script);
    }

    /** What a user may replace, with options or variables of sbatch, stands in the script. */
    private String script(int array, WorkerKind kind, long longestSeconds) {
        List<String> lines = new ArrayList<>();
        lines.add("#!/bin/sh");
        lines.add("#SBATCH --cpus-per-task=" + CPUS);
        lines.add("#SBATCH --mem=" + (kind.heapMb() + Math.max(OUTSIDE_HEAP_MB, kind.heapMb() / OUTSIDE_HEAP_SHARE))
                + "M");
        lines.add("#SBATCH --time=" + (TimeUnit.SECONDS.toMinutes(longestSeconds) + SPARE_MINUTES));
        if (kind.live()) {
            lines.add("#SBATCH --exclusive");
        }
        lines.add("exec "
                + quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString())
                + " -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \\");
        lines.add("    -cp " + quoted(classPath) + " \\");
        lines.add("    " + ArrayTask.class.getName() + " " + quoted(folder + "/" + array + "-")
                + "\"$SLURM_ARRAY_TASK_ID\".json");
        return String.join("\n", lines) + "\n";
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Waits until the points are over; false if tasks are left, since somebody asked to stop or they linger. */
    private boolean await(Set<PointRequest> left, Watcher watcher) throws IOException, InterruptedException {
        Slurm.Pace pace = slurm.pace();
        long lookedNs = System.nanoTime();
        long askedNs = lookedNs;
        long goneNs = 0;
        long overNs = 0;
        while (true) {
            long nowNs = System.nanoTime();
            overNs = !left.isEmpty() ? 0 : overNs == 0 ? nowNs : overNs;
            boolean linger = overNs != 0 && nowNs - overNs >= TimeUnit.MILLISECONDS.toNanos(pace.askMs());
            if (watcher.isStopped() || linger) {
                return false;
            }
            if (nowNs - lookedNs >= TimeUnit.MILLISECONDS.toNanos(pace.lookMs())) {
                look(left, watcher);
                lookedNs = nowNs;
            }
            if (nowNs - askedNs >= TimeUnit.MILLISECONDS.toNanos(left.isEmpty() ? pace.lookMs() : pace.askMs())) {
                tasks = slurm.tasks(name);
                askedNs = nowNs;
                tellOnce();
                if (!tasks.isNone()) {
                    goneNs = 0;
                } else if (left.isEmpty()) {
                    return true;
                } else if (goneNs == 0) {
                    goneNs = nowNs;
                } else if (nowNs - goneNs >= TimeUnit.MILLISECONDS.toNanos(pace.settleMs())) {
                    look(left, watcher);
                    if (!left.isEmpty()) {
                        watcher.broken(broken(left));
                    }
                    return true;
                }
            }
            watcher.at(0, remark());
            Thread.sleep(Math.min(POLL_MS, pace.lookMs()));
        }
    }

    /** Takes the points away that are over. Looking is what a file system of many machines is asked to do. */
    private static void look(Set<PointRequest> left, Watcher watcher) throws IOException {
        for (PointRequest point : List.copyOf(left)) {
            if (KeptPoint.isWhole(point.folder())) {
                left.remove(point);
                watcher.over(point, null);
            }
        }
    }

    private String remark() {
        if (!tasks.answers() && !tasks.reason().isEmpty()) {
            return "Slurm does not answer: " + tasks.reason();
        }
        return tasks.waiting() == 0
                ? ""
                : tasks.running() + " tasks run, " + tasks.waiting() + " wait (" + tasks.reason() + ")";
    }

    private void tellOnce() {
        if (!told && tasks.answers() && tasks.running() == 0 && tasks.waiting() > 0) {
            notices.accept(
                    "No task runs yet: " + tasks.waiting() + " wait; Slurm calls the reason " + tasks.reason() + ".");
            told = true;
        }
    }

    /** What is told of tasks that ended without all of their points. */
    private String broken(Set<PointRequest> left) throws IOException {
        Set<String> broken = new TreeSet<>();
        Group first = null;
        for (Group group : groups) {
            if (group.points().stream().anyMatch(left::contains)) {
                broken.add(group.task());
                first = first == null ? group : first;
            }
        }
        String said = Files.exists(first.log())
                ? new String(Files.readAllBytes(first.log()), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank() && !line.strip().startsWith("at "))
                        .reduce("it said nothing, as where the disk is full", (before, line) -> line.strip())
                : "it left no log, so look whether its machine sees "
                        + folder.getParent().getParent();
        return (broken.size() == 1 ? "a task" : broken.size() + " tasks") + " of Slurm ended without "
                + (left.size() == 1 ? "one point" : left.size() + " points") + " (the first, " + first.task() + ": "
                + said + ")";
    }

    /** Removes what the arrays have left, but for a result that somebody may want to look into. */
    static void tidy(Path folder) throws IOException {
        if (Files.exists(folder)) {
            ResultFolder.delete(folder);
        }
    }
}

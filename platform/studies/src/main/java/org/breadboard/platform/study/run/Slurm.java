// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;

/** Slurm as its commands show it, and how a study asks for jobs. Any thread. */
public final class Slurm {
    /** Names the folder with Slurm's commands, where they are not on the PATH. */
    private static final String FOLDER_PROPERTY = "breadboard.slurm";

    private static final String PACE_PROPERTY = "breadboard.slurm.pace";
    private static final long ANSWER_MS = 60_000;

    /** Options of {@code sbatch} with which a job is not followed, or not submitted; it takes their beginnings, too. */
    private static final List<String> NOT_FOR_US = List.of("--clusters", "--wait", "--test-only");

    private static final Pattern SHORT_NOT_FOR_US = Pattern.compile("-[MW]");

    private static final Pattern NOT_OURS =
            Pattern.compile("SQUEUE_|SCANCEL_|SBATCH_CLUSTERS$|SLURM_CLUSTERS$|SBATCH_WAIT$");

    private final Path sbatch;
    private final Path squeue;
    private final Path scancel;
    private final int perTask;
    private final List<String> options;
    private final Pace pace;

    /**
     * How often and how long something is waited for.
     *
     * @param lookMs between two looks for outcomes
     * @param askMs between two questions to Slurm
     * @param settleMs how long a shared file system may take to show what another machine has written
     * @param endMs how long jobs that are cancelled may take to end
     * @param stopMs the same where somebody wants to stop, who waits for it
     */
    record Pace(long lookMs, long askMs, long settleMs, long endMs, long stopMs) {
        static final Pace USUAL = new Pace(2000, 10_000, 65_000, 120_000, 8_000);

        /** The usual one, or a share of it, where somebody who simulates Slurm says so. */
        static Pace asked() {
            double share = Double.parseDouble(System.getProperty(PACE_PROPERTY, "1"));
            return new Pace(
                    (long) (USUAL.lookMs * share),
                    (long) (USUAL.askMs * share),
                    (long) (USUAL.settleMs * share),
                    (long) (USUAL.endMs * share),
                    (long) (USUAL.stopMs * share));
        }
    }

    /**
     * What remains of jobs.
     *
     * @param answers whether Slurm told
     * @param running how many tasks run, or end
     * @param waiting how many tasks wait
     * @param reason why most of them wait, as Slurm calls it, or what is wrong with Slurm
     */
    record Tasks(boolean answers, int running, int waiting, String reason) {
        boolean isNone() {
            return answers && running + waiting == 0;
        }
    }

    /**
     * The Slurm of this machine.
     *
     * @param perTask how many points a task runs
     * @param options more options of {@code sbatch}
     * @throws RefusedException if there is none
     */
    public Slurm(int perTask, List<String> options) {
        this(perTask, options, System.getProperty(FOLDER_PROPERTY, System.getenv("PATH")), Pace.asked());
    }

    Slurm(int perTask, List<String> options, String path, Pace pace) {
        this.perTask = perTask;
        this.options = List.copyOf(options);
        if (!options.isEmpty() && !options.get(0).startsWith("-")) {
            throw new RefusedException("--sbatch takes options of sbatch, such as --partition=NAME, and '"
                    + options.get(0) + "' is none.");
        }
        for (String option : options) {
            String name = option.replaceFirst("=.*", "");
            if (SHORT_NOT_FOR_US.matcher(option).lookingAt()
                    || name.startsWith("--") && NOT_FOR_US.stream().anyMatch(each -> each.startsWith(name))) {
                throw new RefusedException(
                        "--sbatch cannot have '" + option + "': the study could not follow its tasks; leave it out.");
            }
        }
        this.pace = pace;
        sbatch = find("sbatch", path);
        squeue = find("squeue", path);
        scancel = find("scancel", path);
    }

    private static Path find(String command, String path) {
        return Stream.of(path == null ? new String[0] : path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new RefusedException("There is no Slurm on this machine: '" + command
                        + "' is not on the PATH. Go where it is, name its folder with"
                        + " BREADBOARD_OPTS=-Dbreadboard.slurm=DIR, or leave '--on slurm' out."));
    }

    int perTask() {
        return perTask;
    }

    Pace pace() {
        return pace;
    }

    /**
     * Submits a script.
     *
     * @param own options that those of the user cannot replace
     * @return the job's id
     * @throws RefusedException if Slurm refuses it, with its words
     */
    String submit(List<String> own, Path script) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(own);
        arguments.add("--parsable");
        arguments.add(script.toString());
        Answer answer = ask(sbatch, arguments);
        if (answer.status != 0) {
            throw new RefusedException(
                    answer.complaint().isEmpty()
                            ? "sbatch ended with status " + answer.status
                                    + " and said nothing, so the job is not there."
                            : "Slurm refuses the job: " + answer.complaint() + ".");
        }
        return answer.out.strip().split(";", 2)[0];
    }

    /** What remains of the jobs of a name. */
    Tasks tasks(String job) throws IOException, InterruptedException {
        Answer answer = ask(squeue, List.of("--me", "--noheader", "--array", "--name=" + job, "--format=%T|%r"));
        if (answer.status != 0) {
            return new Tasks(false, 0, 0, answer.complaint());
        }
        int running = 0;
        Map<String, Integer> reasons = new TreeMap<>();
        for (String line : answer.out.lines().filter(each -> !each.isBlank()).toList()) {
            String[] task = line.strip().split("\\|", 2);
            if (task[0].equals("PENDING")) {
                reasons.merge(task.length > 1 ? task[1] : "", 1, Integer::sum);
            } else {
                running++;
            }
        }
        return new Tasks(
                true,
                running,
                reasons.values().stream().mapToInt(Integer::intValue).sum(),
                reasons.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(""));
    }

    /**
     * Cancels the jobs of a name, and waits until they are gone.
     *
     * @return null; or, if they stay so long, a sentence that says so, for then they may write where another run does
     */
    String end(String job, long patienceMs) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            Answer answer = ask(scancel, List.of("--quiet", "--name=" + job));
            Tasks left = tasks(job);
            if (left.isNone()) {
                return null;
            }
            if (System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(patienceMs)) {
                String why = left.answers ? answer.complaint() : left.reason;
                return "The Slurm job " + job + " does not end" + (why.isEmpty() ? "" : ": " + why)
                        + ". Its points are kept; end it with 'scancel --name=" + job
                        + "' before the study is resumed.";
            }
            Thread.sleep(Math.min(pace.askMs, 1000));
        }
    }

    /** What a command said. */
    private record Answer(int status, String out, String err) {
        /** In one line, without the name of the command before each sentence. */
        String complaint() {
            String said = (err.isBlank() ? out : err)
                    .lines()
                    .map(line -> line.strip().replaceFirst("^\\w+: (error: )?", ""))
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining("; "));
            return said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
        }
    }

    private static Answer ask(Path command, List<String> arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(command.toString());
        words.addAll(arguments);
        Path out = Files.createTempFile("breadboard-slurm", ".out");
        Path err = Files.createTempFile("breadboard-slurm", ".err");
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // What a user's own questions are to leave out must not hide tasks, nor keep them from being cancelled.
        builder.environment().keySet().removeIf(key -> NOT_OURS.matcher(key).lookingAt());
        Process process = null;
        try {
            process = builder.start();
            if (!process.waitFor(ANSWER_MS, TimeUnit.MILLISECONDS)) {
                return new Answer(-1, "", command.getFileName() + " does not answer");
            }
            return new Answer(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
            Files.delete(out);
            Files.delete(err);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.files.FileTrouble;

/**
 * A JVM that takes points one after another, so that a point finds classes loaded and code compiled. What a point
 * yields does not depend on those before it. A worker is not used again after a point that failed, and after some
 * number of points. For the thread that drives the study.
 */
final class PointWorker {
    private static final String LOG = "log.txt";
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    /** What the line begins with that tells the most memory that a process has had, in kB. */
    private static final String PEAK = "VmHWM:";

    private static final int OUT_OF_MEMORY = 3;
    /** What a JVM ends with that is killed, as Linux does where memory runs out. */
    private static final int KILLED = 128 + 9;

    private static final int UNSAFE_WARNS = 24;

    /** What share of its heap a worker begins with. */
    private static final int FIRST_SHARE = 4;

    private static final int MOST_POINTS = 200;
    private static final long STOP_MS = 2000;

    private final WorkerKind kind;
    private final Path log;
    private final Process process;
    private final StringBuilder line = new StringBuilder();
    private PointRequest point;
    private String beginning;
    private long expectedMb;
    private long startedNs;
    private double share;
    private boolean done;
    private String broken;
    private boolean failed;
    private int points;

    private PointWorker(WorkerKind kind, Path log, Process process) {
        this.kind = kind;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a JVM with this class path.
     *
     * @param log gets what Java itself says
     */
    static PointWorker start(WorkerKind kind, String classPath, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(kind.heapMb(), Runtime.version().feature(), kind.firstTier()));
        String home = System.getProperty(Program.HOME);
        if (home != null) {
            command.add("-D" + Program.HOME + '=' + home);
        }
        command.addAll(List.of("-cp", classPath, PointMain.class.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        return new PointWorker(kind, log, process);
    }

    /**
     * The options of a worker's JVM: those that bin/breadboard starts with, so that a live point is as fast as a live
     * run, and no warning of a newer Java's stands where its log is looked for. Their heap is in huge pages where the
     * system gives some. A few simulated points seldom last long enough to repay what the second compiler takes; they
     * do without.
     *
     * @param firstTier whether only the first compiler is used
     */
    static List<String> options(int heapMb, int javaVersion, boolean firstTier) {
        List<String> options = new ArrayList<>(List.of(
                "-Xmx" + heapMb + "m",
                // A heap that grows from little is collected whole time and again while records are filled in.
                "-Xms" + heapMb / FIRST_SHARE + "m",
                "-XX:+UseParallelGC",
                "-XX:+UseCondCardMark",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData"));
        if (firstTier) {
            options.add("-XX:TieredStopAtLevel=1");
        }
        if (hugePages()) {
            options.add("-XX:+UseTransparentHugePages");
        }
        if (javaVersion >= UNSAFE_WARNS) {
            options.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        }
        return options;
    }

    /** Whether Java can ask for huge pages; where it cannot, it prints a warning that it was told to. */
    private static boolean hugePages() {
        try {
            return !Files.readString(HUGE_PAGES, StandardCharsets.US_ASCII).contains("[never]");
        } catch (IOException none) {
            return false;
        }
    }

    /**
     * Gives it a point. Only while it has none.
     *
     * @param needMb how much memory it will have for that, as far as known
     */
    void take(PointRequest next, long needMb) throws IOException {
        point = next;
        expectedMb = needMb;
        beginning = next.beginning();
        startedNs = System.nanoTime();
        share = 0;
        done = false;
        points++;
        Path request = point.folder().resolve(KeptPoint.REQUEST);
        try {
            Files.createDirectories(point.folder());
            point.write(request);
        } catch (IOException full) {
            broken = FileTrouble.reason(full);
            return;
        }
        try {
            process.getOutputStream().write((request.toAbsolutePath() + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            // It has died, which its outcome tells.
            process.destroyForcibly();
        }
    }

    /** The point that it has, or null. */
    PointRequest point() {
        return point;
    }

    /** How its point begins, or its last one did. */
    String beginning() {
        return beginning;
    }

    /** How long ago it took its point. */
    double seconds() {
        return (System.nanoTime() - startedNs) / 1e9;
    }

    /** The most memory that it has had so far, in MiB; 0 where the system does not tell, or it has died. */
    long peakMb() {
        try {
            for (String row : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
                if (row.startsWith(PEAK)) {
                    return Long.parseLong(row.replaceAll("[^0-9]", "")) >> 10;
                }
            }
        } catch (IOException untold) {
            // As of a system without such files.
        }
        return 0;
    }

    /** How much memory it has, or will have before its point is over, in MiB. It gives none back. */
    long heldMb() {
        long peakMb = peakMb();
        return point == null && peakMb > 0 ? peakMb : Math.max(peakMb, expectedMb);
    }

    /** Whether it may take a point of that kind: the last one, if there was one, went well. */
    boolean fits(WorkerKind wanted) {
        return point == null
                && kind.equals(wanted)
                && !kind.live()
                && !failed
                && points < MOST_POINTS
                && process.isAlive();
    }

    /** Whether its point is over, one way or the other. */
    boolean isOver() throws IOException {
        read();
        return done || broken != null || !process.isAlive();
    }

    boolean isLate() {
        return seconds() > point.timeoutSeconds();
    }

    /** Ends it; it has nothing to clean up. */
    void kill() throws InterruptedException, IOException {
        process.destroyForcibly();
        process.waitFor(STOP_MS, TimeUnit.MILLISECONDS);
        Files.deleteIfExists(log);
    }

    /** How far its point says it is, from 0 to 1. Never blocks. */
    double share() throws IOException {
        read();
        return share;
    }

    private void read() throws IOException {
        InputStream in = process.getInputStream();
        int available = in.available();
        if (available > 0) {
            line.append(new String(in.readNBytes(available), StandardCharsets.ISO_8859_1));
        }
        for (int end = line.indexOf("\n"); end >= 0; end = line.indexOf("\n")) {
            String word = line.substring(0, end).strip();
            line.delete(0, end + 1);
            if (word.equals(PointMain.DONE)) {
                done = true;
            } else if (word.startsWith(PointMain.BROKEN)) {
                // A line may come in two parts, and a letter with it.
                broken = new String(
                        word.substring(PointMain.BROKEN.length()).getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8);
            } else if (word.startsWith(PointMain.PROGRESS)) {
                share = Double.parseDouble(word.substring(PointMain.PROGRESS.length()));
            }
        }
    }

    /** Why the files of its point, which is over, could not be written; null if it was not that. */
    String broken() throws IOException {
        if (!done && broken == null) {
            exitCode();
            read();
        }
        return broken == null
                ? null
                : "the files of a point could not be written to " + point.resultDir() + ": " + broken;
    }

    /**
     * Takes its point from it, once that is over.
     *
     * @return why the point has no outcome, or null if it left one in its folder
     */
    String end() throws IOException {
        String died = done ? null : died();
        failed = died != null || KeptPoint.failed(point.folder());
        point = null;
        return died;
    }

    private int exitCode() {
        try {
            process.waitFor(STOP_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return process.isAlive() ? 0 : process.exitValue();
    }

    private String died() throws IOException {
        int code = exitCode();
        if (code == OUT_OF_MEMORY) {
            return "it needs more heap than " + kind.heapMb() + " MB; raise heapMb";
        }
        if (code == KILLED) {
            return "its JVM was killed (signal 9), as happens where the memory of the machine, or of a task, runs out;"
                    + " have fewer points at a time (--parallel), or a smaller heapMb";
        }
        // What Java said last belongs to this point, behind what its plug-ins printed.
        String said = Files.readString(log, StandardCharsets.UTF_8);
        Path ofPoint = point.folder().resolve(LOG);
        try {
            Files.writeString(
                    ofPoint, said, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException full) {
            // Its first line is told.
        }
        String all = said.isBlank() && Files.exists(ofPoint) ? Files.readString(ofPoint, StandardCharsets.UTF_8) : said;
        String first = all.lines().filter(each -> !each.isBlank()).findFirst().orElse("it said nothing");
        return "its JVM ended with exit code " + code + ": " + first;
    }
}

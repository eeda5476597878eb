package org.breadboard.platform.study.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.PointOutcome;

/** One point in its JVM. For the thread that drives the study. */
final class PointProcess {
    private static final String REQUEST = "request.json";
    private static final String LOG = "log.txt";
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final int OUT_OF_MEMORY = 3;
    private static final int UNSAFE_WARNS = 24;
    private static final long STOP_MS = 2000;

    private final PointJob job;
    private final Path folder;
    private final Process process;
    private final long startedNs = System.nanoTime();
    private final StringBuilder line = new StringBuilder();
    private double share;

    private PointProcess(PointJob job, Path folder, Process process) {
        this.job = job;
        this.folder = folder;
        this.process = process;
    }

    /** Starts a JVM with this class path. */
    static PointProcess start(
            PointJob job, Path home, Path folder, String resultDir, String classPath, ClassArchive archive)
            throws IOException {
        Files.createDirectories(folder);
        Path request = folder.resolve(REQUEST);
        new PointRequest(
                        home,
                        job.sweep().mix(),
                        job.sets(),
                        job.live() ? 1 : job.sweep().stretch(),
                        folder,
                        resultDir)
                .write(request);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(
                job.sweep().heapMb(),
                Runtime.version().feature(),
                !job.live() && job.sweep().compiler() == Study.Compiler.FIRST_TIER));
        command.addAll(archive.options(job));
        command.addAll(List.of("-cp", classPath, PointMain.class.getName(), request.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve(LOG).toFile())
                .start();
        return new PointProcess(job, folder, process);
    }

    /**
     * The options of a point's JVM: those that bin/breadboard starts with, so that a live point is as fast as a live run, and no
     * warning of a newer Java's stands where its log is looked for. A simulated point is seldom long enough to repay what the second
     * compiler takes; it does without, and has its heap in huge pages where the system gives some.
     *
     * @param firstTier whether only the first compiler is used
     */
    static List<String> options(int heapMb, int javaVersion, boolean firstTier) {
        List<String> options = new ArrayList<>(List.of(
                "-Xmx" + heapMb + "m",
                "-XX:+UseParallelGC",
                "-XX:+UseCondCardMark",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData"));
        if (firstTier) {
            options.add("-XX:TieredStopAtLevel=1");
            if (hugePages()) {
                options.add("-XX:+UseTransparentHugePages");
            }
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

    PointJob job() {
        return job;
    }

    boolean alive() {
        return process.isAlive();
    }

    boolean late() {
        return System.nanoTime() - startedNs
                > TimeUnit.SECONDS.toNanos(job.sweep().timeoutSeconds());
    }

    /** Kills it; it has nothing to clean up. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(STOP_MS, TimeUnit.MILLISECONDS);
    }

    /** How far it says it is, from 0 to 1. Never blocks. */
    double share() throws IOException {
        InputStream in = process.getInputStream();
        int available = in.available();
        if (available > 0) {
            line.append(new String(in.readNBytes(available), StandardCharsets.US_ASCII));
            int end = line.lastIndexOf("\n");
            int begin = end < 0 ? -1 : line.lastIndexOf(PointMain.PROGRESS, end);
            if (begin >= 0) {
                share = Double.parseDouble(
                        line.substring(begin + PointMain.PROGRESS.length(), end).strip());
            }
            line.delete(0, end + 1);
        }
        return share;
    }

    /** Its outcome, once it is not alive. */
    PointOutcome outcome() throws IOException {
        Path file = folder.resolve(PointMain.OUTCOME);
        if (process.exitValue() != 0 || !Files.isRegularFile(file)) {
            return job.failed(died());
        }
        JsonNode map = Json.read(file);
        tidy();
        Map<String, String> row = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> cell : map.path("row").properties()) {
            row.put(cell.getKey(), cell.getValue().asText());
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> figure : map.path("figures").properties()) {
            figures.put(
                    figure.getKey(),
                    figure.getValue().isNumber() ? figure.getValue().asDouble() : Double.NaN);
        }
        return new PointOutcome(
                job.sweep().name(),
                job.point().parameters(),
                map.path("seed").asLong(job.seed()),
                row,
                figures,
                map.path("verified").asBoolean(),
                map.path("failure").isTextual() ? map.path("failure").asText() : null);
    }

    /** Leaves only what the result's reader can use. */
    private void tidy() throws IOException {
        Files.delete(folder.resolve(REQUEST));
        Files.delete(folder.resolve(PointMain.OUTCOME));
        if (Files.size(folder.resolve(LOG)) == 0) {
            Files.delete(folder.resolve(LOG));
        }
    }

    private String died() throws IOException {
        int code = process.exitValue();
        if (code == OUT_OF_MEMORY) {
            return "it needs more heap than " + job.sweep().heapMb() + " MB; raise heapMb";
        }
        String log = Files.readString(folder.resolve(LOG), StandardCharsets.UTF_8);
        String first = log.lines().filter(each -> !each.isBlank()).findFirst().orElse("it said nothing");
        return "its JVM ended with exit code " + code + ": " + first;
    }
}

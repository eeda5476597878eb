// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assembled distribution with a real Slurm of one host, where its packages are installed. */
class SlurmIT {
    private static final Path HOME = Path.of("target", "breadboard").toAbsolutePath();
    private static final Path ONE_HOST = Path.of("src/test/slurm/one-host").toAbsolutePath();
    private static final int PATIENCE_S = 240;
    private static final String STUDY = """
            mix: fasst-contended
            parallel: 2
            timeoutSeconds: 120
            sweep: {time.measureUs: [4000, 4100, 4200, 4300, 4400, 4500]}
            claims:
              rate: {value: max(points.committedPerSecond), unit: ops/s}
            """;

    @TempDir
    private Path temp;

    private Path slurm;

    @BeforeEach
    void startSlurm() throws Exception {
        for (String program : List.of("slurmctld", "slurmd", "munged", "sbatch", "python3")) {
            assumeTrue(
                    Stream.of("/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin")
                            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
                    "Studies are not tried with Slurm, for there is no " + program
                            + "; Debian's packages slurm-wlm and munge have it.");
        }
        // Not in the test's own folder: a socket's name has at most 107 characters.
        slurm = Files.createTempDirectory(Path.of("/tmp"), "slurm");
        Outcome started = run(List.of(ONE_HOST.toString(), "start", slurm.toString()));
        assertEquals(0, started.status, started.err);
    }

    @AfterEach
    void stopSlurm() throws Exception {
        if (slurm != null) {
            run(List.of("scancel", "--user=" + System.getProperty("user.name")));
            run(List.of(ONE_HOST.toString(), "stop", slurm.toString()));
            // Its daemons write until they have gone.
            Thread.sleep(2000);
            run(List.of("rm", "-r", slurm.toString()));
        }
    }

    @Test
    void shouldYieldTheSameAsOnThisMachineEvenIfATaskIsPutBack() throws Exception {
        Path study = Files.writeString(temp.resolve("s.yaml"), STUDY);
        Outcome local = run(breadboard("study", study.toString()));
        assertEquals(0, local.status, local.err);
        Path here = temp.resolve("results/s/latest").toRealPath();

        Started submitted = start(breadboard("study", study.toString(), "--on", "slurm", "--per-task", "6"));
        while (submitted.process.isAlive() && !hasAnOutcome()) {
            Thread.sleep(50);
        }
        String task = run(List.of("squeue", "-h", "-r", "-o", "%i")).out.strip();
        Outcome requeued = run(List.of("scontrol", "requeue", task));
        assertEquals(0, requeued.status, requeued.err);
        Outcome outcome = submitted.outcome();
        assertEquals(0, outcome.status, outcome.err);
        assertEquals(local.out, outcome.out);
        String log = Files.readString(slurm.resolve("slurmctld.log"));
        assertTrue(log.contains("Requeuing JobId=" + task), log);

        Path there = temp.resolve("results/s/latest").toRealPath();
        assertTrue(!here.equals(there));
        Map<String, String> expected = content(here);
        Map<String, String> content = content(there);
        assertEquals(expected.keySet(), content.keySet());
        expected.forEach((name, text) -> assertEquals(text, content.get(name), name));
        Outcome verified = run(breadboard("verify", there.toString()));
        assertEquals(0, verified.status, verified.err);
        System.out.println("A study of 6 points was the same with Slurm, "
                + run(List.of("sbatch", "-V")).out.strip() + ", of which task " + task + " was put back: "
                + content.size() + " files.");
    }

    private boolean hasAnOutcome() throws IOException {
        try (Stream<Path> files = Files.walk(temp.resolve("results"))) {
            return files.anyMatch(file -> file.endsWith("outcome.json"));
        } catch (java.io.UncheckedIOException moving) {
            return false;
        }
    }

    /** What a result says, by file; but for when it was made, how long that took, and where it lies. */
    private static Map<String, String> content(Path result) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(result)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = result.relativize(file).toString();
                if (!name.endsWith("manifest.json")) {
                    String text = new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                            .replace(result.getFileName().toString(), "TIME")
                            .replaceAll(
                                    "\"(\\w+Seconds|(messages|events)PerSecond|messagesPerWallSecond)\" : .*",
                                    "WALL CLOCK");
                    content.put(name, text);
                }
            }
        }
        return content;
    }

    private static List<String> breadboard(String... words) {
        List<String> command =
                new ArrayList<>(List.of(HOME.resolve("bin/breadboard").toString()));
        command.addAll(List.of(words));
        return command;
    }

    private Outcome run(List<String> command) throws Exception {
        return start(command).outcome();
    }

    private Started start(List<String> command) throws IOException {
        Path out = Files.createTempFile(temp, "command", ".out");
        Path err = Files.createTempFile(temp, "command", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("BREADBOARD_OPTS", "-Dbreadboard.results=" + temp.resolve("results"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SLURM_CONF", slurm.resolve("slurm.conf").toString());
        return new Started(command, builder.start(), out, err);
    }

    private record Started(List<String> command, Process process, Path out, Path err) {
        Outcome outcome() throws Exception {
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        "did not end within " + PATIENCE_S + " s: " + command + "\n" + Files.readString(err));
            }
            return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    private record Outcome(int status, String out, String err) {}
}

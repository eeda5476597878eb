// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of which the points run as tasks of Slurm; its commands are replaced by scripts here. */
final class StudyOnSlurmTest {
    private static final String RESULTS = "breadboard.results";
    private static final String PACE = "breadboard.slurm.pace";
    private static final String SLURM = "breadboard.slurm";
    private static final Slurm.Pace HASTE = new Slurm.Pace(50, 100, 300, 2000, 2000);
    private static final String WORKS = """
            mix: ops
            parallel: 1
            sweep: {protocol.workNs: [1000, 2000, 3000]}
            claims:
              rate: {value: max(points.committedPerSecond), unit: ops/s}
            """;

    @TempDir
    Path root;

    private ToyHome home;
    private PluginRegistry registry;
    private Board board;
    private FakeSlurm slurm;

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        slurm = new FakeSlurm(root.resolve("slurm commands"));
        System.setProperty(RESULTS, home.results().toString());
        System.setProperty(SLURM, slurm.path());
        System.setProperty(PACE, "0.2");
        registry = ToyPlugin.registry(home.serviceJar());
        board = new Board(home.home(), registry);
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(RESULTS);
        System.clearProperty(PACE);
        System.clearProperty(SLURM);
    }

    private ExitStatus study(String text, boolean resume, int perTask, String... sbatch) {
        home.file("studies/s.yaml", text);
        List<String> words = new ArrayList<>(List.of("study", "s", "--output", "json"));
        if (resume) {
            words.add("--resume");
        }
        if (perTask > 0) {
            words.addAll(List.of("--on", "slurm", "--per-task", Integer.toString(perTask)));
        }
        if (sbatch.length > 0) {
            words.addAll(List.of("--sbatch", String.join(" ", sbatch)));
        }
        return RootCommand.execute(board, home.console(), words);
    }

    private Path latest() throws IOException {
        return home.results().resolve("s/latest").toRealPath();
    }

    /** What a result says, by file; but for when it was made, how long that took, and where it lies. */
    private static Map<String, String> content(Path result) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(result)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = result.relativize(file).toString();
                if (!name.endsWith("manifest.json")) {
                    String text = Files.readString(file)
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

    private static void assertSame(Map<String, String> expected, Map<String, String> content) {
        assertEquals(expected.keySet(), content.keySet());
        expected.forEach((name, text) -> assertEquals(text, content.get(name), name));
    }

    @Test
    void shouldYieldWhatThisMachineYieldsEvenOfPointsThatDieHangOrEatAllMemory() throws IOException {
        String text = """
                mix: ops
                parallel: 1
                heapMb: 64
                sweeps:
                  moods:
                    timeoutSeconds: 60
                    sweep: {protocol.mood: [good, exits, throws, hungry]}
                  late:
                    timeoutSeconds: 5
                    sweep: {protocol.mood: [hangs]}
                  works:
                    timeoutSeconds: 60
                    sweep: {protocol.workNs: [1000, 2000]}
                claims:
                  rate: {value: max(works.committedPerSecond), unit: ops/s}
                  none: {value: max(late.committedPerSecond), unit: ops/s}
                """;
        assertEquals(ExitStatus.FAILED, study(text, false, 0));
        Map<String, String> local = content(latest());
        List<String> complaints =
                home.err().lines().filter(line -> line.startsWith("Point ")).toList();
        assertEquals(4, complaints.size(), home.err());
        home = new ToyHome(root);
        assertEquals(ExitStatus.FAILED, study(text, false, 3, "--partition=short", "--account=us"));
        assertTrue(home.err().contains("Slurm runs 7 points as job 7, in 3 tasks."), home.err());
        assertEquals(
                complaints,
                home.err().lines().filter(line -> line.startsWith("Point ")).toList());
        Map<String, String> cluster = content(latest());
        // Of what is kept for a resume, each place has its own.
        Stream.of(local, cluster)
                .forEach(each -> each.keySet().removeIf(name -> name.matches("slurm/.*|.*/(request|outcome)[.]json")));
        assertSame(local, cluster);
        List<String> words = slurm.arguments("sbatch");
        assertEquals(List.of("--partition=short", "--account=us", "--array=1-3", "--requeue"), words.subList(0, 4));
        assertTrue(words.contains("--job-name=breadboard-s-" + latest().getFileName()), words.toString());
        assertTrue(slurm.script().contains("\n#SBATCH --mem=576M\n"), slurm.script());
        assertTrue(slurm.script().contains("\n#SBATCH --time=8\n"), "its longest task has 180 s: " + slurm.script());
    }

    @Test
    void shouldSkipPointsThatHaveEndedWhenATaskIsPutBack() throws IOException, InterruptedException {
        home.file("studies/s.yaml", WORKS);
        StudyRun run = run();
        slurm.wait("Resources");
        Cancellation stop = new Cancellation();
        Path points = root.resolve("draft/points");
        List<String> said = new ArrayList<>();
        run.run(points, root.resolve("r/points"), null, haste(), Progress.SILENT, stop, line -> {
            said.add(line);
            if (line.startsWith("No task ")) {
                stop.cancel("there is no room");
            }
        });
        assertEquals("No task runs yet: 1 wait; Slurm calls the reason Resources.", said.get(1));
        Path list = root.resolve("draft/slurm/1-1.json");
        List<PointRequest> asked = PointRequest.readAll(list);
        assertEquals(3, asked.size());
        for (PointRequest point : asked) {
            Files.createDirectories(point.folder());
            Files.writeString(point.folder().resolve("half"), "of a run");
        }
        asked.get(0).write(asked.get(0).folder().resolve(KeptPoint.REQUEST));
        KeptPoint.write(asked.get(0).folder(), Map.of("failure", "as it was"));
        Process task = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        ClassPath.of(home.home(), registry.installed()),
                        ArrayTask.class.getName(),
                        list.toString())
                .inheritIO()
                .start();
        assertEquals(0, task.waitFor());
        assertTrue(KeptPoint.failed(asked.get(0).folder()), "it did not run again");
        for (PointRequest point : asked.subList(1, 3)) {
            assertFalse(KeptPoint.failed(point.folder()));
            assertFalse(Files.exists(point.folder().resolve("half")), "a point that is run again begins anew");
        }
    }

    private StudyRun run() {
        return new StudyRun(new StudyReader(home.folders()).read("s"), home.folders(), registry.installed());
    }

    private Slurm haste() {
        return new Slurm(8, List.of(), slurm.path(), HASTE);
    }

    @Test
    void shouldCancelItsTasksWhenItIsStoppedAndGoOnAnywhere() throws IOException, InterruptedException {
        String hangs = """
                mix: ops
                parallel: 1
                timeoutSeconds: 600
                cases: {a: {}, b: {protocol.mood: hangs}}
                claims:
                  rate: {value: max(points.committedPerSecond), unit: ops/s}
                """;
        Thread stop = new Thread(() -> {
            try {
                while (!hasStarted("002-points/log.txt")) {
                    Thread.sleep(20);
                }
                home.cancellation().cancel("Ctrl-C was pressed");
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        stop.start();
        assertEquals(ExitStatus.FAILED, study(hangs, false, 8));
        stop.join();
        assertTrue(
                home.err().contains("'./breadboard --results " + home.results() + " study s --resume' goes on with it"),
                home.err());
        Path partial = latest();
        assertEquals(List.of("--quiet", "--name=breadboard-s-" + partial.getFileName()), slurm.arguments("scancel"));
        assertTrue(slurm.tasksAreGone());
        assertFalse(Files.exists(partial.resolve("slurm/job")));
        home = new ToyHome(root);
        String works = hangs.replace("protocol.mood: hangs", "seed: 2");
        assertEquals(ExitStatus.DONE, study(works, true, 0), home.err());
        assertTrue(home.err().contains("1 of 2 points have finished before."), home.err());
        Map<String, String> resumed = content(latest());
        assertEquals(ExitStatus.DONE, study(works, false, 0), home.err());
        assertSame(content(latest()), resumed);
    }

    private boolean hasStarted(String file) {
        Path results = home.results().resolve("s");
        if (!Files.isDirectory(results)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(results)) {
            return files.anyMatch(each -> each.endsWith(file));
        } catch (IOException | java.io.UncheckedIOException moving) {
            return false;
        }
    }

    @Test
    void shouldEndTheJobOfAKilledRunBeforeItGoesOn() throws IOException {
        home.cancellation().cancel("Ctrl-C was pressed");
        assertEquals(ExitStatus.FAILED, study(WORKS, false, 0));
        Path job = Files.createDirectories(latest().resolve("slurm")).resolve("job");
        Files.writeString(job, "breadboard-s-then\n");
        home = new ToyHome(root);
        System.setProperty(SLURM, root.toString());
        assertEquals(ExitStatus.USER_MISTAKE, study(WORKS, true, 0));
        assertTrue(home.err().contains("may still run points of the study, as job breadboard-s-then"), home.err());
        System.setProperty(SLURM, slurm.path());
        assertEquals(ExitStatus.DONE, study(WORKS, true, 0), home.err());
        assertEquals(List.of("--quiet", "--name=breadboard-s-then"), slurm.arguments("scancel"));
        assertFalse(Files.exists(latest().resolve("slurm")), "a whole result does not say where it was made");
    }

    @Test
    void shouldSayWhatTasksSaidThatEndedWithoutTheirPoints() throws IOException {
        home.file("studies/s.yaml", WORKS);
        slurm.replaceTasks("echo 'No space left on device'; exit 1\n");
        Cancellation stop = new Cancellation();
        List<PointOutcome> outcomes = run().run(
                        root.resolve("draft/points"),
                        root.resolve("r/points"),
                        null,
                        new Slurm(2, List.of(), slurm.path(), HASTE),
                        Progress.SILENT,
                        stop,
                        line -> {});
        assertEquals(3, outcomes.size());
        assertEquals("it was not run: the study was stopped", outcomes.get(2).failure());
        assertEquals(
                "Stopped, since 2 tasks of Slurm ended without 3 points (the first, 1-1: No space left on device)",
                stop.stopped());
    }

    /** A disk that is full lets no file grow; here none may grow beyond 64 KiB, as a report does. */
    @Test
    void shouldStopWhereTasksFindNoRoomAndGoOn() throws IOException {
        slurm.precedeTasks("ulimit -f 128");
        assertEquals(ExitStatus.FAILED, study(WORKS, false, 3));
        assertTrue(
                home.err()
                        .contains("Stopped, since a task of Slurm ended without 3 points (the first, 1-1: the files of"
                                + " a point could not be written to " + latest().resolve("points/001-points") + ": "),
                home.err());
        try (Stream<Path> left = Files.list(latest().resolve("points"))) {
            assertEquals(List.of(), left.toList(), "half of one looks like all of it");
        }
        home = new ToyHome(root);
        assertEquals(ExitStatus.DONE, study(WORKS, true, 0), home.err());
    }

    @Test
    void shouldSayThatThereIsNoSlurm() {
        System.setProperty(SLURM, root.toString());
        assertEquals(ExitStatus.USER_MISTAKE, study(WORKS, false, 8));
        assertTrue(home.err().contains("There is no Slurm on this machine: 'sbatch' is not on the PATH."), home.err());
        assertEquals(1, home.err().lines().count(), home.err());
        assertFalse(Files.exists(home.results()));
    }

    @Test
    void shouldSayWhySlurmRefuses() throws IOException {
        slurm.refuse("""
                sbatch: error: invalid partition specified: short
                sbatch: error: Batch job submission failed: Invalid partition name specified
                """);
        assertEquals(ExitStatus.USER_MISTAKE, study(WORKS, false, 8, "--partition=short"));
        assertEquals(
                "Slurm refuses the job: invalid partition specified: short; Batch job submission failed: Invalid"
                        + " partition name specified.",
                home.err().strip());
    }

    @Test
    void shouldSayThatAJobDoesNotEnd() throws IOException, InterruptedException {
        slurm.wait("Resources");
        slurm.ignoreCancelling();
        String lingering = haste().end("breadboard-s-then", 300);
        assertTrue(lingering.startsWith("The Slurm job breadboard-s-then does not end."), lingering);
    }

    @Test
    void shouldRefuseOptionsWithWhichATaskCannotBeFollowed() {
        for (String option : List.of(
                "short", "--wait", "-W", "--clusters=other", "-Mother", "--test-only", "--test-o", "--cl=other")) {
            RefusedException refused =
                    assertThrows(RefusedException.class, () -> new Slurm(8, List.of(option)), option);
            assertTrue(refused.getMessage().startsWith("--sbatch "), refused.getMessage());
        }
    }
}

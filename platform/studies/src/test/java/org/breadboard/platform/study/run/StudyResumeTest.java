// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Studies that are stopped or killed, and go on. What was stopped, and the whole study, which a resumed one has to
 * equal, are made once: each case begins with a copy of the one, at the path where it was made, and ends beside the
 * other.
 */
final class StudyResumeTest {
    private static final String PROPERTY = "breadboard.results";

    @TempDir
    static Path root;

    /** The results of a study that was stopped, and of one that ran to its end. */
    private static Path stoppedResults;

    private static Path wholeResults;

    /** What the second says. */
    private static Map<String, String> whole;

    private static Path jar;
    private static byte[] build;

    private ToyHome home;
    private Board board;

    @BeforeAll
    static void runOnce() throws IOException, InterruptedException {
        jar = new ToyHome(root).serviceJar();
        build = Files.readAllBytes(jar);
        stoppedResults = root.resolve("stopped");
        wholeResults = root.resolve("whole");
        StudyResumeTest made = new StudyResumeTest();
        made.setUp();
        Path partial = made.stop();
        copy(made.home.results(), stoppedResults);
        made.home = new ToyHome(root);
        assertEquals(ExitStatus.DONE, made.study(false, 1000, "protocol.workNs: 3000"), made.home.err());
        assertFalse(partial.equals(made.latest()));
        whole = content(made.latest());
        delete(partial);
        copy(made.home.results(), wholeResults);
        made.tearDown();
    }

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        home.file("studies/toys.txt", "bear");
        delete(home.results());
        Files.write(jar, build);
        System.setProperty(PROPERTY, home.results().toString());
        board = new Board(home.home(), ToyPlugin.registry(jar));
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(PROPERTY);
    }

    /** Links stay links, and files are as old as they were. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        LinkOption.NOFOLLOW_LINKS,
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private ExitStatus study(boolean resume, int firstWorkNs, String last) {
        home.file("studies/s.yaml", """
                mix: ops
                parallel: 1
                timeoutSeconds: 600
                sweep:
                  seed: [5]
                cases:
                  a: {protocol.workNs: %d, protocol.toys: toys.txt}
                  b: {protocol.workNs: 2000}
                  c: {%s}
                claims:
                  rate: {value: max(points.committedPerSecond), unit: ops/s}
                """.formatted(firstWorkNs, last));
        return RootCommand.execute(
                board, home.console(), ToyHome.words("study s --output json" + (resume ? " --resume" : "")));
    }

    /** The study of which two points have finished, and the third one has not. */
    private Path stopped() throws IOException {
        copy(stoppedResults, home.results());
        return latest();
    }

    /** Two points finish, and the third one hangs until somebody stops the study. */
    private Path stop() throws IOException, InterruptedException {
        Thread stop = new Thread(() -> {
            try {
                while (!secondHasFinished()) {
                    Thread.sleep(5);
                }
                home.cancellation().cancel("Ctrl-C was pressed");
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        stop.start();
        assertEquals(ExitStatus.FAILED, study(false, 1000, "protocol.mood: hangs"));
        stop.join();
        assertTrue(
                home.err().contains("'./breadboard --results " + home.results() + " study s --resume' goes on with it"),
                home.err());
        return latest();
    }

    private boolean secondHasFinished() {
        Path results = home.results().resolve("s");
        if (!Files.isDirectory(results)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(results)) {
            return files.anyMatch(file -> file.endsWith("002-points/outcome.json"));
        } catch (IOException | java.io.UncheckedIOException moving) {
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

    private Path latest() throws IOException {
        return home.results().resolve("s/latest").toRealPath();
    }

    @Test
    void shouldGoOnAsIfItHadNotBeenStopped() throws IOException {
        Path partial = stopped();
        long first = Files.getLastModifiedTime(partial.resolve("points/001-points/points.csv"))
                .toMillis();
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("2 of 3 points have finished before."), home.err());
        Path resumed = latest();
        assertEquals(partial, resumed, "it is the same result");
        assertEquals(
                first,
                Files.getLastModifiedTime(resumed.resolve("points/001-points/points.csv"))
                        .toMillis(),
                "the first point did not run again");
        assertSame(whole, content(resumed));
    }

    @Test
    void shouldGoOnAfterItWasKilled() throws IOException {
        Path partial = stopped();
        Path killed = partial.resolveSibling("." + partial.getFileName() + ".unfinished");
        Files.move(partial, killed);
        Files.delete(killed.resolve("manifest.json"));
        Files.createDirectories(killed.resolve("points/003-points"));
        Files.writeString(killed.resolve("points/003-points/points.csv"), "half of a li");
        Files.delete(killed.resolve("points/002-points/outcome.json"));
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("1 of 3 points have finished before."), home.err());
        assertSame(whole, content(latest()));
    }

    /** As a power failure may leave it, or somebody who tidies up. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "outcome.json, ",
                "outcome.json, {}",
                "outcome.json, half of a li",
                "request.json, ",
                "timeline.csv, ",
                "summary.json, {}",
                "report.html, -"
            })
    void shouldRunAPointAgainThatIsNotWhole(String damage) throws IOException {
        Path partial = stopped();
        String[] words = damage.split(", ", -1);
        Path file = partial.resolve("points/002-points").resolve(words[0]);
        Files.delete(file);
        if (!words[1].equals("-")) {
            Files.writeString(file, words[1]);
        }
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("1 of 3 points have finished before."), home.err());
        assertSame(whole, content(latest()));
    }

    /** It did not fail: its JVM did. */
    @Test
    void shouldRunAPointAgainThatWasLostWithItsJvm() throws IOException {
        assertEquals(ExitStatus.FAILED, study(false, 1000, "protocol.mood: exits"));
        assertTrue(home.err().contains("exit code 42"), home.err());
        assertTrue(
                home.err()
                        .contains("The rest is kept, marked partial, and './breadboard --results " + home.results()
                                + " study s --resume' runs what failed" + " once more."),
                home.err());
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("2 of 3 points have finished before."), home.err());
        assertSame(whole, content(latest()));
    }

    @Test
    void shouldSayWhatDiffersFromTheStudyThatWasStopped() throws IOException {
        Path partial = stopped();
        Map<String, String> before = content(partial);
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1500, "protocol.workNs: 3000"), home.err());
        assertTrue(
                home.err()
                        .contains("Study s cannot be resumed, for it is not what it was: of 001-points,"
                                + " protocol.workNs was 1000 and is 1500. Run it anew, without --resume."),
                home.err());
        assertEquals(partial, latest());
        assertSame(before, content(partial));
    }

    @Test
    void shouldNotGoOnWithAFileThatHasOtherContent() throws IOException {
        stopped();
        home.file("studies/toys.txt", "ball");
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("of 001-points, protocol.toys was the file of SHA-256 "), home.err());
    }

    @Test
    void shouldNotGoOnWithAnotherBuildOfAPlugin() throws IOException {
        stopped();
        Files.write(jar, new byte[1], StandardOpenOption.APPEND);
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("it was made with another build or other plug-ins"), home.err());
    }

    @Test
    void shouldResumeOnlyWhatWasStopped() throws IOException {
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"));
        assertTrue(home.err().contains("There is nothing to resume: "), home.err());
        copy(wholeResults, home.results());
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"));
        List<String> said = home.err().lines().toList();
        assertTrue(said.get(said.size() - 1).contains("has nothing that was stopped or killed."), home.err());
    }

    @Test
    void shouldNotTouchAStudyThatIsRunning() throws IOException {
        try (ResultFolder running = new ResultFolder(home.results(), "s")) {
            Files.createDirectories(running.draft().resolve(ResultFolder.POINTS));
            assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"));
            assertTrue(home.err().contains("is being written"), home.err());
        }
    }
}

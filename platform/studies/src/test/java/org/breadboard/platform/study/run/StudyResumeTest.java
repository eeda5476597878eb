// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies that are stopped or killed, and go on. */
final class StudyResumeTest {
    private static final String PROPERTY = "breadboard.results";

    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        home.file("studies/toys.txt", "bear");
        System.setProperty(PROPERTY, home.results().toString());
        PluginRegistry registry = ToyPlugin.registry(home.serviceJar());
        board = new Board(home.home(), registry);
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(PROPERTY);
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

    /** Two points finish, and the third one hangs until somebody stops the study. */
    private Path stopped() throws IOException, InterruptedException {
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
        assertTrue(home.err().contains("'./breadboard study s --resume' goes on with it"), home.err());
        Path partial = home.results().resolve("s/latest").toRealPath();
        home = new ToyHome(root);
        return partial;
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
    void shouldGoOnAsIfItHadNotBeenStopped() throws IOException, InterruptedException {
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
        Map<String, String> gone = content(resumed);
        assertEquals(ExitStatus.DONE, study(false, 1000, "protocol.workNs: 3000"), home.err());
        assertFalse(resumed.equals(latest()));
        assertSame(content(latest()), gone);
    }

    @Test
    void shouldGoOnAfterItWasKilled() throws IOException, InterruptedException {
        Path partial = stopped();
        Path killed = partial.resolveSibling("." + partial.getFileName() + ".unfinished");
        Files.move(partial, killed);
        Files.delete(killed.resolve("manifest.json"));
        Files.createDirectories(killed.resolve("points/003-points"));
        Files.writeString(killed.resolve("points/003-points/points.csv"), "half of a li");
        Files.delete(killed.resolve("points/002-points/outcome.json"));
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("1 of 3 points have finished before."), home.err());
        Map<String, String> gone = content(latest());
        assertEquals(ExitStatus.DONE, study(false, 1000, "protocol.workNs: 3000"), home.err());
        assertSame(content(latest()), gone);
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
    void shouldRunAPointAgainThatIsNotWhole(String damage) throws IOException, InterruptedException {
        Path partial = stopped();
        String[] words = damage.split(", ", -1);
        Path file = partial.resolve("points/002-points").resolve(words[0]);
        Files.delete(file);
        if (!words[1].equals("-")) {
            Files.writeString(file, words[1]);
        }
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("1 of 3 points have finished before."), home.err());
        Map<String, String> gone = content(latest());
        assertEquals(ExitStatus.DONE, study(false, 1000, "protocol.workNs: 3000"), home.err());
        assertSame(content(latest()), gone);
    }

    /** It did not fail: its JVM did. */
    @Test
    void shouldRunAPointAgainThatWasLostWithItsJvm() throws IOException {
        assertEquals(ExitStatus.FAILED, study(false, 1000, "protocol.mood: exits"));
        assertTrue(home.err().contains("exit code 42"), home.err());
        assertTrue(
                home.err()
                        .contains(
                                "The rest is kept, marked partial, and './breadboard study s --resume' runs what failed"
                                        + " once more."),
                home.err());
        assertEquals(ExitStatus.DONE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("2 of 3 points have finished before."), home.err());
        Map<String, String> gone = content(latest());
        assertEquals(ExitStatus.DONE, study(false, 1000, "protocol.workNs: 3000"), home.err());
        assertSame(content(latest()), gone);
    }

    @Test
    void shouldSayWhatDiffersFromTheStudyThatWasStopped() throws IOException, InterruptedException {
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
    void shouldNotGoOnWithAFileThatHasOtherContent() throws IOException, InterruptedException {
        stopped();
        home.file("studies/toys.txt", "ball");
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("of 001-points, protocol.toys was the file of SHA-256 "), home.err());
    }

    @Test
    void shouldNotGoOnWithAnotherBuildOfAPlugin() throws IOException, InterruptedException {
        stopped();
        Files.write(home.serviceJar(), new byte[1], StandardOpenOption.APPEND);
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"), home.err());
        assertTrue(home.err().contains("it was made with another build or other plug-ins"), home.err());
    }

    @Test
    void shouldResumeOnlyWhatWasStopped() throws IOException {
        assertEquals(ExitStatus.USER_MISTAKE, study(true, 1000, "protocol.workNs: 3000"));
        assertTrue(home.err().contains("There is nothing to resume: "), home.err());
        assertEquals(ExitStatus.DONE, study(false, 1000, "protocol.workNs: 3000"), home.err());
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

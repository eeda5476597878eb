// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.breadboard.assembly.Assembled.Outcome;
import org.breadboard.assembly.Assembled.Started;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that stays and runs lines for others, as who calls them one after another sees it. */
class ResidentIT {
    private static final List<String> SHORT = List.of("run", "nocc-counter", "--set", "time.measureUs=1000");
    private static final List<String> LONG = List.of("run", "nocc-counter", "--set", "time.measureUs=50000000");
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(120);

    @TempDir
    private Path temp;

    private Path runtime;

    @BeforeEach
    void makeRuntimeFolder() throws IOException {
        runtime = Files.createDirectory(temp.resolve("runtime"));
    }

    @AfterEach
    void endResidents() {
        residents().forEach(ProcessHandle::destroyForcibly);
    }

    private Started start(String options, List<String> words, String wanted) throws IOException {
        return Assembled.start(
                "-Dbreadboard.results=" + temp.resolve("results") + " " + options,
                words,
                Map.of("XDG_RUNTIME_DIR", runtime.toString(), "BREADBOARD_RESIDENT", wanted));
    }

    private Outcome warm(List<String> words) throws Exception {
        return start("", words, "1").outcome();
    }

    /** Those that listen in this test's folder. */
    private List<ProcessHandle> residents() {
        return ProcessHandle.allProcesses()
                .filter(process -> line(process).contains("launcher.Resident\0" + runtime))
                .toList();
    }

    /** The whole of it, which {@link ProcessHandle.Info} cuts. */
    private static String line(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private static void await(String what, BooleanSupplier there) throws InterruptedException {
        long untilNs = System.nanoTime() + PATIENCE_NS;
        while (!there.getAsBoolean()) {
            assertTrue(System.nanoTime() < untilNs, what);
            Thread.sleep(20);
        }
    }

    private boolean runs() {
        Path results = temp.resolve("results/nocc-counter");
        try (Stream<Path> files = Files.isDirectory(results) ? Files.list(results) : Stream.empty()) {
            return files.anyMatch(file -> file.toString().endsWith(".unfinished"));
        } catch (IOException moving) {
            return false;
        }
    }

    private static List<String> figures(Outcome outcome) throws IOException {
        String folder = outcome.out()
                .lines()
                .filter(line -> line.startsWith("result "))
                .findFirst()
                .orElseThrow()
                .substring("result".length())
                .strip();
        List<String> texts = new ArrayList<>();
        for (String file : List.of("points.csv", "timeline.csv", "percentiles.csv", "mix.yaml")) {
            texts.add(Files.readString(Path.of(folder).resolveSibling(file)));
        }
        return texts;
    }

    @Test
    void shouldYieldTheSameBytesAndExitCodesAsAProcessOfItsOwn() throws Exception {
        List<String> first = figures(warm(SHORT).with(0));
        List<ProcessHandle> resident = residents();
        assertEquals(1, resident.size());
        assertEquals(first, figures(warm(SHORT).with(0)));
        assertEquals(resident, residents(), "the same process did both");
        assertEquals(first, figures(start("", SHORT, "0").outcome().with(0)));
        List<String> cold = new ArrayList<>(SHORT);
        cold.add("--cold");
        assertEquals(first, figures(warm(cold).with(0)));
        List<String> mistake = List.of("run", "nocc-countr");
        Outcome wrong = warm(mistake).with(2);
        assertEquals(start("", mistake, "0").outcome(), wrong);
        assertEquals(resident, residents());
    }

    @Test
    void shouldEndWhenNobodyAsksForAWhile() throws Exception {
        start("-Dbreadboard.resident.seconds=1", SHORT, "1").outcome().with(0);
        await("it leaves", () -> residents().isEmpty());
        try (Stream<Path> files = Files.list(runtime.resolve("breadboard"))) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".sock")));
        }
    }

    @Test
    void shouldMakeRoomForOneWithOtherOptions() throws Exception {
        warm(SHORT).with(0);
        List<ProcessHandle> before = residents();
        start("-Xmx3g", SHORT, "1").outcome().with(0);
        await("the first one leaves", () -> before.stream().noneMatch(ProcessHandle::isAlive));
        assertEquals(1, residents().size());
    }

    @Test
    void shouldBeginAgainWithoutItWhenItDies() throws Exception {
        Started run = start("", List.of("run", "nocc-counter", "--set", "time.measureUs=20000"), "1");
        await("it runs", this::runs);
        residents().forEach(ProcessHandle::destroyForcibly);
        Outcome outcome = run.outcome().with(0);
        assertTrue(outcome.err().contains("has died; it begins again without it."), outcome.err());
        assertEquals(4, figures(outcome).size());
    }

    @Test
    void shouldStopWhatRunsWhenItsCallerIsTold() throws Exception {
        Started run = start("", LONG, "1");
        await("it runs", this::runs);
        // Beside it another one does not wait.
        warm(SHORT).with(0);
        assertTrue(run.process().isAlive());
        run.process().destroy();
        Outcome outcome = run.outcome().with(143);
        assertTrue(outcome.err().contains("kept, marked partial."), outcome.err());
        List<ProcessHandle> resident = residents();
        warm(SHORT).with(0);
        assertEquals(resident, residents(), "it goes on for others");
    }

    @Test
    void shouldStopWhatRunsWhenItsCallerDies() throws Exception {
        Started run = start("", LONG, "1");
        await("it runs", this::runs);
        run.process().destroyForcibly();
        run.outcome();
        await("it stops", () -> !runs());
    }

    @Test
    void shouldNotListenInAFolderOfOthers() throws Exception {
        Path open = Files.createDirectory(
                runtime.resolve("breadboard"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        String said = warm(SHORT).with(0).err();
        assertTrue(said.startsWith(open + " is not this user's alone, so no resident process does this"), said);
        assertEquals(List.of(), residents());
    }

    @Test
    void shouldLeavePluginsThatWereDroppedInToAProcessOfTheirOwn() throws Exception {
        warm(SHORT).with(0);
        Path project = Files.createDirectories(temp.resolve("project"));
        Files.createDirectory(project.resolve("plugins"));
        Files.writeString(project.resolve("breadboard.yaml"), "description: with a plug-in\n");
        Files.write(
                project.resolve("plugins/sample.jar"), SampleJar.sound("1.0.0").bytes());
        Path mix = Files.createDirectory(project.resolve("mixes")).resolve("sampled.yaml");
        Files.writeString(mix, "extends: nocc-counter\ntime.measureUs: 1000\n");
        Outcome outcome = warm(List.of("run", mix.toString())).with(0);
        Path manifest = Path.of(outcome.out()
                        .lines()
                        .filter(line -> line.startsWith("result "))
                        .findFirst()
                        .orElseThrow()
                        .substring("result".length())
                        .strip())
                .resolveSibling("manifest.json");
        assertTrue(Files.readString(manifest).contains("\"sample\""), "it was installed");
        assertFalse(residents().isEmpty());
    }
}

package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assembled distribution as scripts see it: words in; streams and an exit code out. */
class CommandLineIT {
    private static final Path HOME = Path.of("target", "breadboard").toAbsolutePath();
    private static final Path DROPPED = HOME.resolve("plugins/it-sample.jar");
    private static final Path TWIN = HOME.resolve("plugins/it-twin.jar");
    private static final int PATIENCE_S = 60;

    @TempDir
    private Path temp;

    @AfterEach
    void cleanPlugins() throws IOException {
        Files.deleteIfExists(DROPPED);
        Files.deleteIfExists(TWIN);
    }

    @Test
    void shouldListTheShippedPlugins() throws Exception {
        Outcome outcome = breadboard("list", "plugins", "--output", "csv");
        assertEquals(0, outcome.status, outcome.err);
        assertEquals("", outcome.err);
        for (String plugin : List.of(
                "hw-htm-bloom",
                "hw-p4switch",
                "hw-rdma",
                "hw-smartnic",
                "micro-benchmarks",
                "proto-fasst",
                "proto-hades",
                "proto-nocc",
                "proto-xenic",
                "workloads")) {
            assertTrue(outcome.out.contains("\n" + plugin + ",0.1.0,"), outcome.out);
        }
    }

    @Test
    void shouldRunScriptsUpToTheFirstVerbThatFails() throws Exception {
        Path script = Files.writeString(
                temp.resolve("s.gogo"), "list plugins --output csv\n# no such kind\nlist nothing\nhelp\n");
        Outcome outcome = breadboard("-f", script.toString());
        assertEquals(2, outcome.status);
        assertTrue(outcome.out.contains("hw-rdma") && !outcome.out.contains("Usage"), outcome.out);
        assertTrue(outcome.err.contains("'nothing' is not one of"), outcome.err);
    }

    @Test
    void shouldMeetAnUnknownVerbAndAnUnclosedQuoteWithASentence() throws Exception {
        Outcome unknown = breadboard("rn", "fasst-smallbank");
        assertEquals(2, unknown.status);
        assertTrue(unknown.err.contains("did you mean 'run'"), unknown.err);
        Outcome open = breadboard("-c", "list 'mixes");
        assertEquals(2, open.status);
        assertTrue(open.err.contains("not closed"), open.err);
    }

    @Test
    void shouldHaveADroppedPluginBeforeTheFirstCommand() throws Exception {
        Files.write(DROPPED, SampleJar.sound("1.2.3").bytes());
        Outcome outcome = breadboard("list", "plugins", "--output", "csv");
        assertTrue(outcome.out.contains("\nsample,1.2.3,it-sample.jar,"), outcome.out + outcome.err);
    }

    @Test
    void shouldRefuseAPluginBuiltAgainstAnotherApiNamingBothVersions() throws Exception {
        Files.write(DROPPED, new SampleJar("org.sample", "1.0.0", "sample", "[7.0,8)").bytes());
        assertRefused("built against org.breadboard.api [7.0.0,8.0.0), and this Breadboard has version 0.1.0");
    }

    @Test
    void shouldRefuseASecondPluginWithTheSameIdNamingBothBundles() throws Exception {
        Files.write(DROPPED, new SampleJar("org.sample", "1.0.0", "workloads", "[0.1,1)").bytes());
        assertRefused("Plug-in org.sample 1.0.0 (it-sample.jar) is left out: plug-in 'workloads' is already brought by"
                + " org.breadboard.workloads 0.1.0");
    }

    @Test
    void shouldRefuseATruncatedJar() throws Exception {
        Files.write(DROPPED, Arrays.copyOf(SampleJar.sound("1.0.0").bytes(), 300));
        Files.setLastModifiedTime(DROPPED, java.nio.file.attribute.FileTime.fromMillis(0));
        assertRefused("plugins/it-sample.jar is left out: the jar cannot be read");
    }

    @Test
    void shouldTakeTheFirstByNameOfTwoTwinsAndSayThatTheOtherIsLeftOut() throws Exception {
        byte[] first = SampleJar.sound("1.0.0").bytes();
        Files.write(TWIN, new SampleJar("org.sample", "1.0.0", "twin", "[0.1,1)").bytes());
        Files.write(DROPPED, first);
        Files.setLastModifiedTime(TWIN, java.nio.file.attribute.FileTime.fromMillis(0));
        Outcome outcome = breadboard("list", "plugins", "--output", "csv");
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(first));
        assertTrue(outcome.out.contains("\nsample,1.0.0,it-sample.jar," + digest), outcome.out);
        assertFalse(outcome.out.contains("twin"), outcome.out);
        assertEquals(
                "Plug-in plugins/it-twin.jar is left out: the bundle org.sample 1.0.0 (it-sample.jar) with the same name"
                        + " and version is already installed; remove one of the two.",
                outcome.err.strip());
    }

    @Test
    void shouldLeaveNothingInTheTemporaryFolder() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("tmp"));
        Outcome outcome = run(List.of("list"), "-Djava.io.tmpdir=" + folder);
        assertEquals(0, outcome.status, outcome.err);
        try (var left = Files.list(folder)) {
            assertEquals(
                    List.of(),
                    left.filter(path -> !path.getFileName().toString().startsWith("hsperf"))
                            .toList());
        }
    }

    @Test
    void shouldSayThatTheTemporaryFolderCannotBeUsed() throws Exception {
        Path missing = temp.resolve("missing");
        Outcome outcome = run(List.of("list"), "-Djava.io.tmpdir=" + missing);
        assertEquals(1, outcome.status, outcome.err);
        assertTrue(
                outcome.err.contains("The folder for temporary files, " + missing
                        + ", cannot be used (there is no such folder); make room"),
                outcome.err);
        // Newer Javas warn of it themselves.
        long sentences = outcome.err
                .lines()
                .filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))
                .count();
        assertEquals(1, sentences, outcome.err);
    }

    @Test
    void shouldSayThatTheFolderForResultsCannotBeUsed() throws Exception {
        Path file = Files.writeString(temp.resolve("results"), "a file");
        Outcome outcome = run(List.of("run", "rdma-rpc"), "-Dbreadboard.results=" + file);
        assertEquals(1, outcome.status, outcome.err);
        assertTrue(outcome.err.startsWith("Results cannot be kept in " + file.resolve("rdma-rpc") + " ("), outcome.err);
        assertEquals(1, outcome.err.lines().count(), outcome.err);
        assertEquals("", outcome.out);
    }

    @Test
    void shouldCheckARunInSlicesAndItsHistoryWhole() throws Exception {
        String results = "-Dbreadboard.results=" + temp.resolve("results");
        List<String> sliced = List.of("run", "fasst-contended", "--set", "check=windowed");
        Outcome outcome = run(sliced, results);
        assertEquals(0, outcome.status, outcome.err);
        assertTrue(outcome.out.contains(" transactions checked in slices"), outcome.out);
        Path latest = temp.resolve("results/fasst-contended/latest");
        assertTrue(Files.readString(latest.resolve("summary.json")).contains("\"check\" : \"windowed\""));
        assertTrue(Files.readString(latest.resolve("manifest.json")).contains("\"check\" : \"windowed\""));
        Outcome verified = run(List.of("verify", latest.toString()), results);
        assertEquals(0, verified.status, verified.err);
        assertTrue(
                verified.err.contains("Its history was checked in slices when it ran, and whole now."), verified.err);
        List<String> broken = new ArrayList<>(sliced);
        broken.addAll(List.of("--set", "protocol.breakage=skip-validation"));
        assertEquals(1, run(broken, results).status);
    }

    @Test
    void shouldYieldTheSameWithAndWithoutTheArchiveOfClasses() throws Exception {
        Path file = Files.writeString(temp.resolve("twice.yaml"), """
                mix: fasst-contended
                parallel: 1
                sweeps:
                  writes: {sweep: {time.measureUs: [200]}}
                  uses: {sweep: {time.measureUs: [200]}}
                claims:
                  same: {value: "all(writes.committedPerSecond >= uses.committedPerSecond)", trend: true}
                  too: {value: "all(writes.committedPerSecond <= uses.committedPerSecond)", trend: true}
                """);
        Path results = temp.resolve("results");
        Outcome outcome = run(List.of("study", file.toString(), "--output", "csv"), "-Dbreadboard.results=" + results);
        assertEquals(0, outcome.status, outcome.err);
        assertEquals(
                2, outcome.out.lines().filter(line -> line.contains(",yes,")).count(), outcome.out);
        try (Stream<Path> files = Files.walk(results)) {
            assertTrue(
                    files.noneMatch(each -> each.toString().endsWith(".jsa") || each.endsWith("log.txt")),
                    "left behind");
        }
    }

    private void assertRefused(String sentence) throws Exception {
        Outcome outcome = breadboard("list", "plugins", "--output", "csv");
        assertEquals(0, outcome.status);
        assertTrue(outcome.err.contains(sentence), outcome.err);
        assertEquals(1, outcome.err.lines().count(), outcome.err);
        assertFalse(outcome.out.contains("it-sample"), outcome.out);
        assertTrue(outcome.out.contains("hw-rdma"), outcome.out);
    }

    private Outcome breadboard(String... words) throws Exception {
        return run(List.of(words), "");
    }

    private Outcome run(List<String> words, String options) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(HOME.resolve("bin/breadboard").toString()));
        command.addAll(words);
        Path out = temp.resolve("out");
        Path err = temp.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("BREADBOARD_OPTS", options);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end within " + PATIENCE_S + " s: " + command);
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private record Outcome(int status, String out, String err) {}
}

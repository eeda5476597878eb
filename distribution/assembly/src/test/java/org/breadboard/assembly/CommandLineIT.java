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
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.assembly.Assembled.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assembled distribution as scripts see it: words in; streams and an exit code out. */
class CommandLineIT {
    private static final Path HOME = Assembled.HOME;
    private static final Path DROPPED = HOME.resolve("plugins/it-sample.jar");
    private static final Path TWIN = HOME.resolve("plugins/it-twin.jar");

    /** A script, which Felix runs; a verb alone runs without it. */
    private static final List<String> IN_FELIX = List.of("-c", "list");

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
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("", outcome.err());
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
            assertTrue(outcome.out().contains("\n" + plugin + ",0.1.0,"), outcome.out());
        }
    }

    @Test
    void shouldHaveAllThatItsDocumentsLinkTo() throws IOException {
        assertTrue(Files.exists(HOME.resolve("docs/makers/decisions/README.md")));
        assertEquals(List.of(), DocumentsTest.broken(HOME));
    }

    @Test
    void shouldRunScriptsUpToTheFirstVerbThatFails() throws Exception {
        Path script = Files.writeString(
                temp.resolve("s.gogo"), "list plugins --output csv\n# no such kind\nlist nothing\nhelp\n");
        Outcome outcome = breadboard("-f", script.toString());
        assertEquals(2, outcome.status());
        assertTrue(outcome.out().contains("hw-rdma") && !outcome.out().contains("Usage"), outcome.out());
        assertTrue(outcome.err().contains("'nothing' is not one of"), outcome.err());
    }

    @Test
    void shouldMeetAnUnknownVerbAndAnUnclosedQuoteWithASentence() throws Exception {
        Outcome unknown = breadboard("rn", "fasst-smallbank");
        assertEquals(2, unknown.status());
        assertTrue(unknown.err().contains("did you mean 'run'"), unknown.err());
        Outcome open = breadboard("-c", "list 'mixes");
        assertEquals(2, open.status());
        assertTrue(open.err().contains("not closed"), open.err());
    }

    @Test
    void shouldFilterBranchAndRepeatInScripts() throws Exception {
        assertEquals("4", printed("list mixes --output csv | grep -c mix,drtmh-"));
        assertEquals("no mix", printed("if { list mixes | grep zzz } { print some } { print no mix }"));
        assertEquals("1 a\n1 b", printed("each [a b] { print 1 $it }"));
        assertEquals(
                "store  mica",
                printed("alias s list stores; s --output table | grep mica").substring(0, 11));
        Outcome unread = breadboard("-c", "grep x");
        assertEquals(2, unread.status());
        assertTrue(unread.err().startsWith("There are no lines to read; put it after a pipe"), unread.err());
    }

    private String printed(String script) throws Exception {
        Outcome outcome = breadboard("-c", script);
        assertEquals(0, outcome.status(), outcome.err());
        return outcome.out().strip();
    }

    @Test
    void shouldWaitForWhatAScriptRunsInTheBackground() throws Exception {
        Outcome outcome = breadboard("-c", "list stores & list nothing & print first; wait; jobs --output csv");
        assertEquals(2, outcome.status());
        assertTrue(outcome.out().contains("first") && outcome.out().contains("mica"), outcome.out());
        assertTrue(outcome.out().endsWith("job,progress,command\n"), outcome.out());
        assertTrue(outcome.err().contains("'nothing' is not one of"), outcome.err());
    }

    @Test
    void shouldKeepAPluginStoppedInLaterProcesses() throws Exception {
        assertEquals(0, breadboard("plugin", "stop", "proto-nocc").status());
        try {
            assertFalse(breadboard("list", "protocols").out().contains("nocc"));
            assertTrue(
                    breadboard("plugin", "list", "--output", "csv").out().contains("\nproto-nocc,0.1.0,stopped,true,"));
        } finally {
            assertEquals(0, breadboard("plugin", "start", "proto-nocc").status());
        }
        assertTrue(breadboard("list", "protocols").out().contains("nocc"));
    }

    @Test
    void shouldListTheSameWithAndWithoutFelix() throws Exception {
        StringBuilder script = new StringBuilder();
        StringBuilder alone = new StringBuilder();
        for (String kind : List.of(
                "",
                "mixes",
                "studies",
                "testbeds",
                "hardware",
                "protocols",
                "programs",
                "stores",
                "workloads",
                "plugins")) {
            String line = ("list " + kind).strip() + " --output json";
            script.append(line).append('\n');
            Outcome outcome = breadboard(line.split(" "));
            assertEquals("", outcome.err());
            alone.append(outcome.out());
        }
        Outcome inFelix = breadboard("-c", script.toString());
        assertEquals("", inFelix.err());
        assertEquals(inFelix.out(), alone.toString());
    }

    @Test
    void shouldRunTheSameWithAndWithoutFelix() throws Exception {
        String line = "run fasst-smallbank --seed 7 --set time.measureUs=200 --set cluster.scale=0.01";
        Outcome alone = run(List.of(line.split(" ")), "-Dbreadboard.results=" + temp.resolve("alone"));
        Outcome inFelix = run(List.of("-c", line), "-Dbreadboard.results=" + temp.resolve("felix"));
        assertEquals(0, alone.status(), alone.err());
        assertEquals(0, inFelix.status(), inFelix.err());
        Path ours = temp.resolve("alone/fasst-smallbank/latest").toRealPath();
        Path theirs = temp.resolve("felix/fasst-smallbank/latest").toRealPath();
        Set<String> unlike = Set.of("summary.json", "manifest.json");
        List<Path> files;
        try (Stream<Path> walk = Files.walk(theirs)) {
            files = walk.filter(file -> Files.isRegularFile(file)
                            && !unlike.contains(file.getFileName().toString()))
                    .toList();
        }
        assertTrue(files.size() > 4, files.toString());
        for (Path file : files) {
            assertEquals(-1, Files.mismatch(file, ours.resolve(theirs.relativize(file))), file.toString());
        }
        List<String> manifest = lasting(ours.resolve("manifest.json"));
        assertEquals(lasting(theirs.resolve("manifest.json")), manifest);
        assertTrue(
                manifest.toString().contains("org.breadboard.workloads 0.1.0 (breadboard-workloads-0.1.0.jar)"),
                manifest.toString());
    }

    @Test
    void shouldMeetAMistakeInTheSameWordsWithAndWithoutFelix() throws Exception {
        for (String line : List.of(
                "run fast-smallbank", "run rdma-rpc --set protocol=nope", "verify nowhere", "help nothing", "help")) {
            Outcome alone = breadboard(line.split(" "));
            assertEquals(breadboard("-c", line), alone);
        }
    }

    /** The lines of a file of results that do not tell when, where and how fast it was made. */
    private static List<String> lasting(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line ->
                        !line.matches(".*\"(wallSeconds|messagesPerWallSecond|resultDir|finishedAt|summary.json)\".*"))
                .toList();
    }

    @Test
    void shouldHaveADroppedPluginBeforeTheFirstCommand() throws Exception {
        Files.write(DROPPED, SampleJar.sound("1.2.3").bytes());
        Outcome outcome = breadboard("list", "plugins", "--output", "csv");
        assertTrue(outcome.out().contains("\nsample,1.2.3,it-sample.jar,"), outcome.out() + outcome.err());
        assertEquals(
                List.of("sample"),
                outcome.out()
                        .lines()
                        .filter(line -> line.contains(",true,"))
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList(),
                "one's own");
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
    void shouldRefuseALinkToNothing() throws Exception {
        Files.createSymbolicLink(DROPPED, temp.resolve("gone.jar"));
        assertRefused("plugins/it-sample.jar is left out: it is a link to a file that is not there;"
                + " remove it, or link to a jar");
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
        assertTrue(outcome.out().contains("\nsample,1.0.0,it-sample.jar," + digest), outcome.out());
        assertFalse(outcome.out().contains("twin"), outcome.out());
        assertEquals(
                "Plug-in plugins/it-twin.jar is left out: the bundle org.sample 1.0.0 (it-sample.jar) with the same name"
                        + " and version is already installed; remove one of the two.",
                outcome.err().strip());
    }

    @Test
    void shouldLeaveNothingInTheTemporaryFolder() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("tmp"));
        Outcome outcome = run(IN_FELIX, "-Djava.io.tmpdir=" + folder);
        assertEquals(0, outcome.status(), outcome.err());
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
        assertEquals(0, run(List.of("list"), "-Djava.io.tmpdir=" + missing).status(), "a verb alone needs none");
        Outcome outcome = run(IN_FELIX, "-Djava.io.tmpdir=" + missing);
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(
                outcome.err()
                        .contains("The folder for temporary files, " + missing
                                + ", cannot be used (there is no such folder); make room"),
                outcome.err());
        // Newer Javas warn of it themselves.
        long sentences = outcome.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))
                .count();
        assertEquals(1, sentences, outcome.err());
    }

    @Test
    void shouldSayThatTheFolderForResultsCannotBeUsed() throws Exception {
        Path file = Files.writeString(temp.resolve("results"), "a file");
        Outcome outcome = run(List.of("run", "rdma-rpc"), "-Dbreadboard.results=" + file);
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(
                outcome.err().startsWith("Results cannot be kept in " + file.resolve("rdma-rpc") + " ("),
                outcome.err());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
        assertEquals("", outcome.out());
    }

    @Test
    void shouldCheckARunInSlicesAndItsHistoryWhole() throws Exception {
        String results = "-Dbreadboard.results=" + temp.resolve("results");
        List<String> sliced = List.of("run", "fasst-contended", "--set", "check=windowed");
        Outcome outcome = run(sliced, results);
        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(outcome.out().contains(" transactions checked in slices"), outcome.out());
        Path latest = temp.resolve("results/fasst-contended/latest");
        assertTrue(Files.readString(latest.resolve("summary.json")).contains("\"check\" : \"windowed\""));
        assertTrue(Files.readString(latest.resolve("manifest.json")).contains("\"check\" : \"windowed\""));
        Outcome verified = run(List.of("verify", latest.toString()), results);
        assertEquals(0, verified.status(), verified.err());
        assertTrue(
                verified.err().contains("Its history was checked in slices when it ran, and whole now."),
                verified.err());
        List<String> broken = new ArrayList<>(sliced);
        broken.addAll(List.of("--set", "protocol.breakage=skip-validation"));
        assertEquals(1, run(broken, results).status());
    }

    @Test
    void shouldWriteAHistoryForElle() throws Exception {
        String results = "-Dbreadboard.results=" + temp.resolve("results");
        assertEquals(0, run(List.of("run", "fasst-contended"), results).status());
        String latest = temp.resolve("results/fasst-contended/latest").toString();
        Path file = temp.resolve("history.edn");
        for (String form : List.of("list-append", "rw-register")) {
            Outcome outcome = run(List.of("verify", latest, "--elle", file.toString(), "--form", form), results);
            assertEquals(0, outcome.status(), outcome.err());
            assertTrue(
                    outcome.err().contains("Its history is in " + file + " as " + form + " for Elle: "), outcome.err());
            String text = Files.readString(file);
            assertTrue(text.startsWith("{:index 0, :time "), text.substring(0, 100));
            assertEquals(form.equals("list-append"), text.contains("[:append \"objects/"), form);
        }
        Outcome inside = run(List.of("verify", latest, "--elle", latest + "/history"), results);
        assertEquals(2, inside.status(), inside.err());
        assertTrue(inside.err().contains("is in the result, which stays as it was written"), inside.err());
        assertEquals(
                2,
                run(List.of("verify", latest, "--form", "list-append"), results).status());
        Outcome unknown = run(List.of("verify", latest, "--elle", "x", "--form", "lists"), results);
        assertTrue(unknown.err().contains("'lists' is no form; take list-append or rw-register"), unknown.err());
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
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(
                2, outcome.out().lines().filter(line -> line.contains(",yes,")).count(), outcome.out());
        try (Stream<Path> files = Files.walk(results)) {
            assertTrue(
                    files.noneMatch(each -> each.toString().endsWith(".jsa") || each.endsWith("log.txt")),
                    "left behind");
        }
    }

    private void assertRefused(String sentence) throws Exception {
        Outcome outcome = breadboard("list", "plugins", "--output", "csv");
        assertEquals(0, outcome.status());
        assertTrue(outcome.err().contains(sentence), outcome.err());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
        assertFalse(outcome.out().contains("it-sample"), outcome.out());
        assertTrue(outcome.out().contains("hw-rdma"), outcome.out());
    }

    private static Outcome breadboard(String... words) throws Exception {
        return run(List.of(words), "");
    }

    private static Outcome run(List<String> words, String options) throws Exception {
        return Assembled.run(options, words);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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

/**
 * The assembled distribution as scripts see it: words in; streams and an exit code out. Most lines are run in this JVM,
 * by what the script starts; a process has its own where the script, Java's options or the process itself are asked.
 */
class CommandLineIT {
    private static final Path HOME = Assembled.HOME;
    private static final Path PLUGINS = HOME.resolve("plugins");

    @TempDir
    private Path temp;

    @AfterEach
    void cleanPlugins() throws IOException {
        try (Stream<Path> files = Files.list(PLUGINS)) {
            for (Path each : files.toList()) {
                if (each.getFileName().toString().startsWith("it-")) {
                    Files.delete(each);
                }
            }
        }
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
                "proto-drtm",
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
        Outcome outcome = breadboard("-c", """
                list mixes --output csv | grep -c mix,drtmh-
                if { list mixes | grep zzz } { print some } { print no mix }
                each [a b] { print 1 $it }
                alias s list stores; s --output table | grep mica
                grep x
                print never
                """);
        assertEquals(2, outcome.status());
        assertTrue(outcome.out().startsWith("4\nno mix\n1 a\n1 b\nstore  mica"), outcome.out());
        assertEquals(5, outcome.out().lines().count(), outcome.out());
        assertTrue(outcome.err().startsWith("There are no lines to read; put it after a pipe"), outcome.err());
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
            Outcome later = breadboard("-c", "plugin list --output csv; plugin start proto-nocc");
            assertEquals(0, later.status(), later.err());
            assertTrue(later.out().contains("\nproto-nocc,0.1.0,stopped,true,"), later.out());
        } finally {
            Files.deleteIfExists(PLUGINS.resolve("stopped"));
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
            List<String> words = List.of(line.split(" "));
            Outcome outcome = kind.equals("plugins") ? process(words, "") : here(words);
            assertEquals("", outcome.err());
            alone.append(outcome.out());
        }
        Outcome inFelix = process(List.of("-c", script.toString()), "");
        assertEquals("", inFelix.err());
        assertEquals(inFelix.out(), alone.toString());
    }

    @Test
    void shouldFitItsSchemaWhereItNeedsAShell() throws Exception {
        String made = "mix new " + temp.resolve("own.yaml") + " --from fasst-smallbank";
        for (String line : List.of("plugin list", "plugin info proto-fasst", "jobs", made)) {
            Outcome outcome =
                    process(List.of("-c", line + " --output json"), "").with(0);
            assertEquals(List.of(), new OutputSchema().errors(outcome.out()), line);
        }
    }

    @Test
    void shouldRunTheSameWithAndWithoutFelix() throws Exception {
        String line = "run fasst-smallbank --seed 7 --set time.measureUs=200 --set cluster.scale=0.01";
        Outcome alone = process(List.of(line.split(" ")), "-Dbreadboard.results=" + temp.resolve("alone"));
        Outcome inFelix = process(List.of("-c", line), "-Dbreadboard.results=" + temp.resolve("felix"));
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

    /** One script makes all of the mistakes, and ends with the first that it does not ask about. */
    @Test
    void shouldMeetAMistakeInTheSameWordsWithAndWithoutFelix() throws Exception {
        List<String> lines = List.of(
                "help", "run rdma-rpc --set protocol=nope", "verify nowhere", "help nothing", "run fast-smallbank");
        StringBuilder script = new StringBuilder();
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        int status = 0;
        for (String line : lines) {
            boolean last = line.equals(lines.get(lines.size() - 1));
            Outcome alone = here(List.of(line.split(" ")));
            status = alone.status();
            assertEquals(line.equals("help") ? 0 : 2, status, line);
            out.append(alone.out()).append(last ? "" : status == 0 ? "done\n" : "wrong\n");
            err.append(alone.err());
            script.append(last ? line : "if { " + line + " } { print done } { print wrong }")
                    .append('\n');
        }
        assertEquals(
                new Outcome(status, out.toString(), err.toString()),
                process(List.of("-c", script + "print never"), ""));
    }

    @Test
    void shouldEndAVerbAloneWithItsExitCode() throws Exception {
        Outcome outcome = process(List.of("rn", "fasst-smallbank"), "");
        assertEquals(here(List.of("rn", "fasst-smallbank")), outcome);
        assertEquals(2, outcome.status());
    }

    /** The lines of a file of results that do not tell when, where and how fast it was made. */
    private static List<String> lasting(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(
                        line -> !line.matches(
                                ".*\"(\\w+Seconds|(messages|events)PerSecond|messagesPerWallSecond|resultDir|finishedAt|summary.json)\".*"))
                .toList();
    }

    /** Each jar is told apart from all others: what is sound is there, and of whatever is not there is one sentence. */
    @Test
    void shouldHaveADroppedPluginBeforeTheFirstCommandAndSayOfEachOtherWhyItIsLeftOut() throws Exception {
        byte[] sound = SampleJar.sound("1.2.3").bytes();
        Path twin = drop("twin", new SampleJar("org.sample", "1.2.3", "twin", "[0.1,1)").bytes());
        drop("sample", sound);
        // The first by name is taken, not the oldest.
        Files.setLastModifiedTime(twin, FileTime.fromMillis(0));
        drop("older", new SampleJar("org.older", "1.0.0", "older", "[7.0,8)").bytes());
        drop("same", new SampleJar("org.same", "1.0.0", "workloads", "[0.1,1)").bytes());
        Path truncated = drop("truncated", Arrays.copyOf(sound, 300));
        Files.setLastModifiedTime(truncated, FileTime.fromMillis(0));
        Files.createSymbolicLink(PLUGINS.resolve("it-gone.jar"), temp.resolve("gone.jar"));

        Outcome outcome = breadboard("list", "plugins", "--output", "csv");

        assertEquals(0, outcome.status(), outcome.err());
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(sound));
        assertTrue(
                outcome.out().contains("\nsample,1.2.3,it-sample.jar," + digest + ","), outcome.out() + outcome.err());
        assertEquals(
                List.of("sample"),
                outcome.out()
                        .lines()
                        .filter(line -> line.contains(",true,"))
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList(),
                "one's own");
        assertTrue(outcome.out().contains("hw-rdma"), outcome.out());
        assertEquals(
                1, outcome.out().lines().filter(line -> line.contains("it-")).count(), outcome.out());
        List<String> sentences = List.of(
                "built against org.breadboard.api [7.0.0,8.0.0), and this Breadboard has version 0.1.0",
                "Plug-in org.same 1.0.0 (it-same.jar) is left out: plug-in 'workloads' is already brought by"
                        + " org.breadboard.workloads 0.1.0",
                "plugins/it-truncated.jar is left out: the jar cannot be read",
                "plugins/it-gone.jar is left out: it is a link to a file that is not there; remove it, or link to a jar",
                "Plug-in plugins/it-twin.jar is left out: the bundle org.sample 1.2.3 (it-sample.jar) with the same"
                        + " name and version is already installed; remove one of the two.");
        for (String sentence : sentences) {
            assertEquals(
                    1,
                    outcome.err()
                            .lines()
                            .filter(line -> line.contains(sentence))
                            .count(),
                    () -> sentence + " in " + outcome.err());
        }
        assertEquals(sentences.size(), outcome.err().lines().count(), outcome.err());
    }

    private static Path drop(String name, byte[] jar) throws IOException {
        return Files.write(PLUGINS.resolve("it-" + name + ".jar"), jar);
    }

    @Test
    void shouldCheckARunInSlicesAndItsHistoryWhole() throws Exception {
        Path results = temp.resolve("results");
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
        Path results = temp.resolve("results");
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
        Outcome outcome =
                process(List.of("study", file.toString(), "--output", "csv"), "-Dbreadboard.results=" + results);
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(
                2, outcome.out().lines().filter(line -> line.contains(",yes,")).count(), outcome.out());
        try (Stream<Path> files = Files.walk(results)) {
            assertTrue(
                    files.noneMatch(each -> each.toString().endsWith(".jsa") || each.endsWith("log.txt")),
                    "left behind");
        }
    }

    private Outcome breadboard(String... words) throws Exception {
        return here(List.of(words));
    }

    private Outcome here(List<String> words) throws Exception {
        return run(words, temp.resolve("results"));
    }

    private static Outcome run(List<String> words, Path results) throws Exception {
        return InThisJvm.run(results, words.toArray(String[]::new));
    }

    /** With the script that users call, in a process of its own, and options for Java. */
    private static Outcome process(List<String> words, String options) throws Exception {
        return Assembled.run(options, words);
    }
}

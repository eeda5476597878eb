// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.runtime.Tainted;
import org.breadboard.platform.toy.ToyHangs;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExperimentTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        PluginRegistry registry = ToyPlugin.registry(null);
        board = new Board(home.folders(), registry);
    }

    private ExitStatus run(String mix, OutputFormat output, String... sets) {
        return run(mix, output, home.console(), sets);
    }

    private ExitStatus run(String mix, OutputFormat output, Console console, String... sets) {
        String form = output.name().toLowerCase(Locale.ROOT);
        return RootCommand.execute(board, console, ToyHome.words("run " + mix + " --output " + form, sets));
    }

    private ExitStatus verify(OutputFormat output) throws IOException {
        String form = output.name().toLowerCase(Locale.ROOT);
        return RootCommand.execute(board, home.console(), "verify", latest().toString(), "--output", form);
    }

    private Path latest() throws IOException {
        return home.results().resolve("ops/latest").toRealPath();
    }

    @Test
    void shouldPrintWhatTheContractPromises() throws IOException {
        assertEquals(ExitStatus.DONE, run("ops", OutputFormat.JSON, "seed=5"), home.err());
        JsonNode summary = new ObjectMapper().readTree(home.out());
        assertEquals("ops", summary.path("mix").asText());
        assertEquals("sim", summary.path("runtime").asText());
        assertEquals(5, summary.path("seed").asLong());
        for (String key :
                List.of("serializable", "replicasEqual", "invariantsHold", "transactionsChecked", "anomalies")) {
            assertTrue(summary.path("verdict").has(key), key);
        }
        for (String key : List.of("committedPerSecond", "committedPerNodePerSecond", "abortedPerSecond")) {
            assertTrue(summary.path("throughput").path(key).isNumber(), key);
        }
        for (String key : List.of("mean", "p50", "p95", "p99", "max")) {
            assertTrue(summary.path("latencyUs").path(key).isNumber(), key);
        }
        assertEquals("thread", summary.path("bottleneck").path("resource").asText());
        assertTrue(summary.path("bottleneck").path("utilisation").asDouble() > 0.9, home.out());
        assertTrue(summary.path("resources").isArray());
        assertTrue(summary.path("aborts").isObject());
        assertTrue(Files.isDirectory(Path.of(summary.path("resultDir").asText())));
        double perSecond = summary.path("throughput").path("committedPerSecond").asDouble();
        assertEquals(4e6, perSecond, 0.1e6, "four threads, about 1 us each");
    }

    @Test
    void shouldKeepAWholeResult() throws IOException {
        assertEquals(ExitStatus.DONE, run("ops", OutputFormat.TABLE));
        for (String file : List.of(
                "manifest.json",
                "summary.json",
                "points.csv",
                "latency.hlog",
                "timeline.csv",
                "percentiles.csv",
                "report.html",
                "mix.yaml")) {
            assertTrue(Files.size(latest().resolve(file)) > 0, file);
        }
        JsonNode manifest =
                new ObjectMapper().readTree(latest().resolve("manifest.json").toFile());
        assertEquals("4", manifest.path("resolvedMix").path("load.contexts").asText());
        assertEquals("toy", manifest.path("plugins").get(0).path("id").asText());
        assertEquals(8, manifest.path("files").size() + 1 - (Files.exists(latest().resolve("history")) ? 1 : 0));
        assertEquals(ExitStatus.DONE, run(latest().resolve("mix.yaml").toString(), OutputFormat.TABLE), home.err());
    }

    @Test
    void shouldYieldTheSameBytesForTheSameSeedOnly() throws IOException {
        run("ops", OutputFormat.CSV, "seed=1", "protocol.pauseNs=500");
        byte[] first = Files.readAllBytes(latest().resolve("points.csv"));
        byte[] log = Files.readAllBytes(latest().resolve("latency.hlog"));
        run("ops", OutputFormat.CSV, "seed=1", "protocol.pauseNs=500");
        assertArrayEquals(first, Files.readAllBytes(latest().resolve("points.csv")));
        assertArrayEquals(log, Files.readAllBytes(latest().resolve("latency.hlog")));
        run("ops", OutputFormat.CSV, "seed=2", "protocol.pauseNs=500");
        assertFalse(java.util.Arrays.equals(log, Files.readAllBytes(latest().resolve("latency.hlog"))));
    }

    @Test
    void shouldAnswerAMistakeWithOneSentenceAndNoResult() {
        assertEquals(ExitStatus.USER_MISTAKE, run("opz", OutputFormat.JSON));
        assertEquals("There is no mix 'opz', did you mean 'ops'?\n", home.err());
        assertEquals("", home.out());
        assertFalse(Files.exists(home.results()));
    }

    @Test
    void shouldNameAProgramThatIsNotThere() {
        home.file("mixes/rack.yaml", """
                testbed: pair
                protocol: toy-remote
                workload: toy-bank
                switch: {profile: toy-tofino, entries: 13}
                """);
        assertEquals(ExitStatus.USER_MISTAKE, run("rack", OutputFormat.JSON));
        assertEquals(
                "Program 'toy-program' cannot run in the mix's switches, profile 'toy-tofino': its plug-in answers null where"
                        + " it has to create one.\n",
                home.err());
    }

    @Test
    void shouldFailARunWhosePluginThrowsAndKeepIt() throws IOException {
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.JSON, "protocol.mood=throws"));
        JsonNode summary = new ObjectMapper().readTree(home.out());
        assertTrue(summary.path("failure").asText().contains("a toy broke"), home.out());
        assertTrue(summary.path("failure").asText().contains("(plug-in 'toy', "), home.out());
        assertTrue(home.err().contains("The run failed: "), home.err());
        assertTrue(Files.readString(latest().resolve("points.csv")).contains("failed"));
    }

    @Test
    void shouldFailARunThatViolatedAndSayHowToReplayIt() {
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.TABLE, "protocol.mood=wrong", "seed=9"));
        assertTrue(home.err().contains("A toy came back in another colour."), home.err());
        assertTrue(
                home.err()
                        .contains(
                                "Replay it with: ./breadboard run ops --set protocol.mood=wrong --set seed=9 --seed 9"),
                home.err());
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenStopped() throws IOException {
        home.cancellation().cancel("Ctrl-C was pressed");
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.JSON, "time.measureUs=1000000"));
        JsonNode manifest =
                new ObjectMapper().readTree(latest().resolve("manifest.json").toFile());
        assertTrue(manifest.path("partial").asBoolean());
        assertTrue(
                home.err().contains("Stopped, since Ctrl-C was pressed; what was measured until then is kept"),
                home.err());
    }

    @Test
    void shouldFindAPeakAndStateItsRule() throws IOException {
        assertEquals(
                ExitStatus.DONE,
                run("ops", OutputFormat.JSON, "load.contexts=peak", "protocol.pauseNs=10000"),
                home.err());
        JsonNode summary = new ObjectMapper().readTree(home.out());
        assertTrue(summary.path("peakRule").asText().startsWith("peak: "));
        assertTrue(summary.path("contexts").asInt() >= 8, "11 keep a thread busy: " + summary.path("contexts"));
    }

    @Test
    void shouldPrintTheResolvedMixAndRunNothing() {
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(board, home.console(), ToyHome.words("run ops --print-config", "seed=3")));
        assertTrue(home.out().contains("seed: 3") && home.out().contains("# --set seed"), home.out());
        assertFalse(Files.exists(home.results()));
    }

    @Test
    void shouldVerifyWhatIsIntactAndNotWhatWasTouched() throws IOException {
        run("ops", OutputFormat.TABLE);
        assertEquals(ExitStatus.DONE, verify(OutputFormat.JSON), home.err());
        Files.writeString(latest().resolve("points.csv"), "better,figures\n");
        assertEquals(ExitStatus.FAILED, verify(OutputFormat.JSON));
        assertTrue(home.err().isEmpty());
        assertTrue(home.out().contains("points.csv is not what was written"));
        assertEquals(ExitStatus.USER_MISTAKE, RootCommand.execute(board, home.console(), "verify", root.toString()));
    }

    @Test
    void shouldSayThatThereIsNoHistoryForElle() throws IOException {
        run("ops", OutputFormat.TABLE);
        Path none = root.resolve("none.edn");
        assertEquals(
                ExitStatus.FAILED,
                RootCommand.execute(board, home.console(), "verify", latest().toString(), "--elle", none.toString()));
        assertTrue(home.err().contains("There is no file for Elle"), home.err());
        assertFalse(Files.exists(none));
    }

    @Test
    void shouldTellWhetherAFileIsStillWhatTheRunRead() throws IOException {
        Path toys = home.file("mine/toys.txt", "bear");
        Path mix = home.file("mine/ops.yaml", "extends: ops\nprotocol.toys: toys.txt\n");
        assertEquals(ExitStatus.DONE, run(mix.toString(), OutputFormat.CSV), home.err());
        String row = home.out().lines().toList().get(1);
        assertTrue(row.contains(",toys.txt,") && !row.contains(root.toString()), "the same on each machine: " + row);
        StoredResult stored = StoredResult.open(latest());
        assertEquals(List.of(), stored.otherInputs());
        Files.writeString(toys, "ball");
        assertEquals(
                List.of("protocol.toys: " + toys
                        + " is not what the run read: its SHA-256 differs from the manifest's."),
                stored.otherInputs());
        Files.delete(toys);
        assertEquals(
                List.of("protocol.toys: the file that the run read, " + toys + ", is not there any more."),
                stored.otherInputs());
    }

    @Test
    void shouldTellATouchedMixFromAnUnreadableOne() throws IOException {
        run("ops", OutputFormat.TABLE);
        Files.writeString(latest().resolve("mix.yaml"), "this: [is no");
        assertEquals(ExitStatus.FAILED, verify(OutputFormat.JSON), home.err());
        assertTrue(home.out().contains("mix.yaml is not what was written"), home.out());
        Path manifest = latest().resolve("manifest.json");
        for (String touched : List.of(Files.readString(manifest) + "x", "{}", "[]", "")) {
            Files.writeString(manifest, touched);
            RefusedException refused = assertThrows(RefusedException.class, () -> StoredResult.open(latest()));
            assertTrue(refused.getMessage().contains("cannot be told whole"), refused.getMessage());
        }
    }

    @Test
    void shouldSayThatAResultIsPartialWhenItVerifiesIt() throws IOException {
        home.cancellation().cancel("Ctrl-C was pressed");
        run("ops", OutputFormat.CSV, "time.measureUs=1000000");
        String before = home.out();
        assertEquals(ExitStatus.DONE, verify(OutputFormat.JSON), home.err());
        JsonNode report = new ObjectMapper().readTree(home.out().substring(before.length()));
        assertTrue(report.path("partial").asBoolean(), home.out());
        assertTrue(report.path("notes").get(0).asText().startsWith("This result is partial: "), home.out());
        verify(OutputFormat.TABLE);
        assertTrue(home.err().contains("This result is partial: "), home.err());
    }

    @Test
    void shouldEndWhatRunsWithAPluginThatIsExchanged() throws Exception {
        CompletableFuture<ExitStatus> run =
                CompletableFuture.supplyAsync(() -> run("ops", OutputFormat.CSV, "time.measureUs=100000000"));
        while (!board.runsWith("toy").equals(List.of("run ops"))) {
            assertFalse(run.isDone(), home.err());
            Thread.onSpinWait();
        }
        board.endRunsWith("another");
        assertEquals(List.of("run ops"), board.runsWith("toy"));
        board.endRunsWith("toy");
        assertEquals(ExitStatus.FAILED, run.get(30, TimeUnit.SECONDS));
        assertTrue(home.err().contains("since plug-in 'toy' was removed or updated while the run used it"), home.err());
    }

    @Test
    void shouldNotVerifyARunThatFailed() throws IOException {
        run("ops", OutputFormat.CSV, "protocol.mood=throws");
        assertEquals(ExitStatus.FAILED, verify(OutputFormat.TABLE));
        assertTrue(home.err().contains("a toy broke"), home.err());
        assertTrue(home.out().contains("partial"), home.out());
    }

    @Test
    void shouldAnswerNothingThatItDidNotJudge() throws IOException {
        run("ops", OutputFormat.JSON);
        JsonNode verdict = new ObjectMapper().readTree(home.out()).path("verdict");
        for (String answer : List.of("serializable", "replicasEqual", "invariantsHold")) {
            assertTrue(verdict.path(answer).isNull(), answer + " of operations");
        }
        assertTrue(verdict.path("notJudged").get(0).asText().contains("operations of its own"), home.out());
    }

    @Test
    void shouldNotEndWellIfNothingWasCommitted() {
        assertEquals(
                ExitStatus.FAILED,
                run("ops", OutputFormat.CSV, "time.warmupUs=0", "time.measureUs=1", "protocol.workNs=5000"));
        assertTrue(home.err().contains("Nothing was committed while it measured"), home.err());
    }

    @Test
    void shouldSayWhereAResultCannotBeKept() throws IOException {
        Files.writeString(home.results(), "a file, where a folder should be");
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.JSON));
        assertEquals(1, home.err().lines().count(), home.err());
        assertTrue(
                home.err()
                        .startsWith(
                                "Results cannot be kept in " + home.results().resolve("ops") + " ("),
                home.err());
        assertTrue(home.err().strip().endsWith("choose another folder with 'breadboard --results DIR'."));
    }

    @Test
    void shouldSayWhyAResultCouldNotBeKeptInTheEnd() throws IOException {
        Path folder = home.results().resolve("ops");
        Console console = home.console();
        home.file("mixes/ops.yaml", ToyHome.OPS.replace("measureUs: 100", "measureUs: 100000"));
        Thread spoiler = new Thread(() -> spoil(folder), "spoiler");
        spoiler.start();
        ExitStatus status = run("ops", OutputFormat.JSON, console);
        assertEquals(ExitStatus.FAILED, status, home.err());
        assertTrue(home.err().contains("The result could not be kept in " + home.results() + " ("), home.err());
        assertTrue(new ObjectMapper().readTree(home.out()).path("resultDir").isNull(), home.out());
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(
                    left.allMatch(file -> file.getFileName().toString().startsWith(".")), "nothing that looks whole");
        }
    }

    /** Puts a folder where the draft's summary would go, as soon as there is a draft. */
    private static void spoil(Path folder) {
        while (true) {
            try (Stream<Path> drafts = Files.list(folder)) {
                Path draft = drafts.findFirst().orElse(null);
                if (draft != null) {
                    Files.createDirectory(draft.resolve("summary.json"));
                    return;
                }
            } catch (IOException notYet) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldGiveUpAPluginThatDoesNotReturnOutsideOfSteps() throws IOException {
        PluginRegistry registry = ToyPlugin.registry(null, Duration.ofSeconds(1));
        board = new Board(home.folders(), registry);
        assertHangs(run("bank", OutputFormat.JSON, "workload.hangs=true"));
        assertFalse(Files.exists(home.results()), "nothing was measured");
        assertHangs(run("ops", OutputFormat.JSON, "protocol.mood=hangs-built"));
        assertEquals("", home.out());
        assertHangs(run("ops", OutputFormat.JSON, "protocol.mood=hangs-judged"));
        JsonNode summary = new ObjectMapper().readTree(home.out());
        assertTrue(summary.path("failure").asText().startsWith("Plug-in 'toy' did not return for 1.0 s ("), home.out());
        assertTrue(summary.path("throughput").path("committed").asLong() > 0, "what was measured is kept");
        assertTrue(summary.path("verdict").path("serializable").isNull(), home.out());
        assertTrue(Files.exists(latest()));
        awaitNoTaintedThread();
        assertEquals(ExitStatus.DONE, run("ops", OutputFormat.CSV), "the shell lives on");
    }

    private void assertHangs(ExitStatus status) throws IOException {
        assertEquals(ExitStatus.FAILED, status, home.err());
        assertTrue(home.err().contains("Plug-in 'toy' did not return for 1.0 s ("), home.err());
        assertFalse(Tainted.all().isEmpty());
        assertEquals(ExitStatus.DONE, RootCommand.execute(board, ToyHome.silent(), "help"), "the shell lives on");
        ToyHangs.release();
    }

    private static void awaitNoTaintedThread() {
        while (!Tainted.all().isEmpty()) {
            // A thread that was let go may come to the next node, and hang there.
            ToyHangs.release();
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldNameAPluginThatThrowsWhenItIsJudged() throws IOException {
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.JSON, "protocol.mood=throws-judged"));
        String failure = new ObjectMapper().readTree(home.out()).path("failure").asText();
        assertTrue(failure.startsWith("Plug-in 'toy' threw IllegalStateException (a toy cannot say) at "), failure);
    }

    /** However short a live run is: if it ends well, operations were done, and one that is done throws. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 500, 5000})
    void shouldNeverEndALiveRunWellWhosePluginThrows(int measureUs) {
        for (int seed = 1; seed <= 5; seed++) {
            ExitStatus status = run(
                    "ops",
                    OutputFormat.CSV,
                    "protocol.mood=throws",
                    "runtime=live",
                    "live.threads=2",
                    "time.warmupUs=1",
                    "time.measureUs=" + measureUs,
                    "seed=" + seed);
            assertEquals(ExitStatus.FAILED, status, "seed " + seed);
        }
    }

    @Test
    void shouldTellWhatBrokeALiveRunThatHadNotWarmedUpYet() throws IOException {
        assertEquals(
                ExitStatus.FAILED,
                run("ops", OutputFormat.JSON, "protocol.mood=throws", "runtime=live", "live.threads=2"));
        String failure = new ObjectMapper().readTree(home.out()).path("failure").asText();
        assertTrue(failure.contains("plug-in 'toy'"), failure);
    }

    @Test
    void shouldLeaveNoDraftBehind() throws IOException {
        run("ops", OutputFormat.TABLE);
        run("ops", OutputFormat.TABLE, "protocol.mood=throws");
        try (Stream<Path> files = Files.list(home.results().resolve("ops"))) {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".")));
        }
    }
}

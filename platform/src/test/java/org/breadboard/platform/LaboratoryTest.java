package org.breadboard.platform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LaboratoryTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Breadboard breadboard;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        PluginRegistry registry = ToyPlugin.registry(null);
        breadboard = new Breadboard(home.home(), registry, new Laboratory(home.folders(), registry));
    }

    private ExitStatus run(String mix, OutputFormat output, String... sets) {
        return breadboard.run(request(mix, output, false, sets), home.console());
    }

    private static RunRequest request(String mix, OutputFormat output, boolean printConfig, String... sets) {
        return new RunRequest(mix, List.of(sets), OptionalLong.empty(), null, false, printConfig, output);
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
                "percentiles.csv",
                "report.html",
                "mix.yaml")) {
            assertTrue(Files.size(latest().resolve(file)) > 0, file);
        }
        JsonNode manifest =
                new ObjectMapper().readTree(latest().resolve("manifest.json").toFile());
        assertEquals("4", manifest.path("resolvedMix").path("load.contexts").asText());
        assertEquals("toy", manifest.path("plugins").get(0).path("id").asText());
        assertEquals(7, manifest.path("files").size() + 1 - (Files.exists(latest().resolve("history")) ? 1 : 0));
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
    void shouldFailARunWhosePluginThrowsAndKeepIt() throws IOException {
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.JSON, "protocol.mood=throws"));
        JsonNode summary = new ObjectMapper().readTree(home.out());
        assertTrue(summary.path("failure").asText().contains("a toy broke"), home.out());
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
                ExitStatus.DONE, breadboard.run(request("ops", OutputFormat.TABLE, true, "seed=3"), home.console()));
        assertTrue(home.out().contains("seed: 3") && home.out().contains("# --set seed"), home.out());
        assertFalse(Files.exists(home.results()));
    }

    @Test
    void shouldShowADataSheet() throws IOException {
        assertEquals(ExitStatus.DONE, breadboard.showProfile("toy-slow", OutputFormat.JSON, home.console()));
        JsonNode row = new ObjectMapper().readTree(home.out()).get(0);
        assertEquals("engineNs", row.path("parameter").asText());
        assertEquals(99.5, row.path("value").asDouble());
        assertEquals("ns", row.path("unit").asText());
        assertEquals("assumed", row.path("kind").asText());
        assertEquals(ExitStatus.USER_MISTAKE, breadboard.showProfile("toy-slo", OutputFormat.JSON, home.console()));
        assertTrue(home.err().contains("did you mean 'toy-slow'?"));
    }

    @Test
    void shouldVerifyWhatIsIntactAndNotWhatWasTouched() throws IOException {
        run("ops", OutputFormat.TABLE);
        assertEquals(ExitStatus.DONE, breadboard.verify(latest(), OutputFormat.JSON, home.console()), home.err());
        Files.writeString(latest().resolve("points.csv"), "better,figures\n");
        assertEquals(ExitStatus.FAILED, breadboard.verify(latest(), OutputFormat.JSON, home.console()));
        assertTrue(home.err().isEmpty());
        assertTrue(home.out().contains("points.csv is not what was written"));
        assertEquals(ExitStatus.USER_MISTAKE, breadboard.verify(root, OutputFormat.TABLE, home.console()));
    }

    @Test
    void shouldSayWhereAResultCannotBeKept() throws IOException {
        Files.writeString(home.results(), "a file, where a folder should be");
        assertEquals(ExitStatus.FAILED, run("ops", OutputFormat.JSON));
        assertEquals(1, home.err().lines().count(), home.err());
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

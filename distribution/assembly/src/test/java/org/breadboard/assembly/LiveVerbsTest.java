// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.breadboard.api.Plugin;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a live cluster whose protocol was swapped and whose plug-ins were updated, without a container. */
final class LiveVerbsTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final String RESULTS = "breadboard.results";
    private static final List<String> SMALL =
            List.of("cluster.nodes=3", "cluster.threads=1", "cluster.scale=0.002", "load.contexts=4", "live.threads=2");

    @TempDir
    Path folder;

    private final PluginRegistry registry = new PluginRegistry();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Jars jars;
    private Board board;

    @BeforeEach
    void open() {
        jars = new Jars(folder);
        registry.open(jars);
        System.setProperty(RESULTS, folder.resolve("results").toString());
        try {
            board = new Board(DIST, registry);
        } finally {
            System.clearProperty(RESULTS);
        }
    }

    @AfterEach
    void close() {
        if (board != null) {
            board.resident().stop(console());
        }
        registry.close();
    }

    /** All plug-ins of the class path, each with a jar of its own, which tests exchange. */
    private static final class Jars implements PluginSource {
        private final Path folder;
        private final Map<String, PluginCandidate> candidates = new TreeMap<>();
        private Listener listener;

        Jars(Path folder) {
            this.folder = folder;
        }

        @Override
        public void open(Listener to) {
            listener = to;
            ServiceLoader.load(Plugin.class, LiveVerbsTest.class.getClassLoader()).stream()
                    .forEach(provider -> bring(provider, "1.0.0"));
        }

        /** Puts another jar in the place of a plug-in's. */
        void update(Class<?> type, String version) {
            listener.vanished(candidates.get(type.getName()));
            ServiceLoader.load(Plugin.class, LiveVerbsTest.class.getClassLoader()).stream()
                    .filter(provider -> provider.type().equals(type))
                    .forEach(provider -> bring(provider, version));
        }

        private void bring(ServiceLoader.Provider<Plugin> provider, String version) {
            String name = provider.type().getName();
            PluginCandidate candidate =
                    new PluginCandidate(name + ' ' + version, version, Optional.of(jar(name, version)), provider::get);
            candidates.put(name, candidate);
            listener.appeared(candidate);
        }

        private Path jar(String name, String version) {
            try {
                return Files.writeString(folder.resolve(name + ".jar"), name + ' ' + version);
            } catch (IOException full) {
                throw new IllegalStateException(full);
            }
        }

        @Override
        public List<Refusal> refusals() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldTellWhoTookPartInOrderWithTheJarsOfThen() throws IOException {
        start();
        Path hades = folder.resolve(type("proto-hades").getName() + ".jar");
        String before = Digest.sha256(hades);
        done(RootCommand.execute(board, console(), Words.of("live swap sw-impl", "protocol.pollNs=60")));
        jars.update(type("proto-hades"), "1.1.0");
        String sentence = board.resident().updated().orElseThrow();
        assertTrue(sentence.startsWith("Protocol 'sw-impl' took over from 'sw-impl'"), sentence);
        assertFalse(sentence.contains("workload"), sentence);
        JsonNode manifest = stopped();

        assertEquals(List.of("fasst", "sw-impl", "sw-impl"), texts(manifest, "protocol"));
        List<String> deeds = texts(manifest, "by");
        assertTrue(deeds.get(0).startsWith("live start fasst-smallbank --set cluster.nodes=3"), deeds.get(0));
        assertEquals("live swap sw-impl --set protocol.pollNs=60", deeds.get(1));
        String after = Digest.sha256(hades);
        assertEquals("plugin update proto-hades proto-hades-1.1.0.jar --sha256 " + after, deeds.get(2));
        JsonNode protocols = manifest.path("protocols");
        assertEquals(0, protocols.get(0).path("fromSeconds").asDouble());
        assertTrue(protocols.get(1).path("fromSeconds").asDouble()
                < protocols.get(2).path("fromSeconds").asDouble());
        assertEquals(
                "60", protocols.get(1).path("settings").path("protocol.pollNs").asText());
        assertEquals(
                before, protocols.get(1).path("plugins").path("proto-hades").asText());
        assertEquals(after, protocols.get(2).path("plugins").path("proto-hades").asText());
        List<String> used = new ArrayList<>();
        List<String> unused = new ArrayList<>();
        manifest.path("plugins").forEach(row -> {
            if (row.path("used").asBoolean()) {
                used.add(row.path("id").asText() + ' ' + row.path("version").asText());
            } else {
                unused.add(row.path("id").asText());
            }
        });
        assertTrue(
                used.containsAll(List.of(
                        "hw-rdma 1.0.0",
                        "proto-fasst 1.0.0",
                        "workloads 1.0.0",
                        "proto-hades 1.0.0",
                        "proto-hades 1.1.0")),
                used.toString());
        assertEquals(used.size(), used.stream().distinct().count(), used.toString());
        assertFalse(unused.contains("proto-hades"), "it took part: " + manifest.path("plugins"));
        assertEquals(
                "./breadboard -c '" + deeds.get(0) + "; live watch --for 1; " + deeds.get(1)
                        + "; live watch --for 1; live watch --for 1; live stop'",
                manifest.path("command").asText());
        done(RootCommand.execute(board, console(), "verify", result().toString()));
        assertFalse(text(err).contains("has changed since"), text(err));
    }

    @Test
    void shouldSayThatAnUpdatedWorkloadStays() {
        start();
        jars.update(type("workloads"), "1.1.0");
        String sentence = board.resident().updated().orElseThrow();
        assertTrue(
                sentence.endsWith(
                        " Its workload 'smallbank' stays what it was when the cluster started; 'live stop' and"
                                + " 'live start' take the new one."),
                sentence);
    }

    @Test
    void shouldRefuseCrashesThatWouldNeverCome() {
        List<String> sets = new ArrayList<>(SMALL);
        sets.add("faults.nemesis=crash");
        assertEquals(
                ExitStatus.USER_MISTAKE,
                RootCommand.execute(board, console(), Words.of("live start fasst-smallbank", sets)));
        assertTrue(text(err).contains("'run --runtime live' lets them crash"), text(err));
        assertTrue(board.resident().title().isEmpty());
    }

    @Test
    void shouldNotBeHeldByTheRegistry() throws Exception {
        start();
        done(RootCommand.execute(board, console(), Words.of("live watch --for 1 --output csv")));
        stopped();
        WeakReference<Board.Resident> held = new WeakReference<>(board.resident());
        board = null;
        for (int i = 0; i < 50 && held.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertNull(held.get(), "the registry still tells it of changes");
    }

    private void start() {
        done(RootCommand.execute(board, console(), Words.of("live start fasst-smallbank", SMALL)));
    }

    private JsonNode stopped() throws IOException {
        done(RootCommand.execute(board, console(), Words.of("live stop")));
        return new ObjectMapper().readTree(result().resolve("manifest.json").toFile());
    }

    private Path result() throws IOException {
        return folder.resolve("results/fasst-smallbank/latest").toRealPath();
    }

    private Class<?> type(String plugin) {
        return registry.installed().stream()
                .filter(each -> each.id().equals(plugin))
                .findFirst()
                .orElseThrow()
                .plugin()
                .getClass();
    }

    private static List<String> texts(JsonNode manifest, String key) {
        List<String> texts = new ArrayList<>();
        manifest.path("protocols").forEach(row -> texts.add(row.path(key).asText()));
        return texts;
    }

    private void done(ExitStatus status) {
        assertEquals(ExitStatus.DONE, status, () -> text(err));
    }

    private Console console() {
        PrintStream result = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream rest = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Console(result, rest, false, 100, false, new Cancellation(), () -> false);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

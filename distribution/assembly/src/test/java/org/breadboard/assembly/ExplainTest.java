// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import javax.xml.parsers.DocumentBuilderFactory;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.Beginnings;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.cluster.ClusterObserver;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.sim.SimEngine;
import org.breadboard.platform.trace.CloseLook;
import org.breadboard.platform.trace.TraceRecorder;
import org.breadboard.platform.trace.TracedSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What {@code explain} shows of the shipped systems, and that nobody who looks changes what a run does. */
@Tag("slow")
final class ExplainTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final List<String> SHORT =
            List.of("time.warmupUs=60", "time.measureUs=200", "cluster.scale=0.01", "cluster.nodes=4");

    private static PluginRegistry registry;

    @TempDir
    static Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(ExplainTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    private ExitStatus explain(String mix, OptionalLong transaction, OutputFormat output) {
        List<String> sets = mix.equals("nocc-counter") ? List.of() : SHORT;
        String chosen = transaction.isEmpty() ? "" : " --transaction " + transaction.getAsLong();
        String form = " --output " + output.name().toLowerCase(Locale.ROOT);
        return execute(Words.of("explain " + mix + chosen + form, sets));
    }

    private ExitStatus execute(List<String> words) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100,
                true,
                new Cancellation());
        return RootCommand.execute(new Board(DIST, registry), console, words);
    }

    @ParameterizedTest
    @CsvSource({
        "fasst-smallbank, log 104 B, host",
        "xenic-smallbank, execute there, nic.core",
        "hades-ycsb-a, intend to commit, nic.engine",
        "nocc-counter, the store answers, store",
        "drtmh-smallbank, B to drtm.log, nic.engine"
    })
    void shouldTellWhereEachMicrosecondWent(String mix, String step, String place) throws Exception {
        assertEquals(ExitStatus.DONE, explain(mix, OptionalLong.empty(), OutputFormat.JSON), err::toString);
        JsonNode told = new ObjectMapper().readTree(out.toByteArray());
        double took = told.get("tookUs").asDouble();
        double sum = 0;
        for (JsonNode share : told.get("timeUs")) {
            for (JsonNode part : share) {
                assertTrue(part.asDouble() >= -1e-6, share.toString());
                sum += part.asDouble();
            }
        }
        assertEquals(took, sum, 0.001 * took, "what was waited for is the whole time");
        assertEquals("committed", told.get("outcome").asText());
        assertTrue(told.toString().contains(step), told::toString);
        assertTrue(told.toString().contains(place), told::toString);
        for (JsonNode hop : told.get("hops")) {
            assertTrue(hop.get("waitUs").asDouble() >= 0 && hop.get("serveUs").asDouble() >= 0, hop::toString);
        }
    }

    @Test
    void shouldDrawWithinAHundredColumnsAndNameOthersToTake() {
        assertEquals(ExitStatus.DONE, explain("fasst-smallbank", OptionalLong.empty(), OutputFormat.TABLE));
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
        assertTrue(text.contains("lock and read checking") || text.contains("lock and read savings"), text);
        String aborted = text.replaceAll("(?s).*?([0-9]+) \\(aborted\\).*", "$1");
        out.reset();
        explain("fasst-smallbank", OptionalLong.of(Long.parseLong(aborted)), OutputFormat.TABLE);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("outcome     aborted: "), out::toString);
    }

    /** What is under way when the window ends has a number and an outcome like all others. */
    @Test
    void shouldExplainWhatEndsBehindTheWindow() throws Exception {
        List<String> sets = List.of("time.warmupUs=100", "time.measureUs=50", "cluster.scale=0.01");
        ResolvedMix resolved = new MixResolver(new Parts(registry.installed()), new Folders(DIST, temp))
                .resolve(MixRequest.of("fasst-smallbank", sets));
        CloseLook look = new CloseLook(
                resolved.mix(), resolved.parts(), PluginWatch.PATIENCE, (phase, share, done) -> {}, () -> false);
        CloseLook.Ended last = look.attempts((soFar, warm) -> false, true).stream()
                .max(Comparator.comparingLong(CloseLook.Ended::endedNs))
                .orElseThrow();
        assertTrue(last.endedNs() > 150_000, last::toString);

        List<String> words = Words.of("explain fasst-smallbank --transaction " + last.id(), sets);
        assertEquals(ExitStatus.DONE, execute(words), err::toString);
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("transaction T" + last.id()), out::toString);
    }

    @Test
    void shouldRefuseWhatThereIsNotWithOneSentence() {
        assertEquals(ExitStatus.USER_MISTAKE, explain("fasst-smallbank", OptionalLong.of(17), OutputFormat.TABLE));
        assertTrue(
                err.toString(StandardCharsets.UTF_8)
                        .startsWith("No transaction 17 ends in a run of mix 'fasst-smallbank'; without --transaction,"),
                err::toString);
        err.reset();
        assertEquals(ExitStatus.USER_MISTAKE, explain("rdma-rpc", OptionalLong.empty(), OutputFormat.TABLE));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("no transactions to explain"), err::toString);
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldDrawAPictureInWhichNamesAreOnlyNames() throws Exception {
        Path mix = temp.resolve("a<b>&.yaml");
        Files.copy(DIST.resolve("mixes/fasst-smallbank.yaml"), mix);
        Path picture = temp.resolve("picture.svg");
        List<String> words = Words.of("explain " + mix + " --svg " + picture, SHORT);
        assertEquals(ExitStatus.DONE, execute(words), err::toString);
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(picture.toFile());
        String title = svg.getElementsByTagName("title").item(0).getTextContent();
        assertTrue(title.endsWith("in mix a<b>&, seed 1"), title);
        assertEquals(0, svg.getElementsByTagName("b").getLength());
        String text = svg.getDocumentElement().getTextContent();
        for (String word : List.of("nic.engine", "link.up", "prefers-color-scheme:dark", "µs since the transaction")) {
            assertTrue(text.contains(word), word);
        }
        List<String> lanes = new ArrayList<>();
        NodeList labels = svg.getElementsByTagName("text");
        boolean named = false;
        for (int i = 0; i < labels.getLength(); i++) {
            Element label = (Element) labels.item(i);
            named |= label.getAttribute("class").equals("small name")
                    && label.getTextContent().startsWith("#1 lock and read");
            if (label.getAttribute("class").equals("soft")
                    && label.getTextContent().matches("nic\\.engine|link\\.(up|down)|host[0-9]+")) {
                lanes.add(label.getTextContent().replaceFirst("[0-9]+$", ""));
            }
        }
        assertTrue(named, "a message is named at its arrow");
        assertEquals(List.of("host", "nic.engine", "link.up"), lanes.subList(0, 3), "as it leaves");
        assertEquals("link.down", lanes.get(lanes.lastIndexOf("link.up") - 3), lanes::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fasst-smallbank", "xenic-smallbank", "hades-ycsb-a", "nocc-counter"})
    void shouldRunTheSameWhetherSomebodyLooksOrNot(String mix) {
        Beginnings beginnings = new Beginnings();
        assertArrayEquals(history(mix, false, beginnings), history(mix, true, beginnings));
    }

    /** All that clients saw in the first part of a run, and how many events that took. */
    private static long[] history(String name, boolean traced, Beginnings beginnings) {
        ResolvedMix resolved = new MixResolver(new Parts(registry.installed()), new Folders(DIST, temp))
                .resolve(MixRequest.of(name, SHORT));
        List<HistoryChunk> chunks = new ArrayList<>();
        Looking looking = new Looking();
        try (SimEngine engine = new SimEngine(1, false)) {
            Cluster cluster = new ClusterBuilder(resolved.mix(), resolved.parts(), engine, chunks::add, beginnings)
                    .observedBy(traced ? looking : ClusterObserver.NOBODY)
                    .build();
            engine.observe(looking.recorder);
            engine.start();
            engine.runUntil(150_000, () -> false);
            cluster.clients().forEach(clients -> clients.flush(engine.nowNs()));
            assertEquals(null, engine.failure());
            List<Long> words = new ArrayList<>(List.of(engine.events(), engine.messagesOut()));
            chunks.forEach(chunk ->
                    Arrays.stream(chunk.words(), 0, chunk.lengthWords()).forEach(words::add));
            assertEquals(
                    traced,
                    looking.recorder != null && looking.recorder.trace().spans().size() > 100);
            return words.stream().mapToLong(Long::longValue).toArray();
        }
    }

    private static final class Looking implements ClusterObserver {
        private TraceRecorder recorder;

        @Override
        public TransactionSource clients(
                int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
            return new TracedSource(clients, firstClient, () -> recorder);
        }

        @Override
        public void built(Protocol protocol, List<ProtocolNode> nodes, Placement placement) {
            recorder = new TraceRecorder(protocol.reader(), TraceRecorder.Passing.UNHEARD);
        }
    }
}

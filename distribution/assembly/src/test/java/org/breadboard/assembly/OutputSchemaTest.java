// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every verb's {@code --output json} is one object with its version and kind, and fits its schema. */
@Tag("slow")
final class OutputSchemaTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final String SHORT = " --set time.warmupUs=20 --set time.measureUs=100 --set cluster.scale=0.002";

    private static PluginRegistry registry;

    @TempDir
    Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(OutputSchemaTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    @AfterEach
    void leave() {
        System.clearProperty("breadboard.results");
    }

    private JsonNode printed(String line, String kind) throws IOException {
        return printed(line, kind, new Cancellation(), ExitStatus.DONE);
    }

    private JsonNode printed(String line, String kind, Cancellation cancellation, ExitStatus status)
            throws IOException {
        return printed(DIST, line, kind, cancellation, status);
    }

    private JsonNode printed(Path home, String line, String kind, Cancellation cancellation, ExitStatus status)
            throws IOException {
        out.reset();
        System.setProperty("breadboard.results", temp.resolve("results").toString());
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100,
                true,
                cancellation);
        List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
        words.addAll(List.of("--output", "json"));
        assertEquals(status, RootCommand.execute(new Board(home, registry), console, words), err::toString);
        String text = out.toString(StandardCharsets.UTF_8);
        JsonNode document = new ObjectMapper().readTree(text);
        Iterator<String> keys = document.fieldNames();
        assertEquals("version", keys.next(), text);
        assertEquals("kind", keys.next(), text);
        assertEquals(kind, document.path("kind").asText(), line);
        assertEquals(List.of(), new OutputSchema().errors(text), line);
        return document;
    }

    @Test
    void shouldListAndDescribeAsTheSchemaSays() throws IOException {
        assertFalse(printed("list", "parts").path("rows").isEmpty());
        assertFalse(printed("list plugins", "plugins").path("rows").isEmpty());
        assertFalse(printed("list combinations --of smallbank", "combinations")
                .path("rows")
                .isEmpty());
        for (String word : List.of("fasst", "mix/xenic-smallbank", "study/fasst", "connect-ib", "tpcc")) {
            assertEquals(
                    word.substring(word.indexOf('/') + 1),
                    printed("describe " + word, "description").path("id").asText());
        }
        assertFalse(printed("mix check fasst-smallbank", "demands").path("rows").isEmpty());
        printed("run fasst-smallbank --print-config", "settings");
    }

    @Test
    void shouldTellOfResultsAsTheSchemaSays() throws IOException {
        String result =
                printed("run fasst-smallbank" + SHORT, "run").path("resultDir").asText();
        assertTrue(printed("verify " + result, "verification").path("verified").asBoolean());
        String manifest = Files.readString(Path.of(result, "manifest.json"));
        assertEquals(List.of(), new OutputSchema().errors(manifest));
        assertEquals("run", new ObjectMapper().readTree(manifest).path("of").asText());
        printed("run fasst-smallbank" + SHORT, "run");
        assertEquals(2, printed("list results", "results").path("rows").size());
        assertTrue(Files.exists(
                Path.of(printed("results index", "index").path("page").asText())));
        assertEquals(1, printed("results prune --keep 1", "pruned").path("rows").size());
        printed("explain fasst-smallbank" + SHORT, "explanation");
    }

    /** Of a distribution whose program does nothing, and that quickly. */
    @Test
    void shouldTellOfMeasuredCommandsAsTheSchemaSays() throws IOException {
        Path program = Files.createDirectories(temp.resolve("home/bin")).resolve("breadboard");
        Files.writeString(program, "#!/bin/sh\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        JsonNode rows = printed(
                        temp.resolve("home"),
                        "bench --commands --pairs 2 list-mixes",
                        "bench",
                        new Cancellation(),
                        ExitStatus.DONE)
                .path("rows");
        assertEquals("list-mixes", rows.path(0).path("command").asText(), rows.toString());
        assertTrue(rows.path(0).path("median").isNumber(), rows.toString());
    }

    /** What is stopped before its first study says so in the same form. */
    @Test
    void shouldTellOfAReproductionAsTheSchemaSays() throws IOException {
        Files.copy(Path.of("../fidelity/fidelity.template.md"), temp.resolve("fidelity.template.md"));
        Cancellation stopped = new Cancellation();
        stopped.cancel("a test asked for it");
        JsonNode told = printed("reproduce nocc --docs " + temp, "reproduce", stopped, ExitStatus.FAILED);
        assertTrue(told.path("partial").asBoolean());
        assertFalse(told.path("studies").isEmpty());
    }
}

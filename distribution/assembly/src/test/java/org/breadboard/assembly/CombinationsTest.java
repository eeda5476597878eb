// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What ships goes together as {@code docs/users/combinations.md} says, and a sample of what goes together was run.
 * {@code .ci/combinations} writes that page anew.
 */
@Tag("slow")
final class CombinationsTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final Path PAGE = Path.of("../../docs/users/combinations.md");
    private static final Path HEAD = Path.of("src/test/combinations-head.md");
    private static final int ALL = Integer.MAX_VALUE;
    private static final boolean REWRITE = Boolean.getBoolean("breadboard.combinations.rewrite");
    private static final int SAMPLE = 100;

    private static PluginRegistry registry;

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(CombinationsTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    /** One combination, as {@code list combinations --output json} prints it. */
    private record Cell(String protocol, String profile, String program, String workload, boolean runs, String reason) {
        static Cell of(JsonNode json) {
            return new Cell(
                    json.path("protocol").asText(),
                    json.path("profile").asText(),
                    json.path("program").asText(),
                    json.path("workload").asText(),
                    json.path("runs").asBoolean(),
                    json.path("reason").asText());
        }
    }

    /** The device in which it runs may be chosen after it. */
    @Test
    void shouldOfferTheSettingsOfAProgramBeforeItHasASwitch() {
        Map<String, ?> settable = new MixResolver(
                        new Parts(registry.installed()), new Folders(DIST, Path.of("results")))
                .settable(MixRequest.of("fasst-contended", List.of("switch=early-abort")));
        assertTrue(settable.containsKey("switch.claimAborts"), settable.keySet()::toString);
    }

    @Test
    void shouldBeWhatThePageSays() throws IOException {
        List<Cell> cells = new ArrayList<>();
        ask(0).forEach(json -> cells.add(Cell.of(json)));
        String page = page(cells);
        if (REWRITE) {
            Files.writeString(PAGE, page);
        }
        assertEquals(
                Files.readString(PAGE), page, "What goes with what has changed; if it should, run .ci/combinations.");
    }

    @Test
    void shouldRunASampleVerified() throws IOException {
        int tried = 0;
        for (JsonNode json : ask(SAMPLE)) {
            boolean wasTried = json.path("committed").isNumber();
            tried += wasTried ? 1 : 0;
            assertTrue(
                    !wasTried
                            || json.path("runs").asBoolean()
                                    && json.path("committed").asLong() > 0,
                    json::toString);
        }
        assertEquals(SAMPLE, tried);
    }

    private static JsonNode ask(int trials) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = console(out, err);
        String tried = trials == 0 ? "" : trials == ALL ? " --try" : " --try " + trials;
        ExitStatus status = RootCommand.execute(
                new Board(DIST, registry), console, Words.of("list combinations --output json" + tried));
        assertEquals(ExitStatus.DONE, status, () -> err.toString(StandardCharsets.UTF_8));
        return new ObjectMapper().readTree(out.toByteArray()).path("rows");
    }

    private static Console console(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
    }

    private static List<String> missing(String mix, String... sets) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = console(out, new ByteArrayOutputStream());
        RootCommand.execute(new Board(DIST, registry), console, Words.of("mix check " + mix + " --output json", sets));
        List<String> missing = new ArrayList<>();
        for (JsonNode row : new ObjectMapper().readTree(out.toByteArray()).path("rows")) {
            missing.add(row.path("missing").asText());
        }
        missing.removeIf(String::isEmpty);
        return missing;
    }

    /** What a protocol refuses when it is created, a report on a mix has, too, with the mix's own settings. */
    @Test
    void shouldReportWhatOnlyBuildingRefuses() throws IOException {
        assertEquals(List.of(), missing("drtmh-smallbank", "workload=ycsb-core"));
        List<String> inserts = missing("drtmh-smallbank", "workload=ycsb-core", "workload.insertproportion=0.05");
        assertEquals(1, inserts.size(), inserts.toString());
        assertTrue(inserts.get(0).startsWith("table usertable has keys without a record"), inserts.toString());
        List<String> cores = missing("fasst-smallbank", "protocol.rpcs=nic");
        assertEquals(1, cores.size(), cores.toString());
        assertTrue(cores.get(0).startsWith("protocol.rpcs=nic has RPCs handled on cores"), cores.toString());
    }

    private static String page(List<Cell> cells) throws IOException {
        List<Cell> plain =
                cells.stream().filter(cell -> cell.program().equals("none")).toList();
        return Files.readString(HEAD)
                + "\n## Protocols and profiles\n\nHow many workloads run, on switches without a program; *yes* for"
                + " a protocol that runs operations of its own.\n\n"
                + matrix(plain, Cell::profile)
                + "\n## Protocols and workloads\n\nOn how many profiles it runs, on switches without a program.\n\n"
                + matrix(plain, Cell::workload)
                + "\n## Protocols and programs of switches\n\nHow many pairs of a profile and a workload run.\n\n"
                + matrix(cells, Cell::program)
                + "\n## Why not, and what it takes\n\n"
                + reasons(cells);
    }

    private static String matrix(List<Cell> cells, Function<Cell, String> column) {
        Set<String> columns = cells.stream().map(column).collect(Collectors.toCollection(LinkedHashSet::new));
        StringBuilder text = new StringBuilder(
                "| | " + String.join(" | ", columns) + " |\n|---" + "|---".repeat(columns.size()) + "|\n");
        Map<String, List<Cell>> rows =
                cells.stream().collect(Collectors.groupingBy(Cell::protocol, LinkedHashMap::new, Collectors.toList()));
        rows.forEach((protocol, row) -> {
            text.append("| `").append(protocol).append("` |");
            for (String name : columns) {
                List<Cell> running = row.stream()
                        .filter(cell -> cell.runs() && column.apply(cell).equals(name))
                        .toList();
                boolean operations = running.size() == 1
                        && name.equals(running.get(0).profile())
                        && running.get(0).workload().equals("none");
                text.append(running.isEmpty() ? " " : operations ? " yes " : " " + running.size() + " ")
                        .append('|');
            }
            text.append('\n');
        });
        return text.toString();
    }

    /** What is said of several combinations of a protocol and a program stands there once. */
    private static String reasons(List<Cell> cells) {
        Map<List<String>, List<Cell>> groups = cells.stream()
                .filter(cell -> !cell.reason().isEmpty())
                .collect(Collectors.groupingBy(
                        cell -> List.of(cell.protocol(), cell.program(), cell.reason()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        StringBuilder text =
                new StringBuilder("| protocol | profile | program | workload | |\n|---|---|---|---|---|\n");
        groups.forEach((key, group) -> text.append("| `")
                .append(key.get(0))
                .append("` | ")
                .append(names(group.stream().map(Cell::profile).toList()))
                .append(" | ")
                .append(key.get(1))
                .append(" | ")
                .append(names(group.stream().map(Cell::workload).toList()))
                .append(" | ")
                .append(key.get(2))
                .append(" |\n"));
        return text.toString();
    }

    private static String names(Collection<String> all) {
        return String.join(", ", new TreeSet<>(all));
    }
}

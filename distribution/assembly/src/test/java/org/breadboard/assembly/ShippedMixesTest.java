// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every mix that ships computes what it computed before: its history, its figures and its settings have the digests of
 * {@code mixes.csv}, at seed 1, a part of its population and a part of its time. {@code .ci/digests} writes that table
 * anew, in a commit that says which rows change, and why. Two mixes run at a time. On two threads, though the table is
 * of one.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
final class ShippedMixesTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final Path TABLE = Path.of("src/test/mixes.csv");
    private static final boolean REWRITE = Boolean.getBoolean("breadboard.digests.rewrite");
    private static final double TIME = 0.5;
    private static final double POPULATION = 0.2;
    private static final double SCALE = 0.02;
    private static final int WAREHOUSES = 16;
    private static final int DIGITS = 16;
    /** These must run in windows: one for each way in which devices and switches join machines. */
    private static final Set<String> IN_WINDOWS =
            Set.of("fasst-smallbank", "hades-ycsb-a", "nocc-counter", "xenic-smallbank");

    /** The table is of one thread; two have to compute the same, and in {@code -Plong} sixteen. */
    private static final String THREADS = REWRITE ? "1" : System.getProperty("breadboard.simThreads", "2");

    /** One that is done soon, on one thread, as a run is by default. */
    private static final String SOON = "nocc-counter";

    private static final Map<String, Map<String, String>> ROWS = new ConcurrentHashMap<>();

    /** By mix: two runs of one would look for the results of each other. */
    private static final Map<String, Object> TURNS = new ConcurrentHashMap<>();

    private static PluginRegistry registry;

    @TempDir
    static Path results;

    @BeforeAll
    static void open() {
        System.setProperty("breadboard.results", results.toString());
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(ShippedMixesTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() throws IOException {
        registry.close();
        System.clearProperty("breadboard.results");
        if (REWRITE) {
            rewrite();
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldComputeWhatTheyComputedBefore() throws IOException {
        Map<String, String> before = Files.readAllLines(TABLE).stream()
                .collect(Collectors.toMap(line -> line.substring(0, line.indexOf(',')), line -> line));
        String head = before.remove("mix");
        List<String> mixes = Folders.names(DIST.resolve("mixes"));
        if (!REWRITE) {
            assertEquals(new TreeSet<>(mixes), new TreeSet<>(before.keySet()), "the mixes of " + TABLE);
        }
        return mixes.stream()
                .map(mix -> DynamicTest.dynamicTest(mix, () -> {
                    Map<String, String> row = row(mix, THREADS);
                    ROWS.put(mix, row);
                    if (!REWRITE) {
                        String expected = head + '\n' + before.get(mix) + '\n';
                        assertEquals(
                                expected, text(row), "What it computes has changed; if it should, run .ci/digests.");
                        if (mix.equals(SOON)) {
                            assertEquals(expected, text(row(mix, "1")), "on one thread");
                        }
                    }
                }));
    }

    private static String text(Map<String, String> row) {
        Csv csv = new Csv();
        csv.add(row);
        return csv.text();
    }

    private static void rewrite() throws IOException {
        Csv csv = new Csv();
        for (String mix : Folders.names(DIST.resolve("mixes"))) {
            csv.add(ROWS.get(mix));
        }
        Files.writeString(TABLE, csv.text());
    }

    private static Map<String, String> row(String mix, String threads) throws IOException {
        synchronized (TURNS.computeIfAbsent(mix, of -> new Object())) {
            return rowAlone(mix, threads);
        }
    }

    private static Map<String, String> rowAlone(String mix, String threads) throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
        List<String> words =
                Words.of("run " + mix + " --threads " + threads + " --seed 1 --runtime sim --output json", part(mix));
        ExitStatus status = RootCommand.execute(new Board(DIST, registry), console, words);
        String said = err.toString(StandardCharsets.UTF_8);
        assertEquals(ExitStatus.DONE, status, () -> mix + ": " + said);
        assertFalse(IN_WINDOWS.contains(mix) && said.contains("one thread"), said);
        return digests(mix, results.resolve(mix).resolve("latest"));
    }

    private static List<String> part(String mix) {
        ResolvedMix whole = new MixResolver(new Parts(registry.installed()), new Folders(DIST, results))
                .resolve(MixRequest.of(mix, List.of()));
        List<String> sets = new ArrayList<>();
        for (ResolvedMix.Value value : whole.values()) {
            String name = value.key().substring(value.key().lastIndexOf('.') + 1);
            switch (name) {
                case "warmupUs", "measureUs" -> sets.add(value.key() + "=" + Math.round(number(value) * TIME));
                case "warehousesPerNode" ->
                    sets.add(value.key() + "=" + Math.min(WAREHOUSES, Math.round(number(value))));
                case "scale" -> {
                    if (number(value) < 1) { // what ships whole is small
                        sets.add(value.key() + "=" + Math.max(SCALE, number(value) * POPULATION));
                    }
                }
                default -> {} // stays
            }
        }
        return sets;
    }

    private static double number(ResolvedMix.Value value) {
        return Double.parseDouble(value.text());
    }

    private static Map<String, String> digests(String mix, Path result) throws IOException {
        Map<String, String> point =
                Csv.parse(Files.readString(result.resolve("points.csv"))).get(0);
        StringBuilder figures = new StringBuilder();
        StringBuilder settings = new StringBuilder();
        point.forEach((name, value) -> (isFigure(name) ? figures : settings)
                .append(name)
                .append('=')
                .append(value)
                .append('\n'));
        Map<String, String> row = new LinkedHashMap<>();
        row.put("mix", mix);
        row.put("committed", point.get("committed"));
        Path history = result.resolve("history");
        row.put("history", Files.exists(history) ? digest(Files.readAllBytes(history)) : "");
        row.put("figures", digest(figures.toString().getBytes(StandardCharsets.UTF_8)));
        row.put("settings", digest(settings.toString().getBytes(StandardCharsets.UTF_8)));
        return row;
    }

    private static boolean isFigure(String column) {
        return Figures.ALWAYS.contains(column) || Figures.PREFIXES.stream().anyMatch(column::startsWith);
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}

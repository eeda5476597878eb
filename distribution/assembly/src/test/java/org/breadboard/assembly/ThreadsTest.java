// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.Experiment;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What campaigns draw computes the same bytes on one thread, in the order of time, and on several, where machines run
 * apart: with faults, crashes, exploration, late tries, and over two racks. Of 40 seeds, or of a quarter of those that
 * the system property {@code breadboard.campaign} says.
 */
@Tag("slow")
final class ThreadsTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final String RESULTS = "breadboard.results";
    private static final int SEEDS = Integer.getInteger("breadboard.campaign", 160) / 4;
    private static final int THREADS = Integer.getInteger("breadboard.simThreads", 2);
    private static final List<String> RACKS = List.of("network.racks=2", "network.uplinkGbps=40");
    private static final String SHORT = "time.measureUs=400";
    /** What has to be among the settings of those that are compared. */
    private static final List<String> DRAWN =
            List.of("crash", "power-loss", "network.loss", "delay", "pause", "racks", "untilDone=true");

    private static PluginRegistry registry;

    @TempDir
    Path folder;

    private final Map<String, Integer> compared = new TreeMap<>();

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(ThreadsTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    @Test
    void shouldComputeTheSameOnAnyNumberOfThreads() throws IOException {
        int number = 0;
        for (MixRequest drawn : drawn()) {
            List<String> spread = new ArrayList<>(drawn.sets());
            spread.addAll(RACKS);
            // What is refused in racks, since its switches run a program, is compared without.
            if (number++ % 3 != 0 || !compare(MixRequest.of(drawn.mix(), spread))) {
                assertTrue(compare(drawn), "refused: " + drawn);
            }
        }
        for (String word : DRAWN) {
            assertTrue(compared.getOrDefault(word, 0) > 0, word + " in " + compared);
        }
    }

    /** What a campaign runs. */
    private List<MixRequest> drawn() throws IOException {
        System.setProperty(RESULTS, folder.toString());
        try {
            PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
            Console console = new Console(nowhere, nowhere, false, 100, true, new Cancellation());
            String campaign = "campaign --output json --first 1 --seeds " + SEEDS + " --set " + SHORT;
            RootCommand.execute(new Board(DIST, registry), console, Words.of(campaign));
        } finally {
            System.clearProperty(RESULTS);
        }
        List<MixRequest> drawn = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("campaign/latest/points/seeds.jsonl"))) {
            JsonNode seed = new ObjectMapper().readTree(line);
            if (!seed.path("kind").asText().equals("REFUSED")) {
                drawn.add(request(
                        List.of(seed.path("replay").asText().replace("'", "").split(" "))));
            }
        }
        assertTrue(drawn.size() > SEEDS * 3 / 4, drawn.size() + " of " + SEEDS);
        return drawn;
    }

    /** Of {@code ./breadboard run MIX --set KEY=VALUE ... --explore --seed SEED}. */
    private static MixRequest request(List<String> words) {
        List<String> sets = new ArrayList<>();
        for (int i = 3; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--set" -> sets.add(words.get(i + 1));
                case "--seed" -> sets.add("seed=" + words.get(i + 1));
                case "--explore" -> sets.add("explore=true");
                default -> {} // a value
            }
        }
        return MixRequest.of(words.get(2), sets);
    }

    /** False if such a run is refused. */
    private boolean compare(MixRequest request) throws IOException {
        Path one = folder.resolve("one");
        Path several = folder.resolve("several");
        String figures;
        try {
            figures = figures(request, 1, one);
        } catch (RefusedException refused) {
            return false;
        }
        assertEquals(figures, figures(request, THREADS, several), request::toString);
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(several), request::toString);
        for (String word : DRAWN) {
            boolean has = request.sets().stream().anyMatch(set -> set.contains(word));
            compared.merge(word, has ? 1 : 0, Integer::sum);
        }
        return true;
    }

    private String figures(MixRequest request, int threads, Path history) {
        Experiment experiment = new Experiment(
                        registry.installed(), new Folders(DIST, folder), Duration.ofSeconds(60), () -> false)
                .onThreads(threads);
        ResolvedMix mix = experiment.resolve(request);
        RunResult result = experiment.once(mix, history, (phase, share, committed) -> {});
        assertEquals(
                threads == 1, experiment.whyOneByOne().isPresent(), () -> experiment.whyOneByOne() + ": " + request);
        return String.join(
                "\n",
                List.of(
                        "committed " + result.committed() + ", failed " + result.failure(),
                        "aborts " + result.aborts(),
                        "counters " + result.counters(),
                        "usage " + result.usage(),
                        "crashes " + result.afterCrashes(),
                        "remarks " + result.remarks()));
    }
}

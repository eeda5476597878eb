// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns over all that ships, as a user calls them. */
@Tag("slow")
final class CampaignTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final String RESULTS = "breadboard.results";
    private static final int SEEDS = Integer.getInteger("breadboard.campaign", 200);

    private static PluginRegistry registry;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(CampaignTest.class.getClassLoader()));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    private Board board(String results) {
        System.setProperty(RESULTS, folder.resolve(results).toString());
        try {
            return new Board(DIST, registry);
        } finally {
            System.clearProperty(RESULTS);
        }
    }

    private Console console(Cancellation cancellation, Function<String, Progress> bars) {
        out.reset();
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100,
                true,
                cancellation,
                bars,
                () -> false);
    }

    private Console console() {
        return console(new Cancellation(), label -> Progress.SILENT);
    }

    /** {@code parallel} is 0 for as many as there are cores. */
    private static List<String> seeds(int seeds, int parallel) {
        return campaign("--first 1 --seeds " + seeds + (parallel == 0 ? "" : " --parallel " + parallel));
    }

    private static List<String> campaign(String options, String... sets) {
        return Words.of("campaign --output json " + options, sets);
    }

    private JsonNode printed() throws IOException {
        assertEquals(List.of(), new OutputSchema().errors(out.toString(StandardCharsets.UTF_8)));
        return new ObjectMapper().readTree(out.toByteArray());
    }

    @Test
    void shouldVerifyAllThatShipsWithItsFaults() throws IOException {
        assertEquals(ExitStatus.DONE, RootCommand.execute(board("all"), console(), seeds(SEEDS, 0)), err::toString);
        JsonNode told = printed();
        assertEquals(SEEDS, told.path("seeds").asInt());
        for (String none : List.of("violations", "stuck")) {
            assertEquals(0, told.path(none).asInt(), none);
        }
        assertTrue(told.path("refused").asInt() <= SEEDS / 20, told.path("refused") + " refused");
        for (String fault : List.of(
                "loss",
                "duplication",
                "reordering",
                "delay",
                "partition",
                "partition-one-way",
                "pause",
                "slow",
                "crash",
                "power-loss",
                "nic-crash",
                "switch-crash",
                "ring-full",
                "qp-error",
                "zookeeper-crash")) {
            assertTrue(told.path("faults").path(fault).asInt() > 0, fault);
        }
        for (String state : List.of("abort.LOCKED", "abort.VALIDATION", "fasst.requests", "switch.turnedRound")) {
            assertTrue(told.path("states").path(state).asInt() > 0, state);
            assertTrue(told.path("met").path(state).path("seeds").asInt() <= SEEDS, state);
            assertTrue(told.path("met").path(state).path("first").asInt() >= 1, state);
        }
        String seeds = Files.readString(folder.resolve("all/campaign/latest/points/seeds.jsonl"));
        assertTrue(Pattern.compile("cluster[.]nodes=[5-9]").matcher(seeds).find(), "many machines");
        assertTrue(Pattern.compile("workload=(tpcc|tatp|smallbank|retwis|ycsb|payment|counters) ")
                .matcher(seeds)
                .find());
        assertTrue(seeds.contains("--set workload=shared "), "two at once");
    }

    @Test
    void shouldComeToTheSameHoweverManyThreadsThereAreAndWhereverItWasStopped() throws IOException {
        // So few seeds may leave a fault out that was drawn, but nobody asked for one.
        ExitStatus ended = RootCommand.execute(board("one"), console(), seeds(24, 1));
        JsonNode one = printed();
        assertEquals(ExitStatus.DONE, ended, err::toString);
        RootCommand.execute(board("three"), console(), seeds(24, 3));
        assertEquals(one, printed());
        Cancellation stop = new Cancellation();
        Progress progress = (phase, share, rate) -> {
            if (share > 0.25) {
                stop.cancel("the test has seen enough");
            }
        };
        Board stopped = board("stopped");
        assertEquals(ExitStatus.FAILED, RootCommand.execute(stopped, console(stop, label -> progress), seeds(24, 2)));
        assertTrue(printed().path("seeds").asInt() < 24, "stopped");
        Path seeds = folder.resolve("stopped/campaign/latest/points/seeds.jsonl");
        Files.writeString(seeds, "{\"seed\":24,\"kind\":\"VER", StandardOpenOption.APPEND);
        assertEquals(ended, RootCommand.execute(stopped, console(), campaign("--parallel 2 --resume")), err::toString);
        assertEquals(one, printed());
    }

    /** Seeds of the third generation on are drawn near others, whichever ends first. */
    @Test
    void shouldDrawNearTheSameHoweverManyThreadsThereAreAndWhereverItWasStopped() throws IOException {
        String mix = " --mix fasst-contended --set time.measureUs=300";
        String seeds = "--first 7 --seeds 112" + mix;
        RootCommand.execute(board("one"), console(), campaign("--guided --parallel 1 " + seeds));
        JsonNode one = printed();
        RootCommand.execute(board("three"), console(), campaign("--guided --parallel 3 " + seeds));
        assertEquals(one, printed());
        assertEquals(lines("one"), lines("three"));
        RootCommand.execute(board("blind"), console(), campaign(seeds));
        List<String> blind = replays("blind");
        List<String> guided = replays("one");
        assertEquals(blind.subList(0, 64), guided.subList(0, 64));
        assertNotEquals(blind.subList(64, 112), guided.subList(64, 112));
        guided.forEach(each -> assertTrue(each.contains(" --set time.measureUs=300 "), each));

        Cancellation stop = new Cancellation();
        Progress progress = (phase, share, rate) -> {
            if (share > 0.7) {
                stop.cancel("the test has seen enough");
            }
        };
        Board stopped = board("stopped");
        RootCommand.execute(stopped, console(stop, label -> progress), campaign("--guided --parallel 2 " + seeds));
        assertTrue(printed().path("seeds").asInt() < 112, "stopped");
        for (String other : List.of("", "--guided --first 8")) {
            List<String> resumed = campaign("--resume " + other + mix);
            assertEquals(ExitStatus.USER_MISTAKE, RootCommand.execute(stopped, console(), resumed), other);
        }
        RootCommand.execute(stopped, console(), campaign("--resume --guided --parallel 2" + mix));
        assertEquals(one, printed());
        assertEquals(lines("one"), lines("stopped"));
    }

    /** What is kept of each seed, in their order, without the time of the clock. */
    private List<JsonNode> lines(String results) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(results + "/campaign/latest/points/seeds.jsonl"))) {
            ObjectNode row = (ObjectNode) new ObjectMapper().readTree(line);
            assertTrue(row.remove("seconds").asDouble() > 0, line);
            lines.add(row);
        }
        lines.sort(Comparator.comparingLong(row -> row.path("seed").asLong()));
        return lines;
    }

    private List<String> replays(String results) throws IOException {
        return lines(results).stream().map(row -> row.path("replay").asText()).toList();
    }

    @Test
    void shouldFindAPlantedFaultAndMakeItSmall() throws IOException {
        List<String> planted =
                campaign("--first 1 --seeds 12 --mix fasst-contended", "protocol.breakage=skip-validation");
        assertEquals(ExitStatus.FAILED, RootCommand.execute(board("planted"), console(), planted));
        JsonNode told = printed();
        assertTrue(told.path("violations").asInt() > 0, told.toString());
        JsonNode failure = told.path("failures").get(0);
        assertFalse(failure.path("verdict").isEmpty());
        assertEquals(ExitStatus.FAILED, replay(failure.path("replay").asText()), "the replay of " + failure);
        assertTrue(
                Arrays.asList(failure.path("replay").asText().split(" ")).contains("cluster.replication=1"),
                "copies have nothing to do with it: " + failure);
    }

    /** DrTM+R calls nobody unless one of its phases is set to. */
    @Test
    void shouldDrawSettingsOfAProtocolThatHaveFewValues() throws IOException {
        List<String> drawn = campaign("--first 1 --seeds 40 --protocol drtmr");
        assertEquals(ExitStatus.DONE, RootCommand.execute(board("drawn"), console(), drawn), err::toString);
        assertTrue(printed().path("states").path("drtm.rpcs").asInt() > 0, out::toString);
    }

    @Test
    void shouldRefuseAFaultThatCanStrikeNothing() {
        List<String> asked = campaign("--first 1 --seeds 5 --protocol fasst --nemesis loss,duplication");
        assertEquals(ExitStatus.USER_MISTAKE, RootCommand.execute(board("nothing"), console(), asked));
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(
                told.contains("--nemesis names 'duplication', which can strike nothing that this campaign runs (fasst):"
                        + " leave it out, or choose other protocols or mixes"),
                told);
    }

    @Test
    void shouldFailIfAFaultThatWasAskedForNeverStruck() {
        List<String> asked =
                campaign("--first 1 --seeds 2 --protocol nocc", "network.loss=0.000000001", "faults.nemesis=pause");
        assertEquals(ExitStatus.FAILED, RootCommand.execute(board("asked"), console(), asked));
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(told.contains("No fault 'loss' fired, although it was asked for"), told);
        assertFalse(told.contains("No fault 'pause'"), told);
    }

    /** Few seeds of one protocol never get everywhere. */
    @Test
    void shouldNameTheStatesThatNoSeedHasMet() throws IOException {
        List<String> few = campaign("--first 1 --seeds 3 --protocol nocc");
        assertEquals(ExitStatus.DONE, RootCommand.execute(board("few"), console(), few), err::toString);
        List<String> states = campaign("--first 1 --seeds 3 --protocol nocc --states");
        assertEquals(ExitStatus.FAILED, RootCommand.execute(board("states"), console(), states));
        assertTrue(printed().path("states").path("nocc.store.late").isNumber(), out::toString);
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(told.contains("State 'nocc.store.late' was met by none of 3 seeds"), told);
        assertFalse(told.contains("malformed"), told);
        assertFalse(told.contains("abort."), told);
    }

    /**
     * Xenic's index has room for few locks that a crash leaves where somebody made it small. A seed that drew that is
     * tried without; what is given to all is their own.
     */
    @Test
    void shouldExcuseWhatHasNoRoomInASizeThatWasDrawn() throws IOException {
        String seed = "--first 144 --seeds 1 --parallel 1 --protocol xenic,xenic-offpath"
                + " --nemesis crash,power-loss,nic-crash,qp-error";
        RootCommand.execute(board("excused"), console(), campaign(seed));
        assertEquals(1, printed().path("excused").asInt(), out::toString);
        assertEquals(0, printed().path("violations").asInt(), out::toString);
        out.reset();
        List<String> given = campaign(seed, "protocol.indexBytes=1024");
        assertEquals(ExitStatus.FAILED, RootCommand.execute(board("given"), console(), given), out::toString);
        assertEquals(1, printed().path("violations").asInt(), out::toString);
        assertTrue(
                printed().path("failures").toString().contains("the NIC's index has no place for the lock of key"),
                out::toString);
    }

    /**
     * A switch with room for one packet never passes two at once. Asked for by whoever runs the campaign, it is no
     * choice of a seed's, and nothing is violated; without it the seed holds.
     */
    @Test
    void shouldCallStuckWhatNeverEnds() throws IOException {
        String seed = "--first 57 --seeds 1 --parallel 1 --protocol nocc,nocc-reads,occ";
        List<String> small = campaign(seed, "switch.bufferPackets=1");
        assertEquals(ExitStatus.FAILED, RootCommand.execute(board("small"), console(), small), out::toString);
        assertEquals(1, printed().path("stuck").asInt(), out::toString);
        assertEquals(0, printed().path("violations").asInt(), out::toString);
        out.reset();
        assertEquals(ExitStatus.DONE, RootCommand.execute(board("drawn"), console(), campaign(seed)), out::toString);
        assertEquals(0, printed().path("refused").asInt(), out::toString);
    }

    /** Shapes are of another workload. */
    @Test
    void shouldKeepToTheWorkloadThatIsAskedFor() throws IOException {
        List<String> asked = campaign(
                "--first 1 --seeds 16 --mix fasst-contended", "workload=ycsb-core", "workload.recordcount=100");
        assertEquals(ExitStatus.DONE, RootCommand.execute(board("asked"), console(), asked), err::toString);
        assertEquals(0, printed().path("refused").asInt(), out::toString);
    }

    /** Of two writes one is lost, and the other one was seen: nobody can say what the sum is to be. */
    @Test
    void shouldNotBlameAProtocolForWhatIsHalfDone() {
        String found = "./breadboard run fasst-contended --set cluster.cores=0 --set cluster.hyperthreads=0"
                + " --set hardware.profile=intel-82599 --set switch=early-abort --set switch.profile=tofino"
                + " --set workload=contended --set workload.shape=10491 --set cluster.scale=1"
                + " --set workload.absent=true --set cluster.nodes=2 --set cluster.replication=2"
                + " --set cluster.threads=3 --set load.contexts=1 --set time.warmupUs=50 --set time.measureUs=949"
                + " --set network.loss=0.01 --set network.reordering=0.05 --set workload.accesses=2"
                + " --set workload.rounds=1 --explore --seed 10491";
        assertEquals(ExitStatus.DONE, replay(found), err::toString);
    }

    private ExitStatus replay(String command) {
        List<String> words = Words.of(command + " --output json");
        return RootCommand.execute(board("replay"), console(), words.subList(1, words.size()));
    }
}

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
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.campaign.CampaignRequest;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.RunRequest;
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

    private Breadboard breadboard(String results) {
        System.setProperty(RESULTS, folder.resolve(results).toString());
        try {
            return new Breadboard(DIST, registry);
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

    private static CampaignRequest request(int seeds, int parallel, boolean resume) {
        return new CampaignRequest(
                1L, seeds, 0.0, List.of(), List.of(), List.of(), null, parallel, false, resume, OutputFormat.JSON);
    }

    private JsonNode printed() throws IOException {
        return new ObjectMapper().readTree(out.toByteArray());
    }

    @Test
    void shouldVerifyAllThatShipsWithItsFaults() throws IOException {
        assertEquals(ExitStatus.DONE, breadboard("all").campaign(request(SEEDS, 0, false), console()), err::toString);
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
        }
    }

    @Test
    void shouldComeToTheSameHoweverManyThreadsThereAreAndWhereverItWasStopped() throws IOException {
        // So few seeds may leave a fault out, which fails a campaign.
        ExitStatus ended = breadboard("one").campaign(request(24, 1, false), console());
        JsonNode one = printed();
        breadboard("three").campaign(request(24, 3, false), console());
        assertEquals(one, printed());
        Cancellation stop = new Cancellation();
        Progress progress = (phase, share, rate) -> {
            if (share > 0.25) {
                stop.cancel("the test has seen enough");
            }
        };
        Breadboard stopped = breadboard("stopped");
        assertEquals(ExitStatus.FAILED, stopped.campaign(request(24, 2, false), console(stop, label -> progress)));
        assertTrue(printed().path("seeds").asInt() < 24, "stopped");
        Path seeds = folder.resolve("stopped/campaign/latest/points/seeds.jsonl");
        Files.writeString(seeds, "{\"seed\":24,\"kind\":\"VER", StandardOpenOption.APPEND);
        CampaignRequest resumed = new CampaignRequest(
                null, null, null, List.of(), List.of(), List.of(), null, 2, false, true, OutputFormat.JSON);
        assertEquals(ended, stopped.campaign(resumed, console()), err::toString);
        assertEquals(one, printed());
    }

    @Test
    void shouldFindAPlantedFaultAndMakeItSmall() throws IOException {
        CampaignRequest planted = new CampaignRequest(
                1L,
                12,
                0.0,
                List.of("fasst-contended"),
                List.of(),
                List.of("protocol.breakage=skip-lock"),
                null,
                0,
                false,
                false,
                OutputFormat.JSON);
        assertEquals(ExitStatus.FAILED, breadboard("planted").campaign(planted, console()));
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
        CampaignRequest drawn = new CampaignRequest(
                1L, 40, 0.0, List.of(), List.of("drtmr"), List.of(), null, 0, false, false, OutputFormat.JSON);
        assertEquals(ExitStatus.DONE, breadboard("drawn").campaign(drawn, console()), err::toString);
        assertTrue(printed().path("states").path("drtm.rpcs").asInt() > 0, out::toString);
    }

    @Test
    void shouldRefuseAFaultThatCanStrikeNothing() {
        CampaignRequest asked = new CampaignRequest(
                1L,
                5,
                0.0,
                List.of(),
                List.of("fasst"),
                List.of(),
                "loss,duplication",
                0,
                false,
                false,
                OutputFormat.JSON);
        assertEquals(ExitStatus.USER_MISTAKE, breadboard("nothing").campaign(asked, console()));
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(
                told.contains("--nemesis names 'duplication', which can strike nothing that this campaign runs (fasst):"
                        + " leave it out, or choose other protocols or mixes"),
                told);
    }

    /** A switch with room for one packet never passes two at once. */
    @Test
    void shouldNotBlameAProtocolForASwitchThatIsTooSmall() throws IOException {
        String small = "./breadboard run fasst-contended --set cluster.cores=0 --set cluster.hyperthreads=0"
                + " --set protocol=nocc-reads --set hardware.profile=intel-82599 --set switch=nocc-reads"
                + " --set switch.profile=tofino --set workload=contended --set workload.shape=7009 --set cluster.scale=1"
                + " --set cluster.nodes=3 --set cluster.replication=1 --set cluster.clientNodes=1 --set cluster.clients=5"
                + " --set load.contexts=1 --set load.untilDone=true --set time.warmupUs=50 --set time.measureUs=91"
                + " --set switch.bufferPackets=1 --set workload.apart=true --set workload.valueBytes=16"
                + " --set workload.fixed=true --set workload.rounds=2 --explore --seed 7009";
        assertEquals(ExitStatus.FAILED, replay(small), "it passes through");
        List<String> protocols = List.of("nocc", "nocc-reads", "occ");
        CampaignRequest drawn = new CampaignRequest(
                7009L, 1, 0.0, List.of(), protocols, List.of(), null, 1, false, false, OutputFormat.JSON);
        assertEquals(ExitStatus.DONE, breadboard("small").campaign(drawn, console()), out::toString);
        assertEquals(0, printed().path("refused").asInt(), out::toString);
    }

    /** Asked for by whoever runs the campaign, such a switch is no choice of a seed's; and nothing was violated. */
    @Test
    void shouldCallStuckWhatNeverEnds() throws IOException {
        CampaignRequest asked = new CampaignRequest(
                7009L,
                1,
                0.0,
                List.of(),
                List.of(),
                List.of("switch.bufferPackets=1"),
                null,
                1,
                false,
                false,
                OutputFormat.JSON);
        assertEquals(ExitStatus.FAILED, breadboard("stuck").campaign(asked, console()), out::toString);
        assertEquals(1, printed().path("stuck").asInt(), out::toString);
        assertEquals(0, printed().path("violations").asInt(), out::toString);
    }

    /** Shapes are of another workload. */
    @Test
    void shouldKeepToTheWorkloadThatIsAskedFor() throws IOException {
        CampaignRequest asked = new CampaignRequest(
                1L,
                16,
                0.0,
                List.of("fasst-contended"),
                List.of(),
                List.of("workload=ycsb-core", "workload.recordcount=100"),
                null,
                0,
                false,
                false,
                OutputFormat.JSON);
        assertEquals(ExitStatus.DONE, breadboard("asked").campaign(asked, console()), err::toString);
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
        List<String> words = Arrays.asList(command.split(" "));
        List<String> sets = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("--set")) {
                sets.add(words.get(i + 1));
            }
        }
        long seed = Long.parseLong(words.get(words.indexOf("--seed") + 1));
        RunRequest run =
                new RunRequest(words.get(2), sets, OptionalLong.of(seed), null, true, false, OutputFormat.JSON);
        return breadboard("replay").run(run, console());
    }
}

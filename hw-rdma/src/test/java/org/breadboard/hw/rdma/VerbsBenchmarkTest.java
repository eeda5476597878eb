package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.hw.rdma.bench.VerbsBenchmarkType;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbsBenchmarkTest {
    private static final Mix.Mode SIM = new Mix.Mode("sim", false, 0);
    private static final Mix.Mode EXPLORE = new Mix.Mode("sim", true, 0);
    private static final Mix.Mode LIVE = new Mix.Mode("live", false, 2);
    private static final Mix.Network WHOLE = new Mix.Network(0, 0, 0);
    private static final Mix.Network BROKEN = new Mix.Network(0.05, 0.05, 0.05);

    @ParameterizedTest
    @CsvSource({
        "READ, RC, 32",
        "READ, RC, 1000",
        "READ, DC, 61",
        "WRITE, RC, 32",
        "WRITE, UC, 200",
        "WRITE, DC, 64",
        "CAS, RC, 8",
        "CAS, DC, 8",
        "FAA, RC, 8"
    })
    void shouldMoveRightBytesWhereverItRuns(String verb, String transport, String bytes) {
        Map<String, String> settings = Map.of("verb", verb, "transport", transport, "valueBytes", bytes, "batch", "3");
        verified(run(settings, SIM, WHOLE, 100, 1));
        // Wall-clock time: long enough for a busy machine to get round to it.
        verified(run(settings, LIVE, WHOLE, 300_000, 1));
        for (long seed = 1; seed <= 5; seed++) {
            verified(run(settings, EXPLORE, WHOLE, 100, seed));
            verified(run(settings, EXPLORE, BROKEN, 100, seed));
        }
    }

    @ParameterizedTest
    @CsvSource({"READ, RC", "WRITE, RC", "WRITE, UC", "CAS, RC", "FAA, RC", "FAA, DC"})
    void shouldMoveRightBytesWhereThreadsShareANode(String verb, String transport) {
        Map<String, String> settings = Map.of("verb", verb, "transport", transport, "valueBytes", "32", "batch", "3");
        Mix.Mode crowded = new Mix.Mode("live", false, 4);
        // Four threads for two nodes: answers and retransmissions reach a queue pair on another thread than its
        // stage's.
        for (Mix.Network network : List.of(WHOLE, BROKEN)) {
            verified(run("connect-ib", 2, 4, 4, settings, crowded, network, 150_000, 1));
        }
    }

    @Test
    void shouldYieldTheSameBytesOfResultForTheSameSeed() {
        RunResult once = run(Map.of("verb", "CAS"), SIM, BROKEN, 200, 7);
        RunResult again = run(Map.of("verb", "CAS"), SIM, BROKEN, 200, 7);
        RunResult other = run(Map.of("verb", "CAS"), SIM, BROKEN, 200, 8);
        assertEquals(once.counters(), again.counters());
        assertEquals(once.committed(), again.committed());
        assertFalse(once.counters().equals(other.counters()));
    }

    @Test
    void shouldReadAsFastAsTheCpuOrTheNicAllows() {
        // Two calibration rows that take no time to run; the study rdma-micro has them all.
        RunResult alone = run("connect-ib", 6, 1, 48, Map.of("initiators", "first"), SIM, WHOLE, 300, 1);
        assertEquals(10.9e6, alone.committedPerSecond(), 0.1 * 10.9e6);
        RunResult old = run("connectx3", 6, 8, 16, Map.of(), SIM, WHOLE, 300, 1);
        assertEquals(11.2e6, old.committedPerNodePerSecond(), 0.1 * 11.2e6);
        assertTrue(
                old.usage().get(0).resource().contains("nic.engine"),
                old.usage().get(0).toString());
    }

    @Test
    void shouldSlowDownWhenQueuePairsDoNotFitTheCache() {
        double fits = run("connectx3", 6, 8, 8, Map.of(), SIM, WHOLE, 200, 1).committedPerNodePerSecond();
        double not = run("connectx3", 6, 8, 8, Map.of("emulation", "4"), SIM, WHOLE, 200, 1)
                .committedPerNodePerSecond();
        assertTrue(not < fits / 3, fits + " against " + not);
    }

    @Test
    void shouldSufferFromTooFewAndTooManyDynamicQueuePairs() {
        double few = dynamicReadsPerNode(2);
        double some = dynamicReadsPerNode(8);
        double many = dynamicReadsPerNode(24);
        assertEquals(22.9e6, some, 0.1 * 22.9e6, "FaSST 7.1");
        assertTrue(few < some / 2 && many < 0.9 * some, few + ", " + some + ", " + many);
    }

    private static double dynamicReadsPerNode(int queuePairs) {
        return run("connect-ib", 6, 14, queuePairs, Map.of("transport", "DC"), SIM, WHOLE, 60, 1)
                .committedPerNodePerSecond();
    }

    @Test
    void shouldRefuseWhatTable1Forbids() {
        String sentence = assertThrows(
                        RefusedException.class, () -> run(Map.of("verb", "READ", "transport", "UC"), SIM, WHOLE, 10, 1))
                .getMessage();
        assertTrue(sentence.contains("transport=UC") && sentence.contains("verb=READ"), sentence);
    }

    private static void verified(RunResult result) {
        assertNull(result.failure());
        assertEquals(List.of(), result.verdict().anomalies());
        assertTrue(result.committed() > 20, "only " + result.committed());
    }

    private static RunResult run(Map<String, String> settings, Mix.Mode mode, Mix.Network network, long us, long seed) {
        return run("connect-ib", 3, 2, 4, settings, mode, network, us, seed);
    }

    private static RunResult run(
            String profile,
            int nodes,
            int threads,
            int contexts,
            Map<String, String> settings,
            Mix.Mode mode,
            Mix.Network network,
            long us,
            long seed) {
        Map<String, String> values = new LinkedHashMap<>(settings);
        Mix mix = new Mix(
                "test",
                new Mix.Cluster(nodes, threads, 1, 1),
                "rdma",
                profile,
                DataSheets.settings(
                        new RdmaHardware(), profile, Map.of("retransmitNs", 10_000.0, "retransmissions", 50.0)),
                "rdma-verbs",
                Settings.of(new VerbsBenchmarkType().settings(), values),
                null,
                null,
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF),
                new Mix.Time(30_000, us * 1000),
                network,
                mode,
                seed);
        return TestMix.run(List.of(new RdmaPlugin()), mix, null);
    }
}

package org.breadboard.hw.smartnic;

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
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.hw.smartnic.bench.OffPathBenchmarkType;
import org.breadboard.hw.smartnic.bench.SmartNicBenchmarkType;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The device as a whole, in both runtimes; calibration rows that take no time to run. The study smartnic-micro has them all. */
class BenchmarksTest {
    private static final Mix.Mode SIM = new Mix.Mode("sim", false, 0);
    private static final Mix.Mode EXPLORE = new Mix.Mode("sim", true, 0);
    private static final Mix.Mode LIVE = new Mix.Mode("live", false, 2);

    @ParameterizedTest
    @CsvSource({
        "nicRpc, host, 80, true",
        "nicRpc, nic, 300, false",
        "hostRpc, host, 80, true",
        "nicWrite, host, 16, true",
        "nicWrite, nic, 256, false",
        "hostWrite, host, 200, true",
        "hostWrite, nic, 64, false",
        "hostRead, host, 200, true",
        "hostRead, nic, 64, false",
        "hostRpc, nic, 80, true",
        "dma, host, 64, true"
    })
    void shouldMoveRightBytesWhereverItRuns(String pattern, String source, String bytes, String gathers) {
        Map<String, String> settings = Map.of(
                "pattern", pattern, "source", source, "valueBytes", bytes, "gathers", gathers, "serverCores", "3");
        verified(onPath(3, 2, 4, settings, SIM, 100, 1));
        // Wall-clock time: long enough for a busy machine to get round to it.
        verified(onPath(3, 2, 4, settings, LIVE, 300_000, 1));
        for (long seed = 1; seed <= 5; seed++) {
            verified(onPath(3, 2, 4, settings, EXPLORE, 200, seed));
        }
    }

    @ParameterizedTest
    @CsvSource({"host, host, false", "host, soc, false", "soc, host, true", "soc, soc, false"})
    void shouldWriteRightBytesOffPath(String source, String target, String local) {
        Map<String, String> settings = Map.of("source", source, "target", target, "local", local, "valueBytes", "200");
        for (Mix.Mode mode : List.of(SIM, LIVE, EXPLORE)) {
            verified(run(
                    new OffPathBenchmarkType(),
                    "bluefield",
                    2,
                    2,
                    8,
                    settings,
                    Map.of(),
                    mode,
                    mode.live() ? 300_000 : 200,
                    1));
        }
    }

    @Test
    void shouldEchoAsFastAsPacketEngineOrDescriptorsAllow() {
        Map<String, String> nic = Map.of("pattern", "nicRpc", "source", "nic", "gathers", "false");
        assertEquals(71.8e6, onPath(6, 16, 16, nic, SIM, 60, 1).committedPerSecond(), 0.05 * 71.8e6, "Xenic 3.3");
        Map<String, String> host = Map.of("pattern", "hostRpc");
        assertEquals(23.0e6, onPath(6, 16, 16, host, SIM, 60, 1).committedPerSecond(), 0.05 * 23.0e6, "Xenic 3.3");
    }

    /** Cores write values to the NIC's memory one after another: each waits for its line, in batches too (Xenic 3.4). */
    @Test
    void shouldWaitForTheNicsMemoryAtEachWrite() {
        Map<String, String> settings = Map.of("pattern", "nicWrite", "source", "host", "serverCores", "2");
        double near = onPath(6, 16, 16, settings, Map.of("coreMissNs", 1.0), SIM, 60, 1)
                .committedPerSecond();
        double far = onPath(6, 16, 16, settings, Map.of("coreMissNs", 2000.0), SIM, 60, 1)
                .committedPerSecond();
        assertTrue(far < near / 2, far + " with lines that take 2 us, " + near + " with lines at once");
    }

    @Test
    void shouldYieldTheSameForTheSameSeed() {
        Map<String, String> settings = Map.of("pattern", "hostWrite", "valueBytes", "64", "serverCores", "4");
        RunResult once = onPath(3, 4, 8, settings, EXPLORE, 200, 7);
        RunResult again = onPath(3, 4, 8, settings, EXPLORE, 200, 7);
        assertEquals(once.counters(), again.counters());
        assertEquals(once.committed(), again.committed());
        assertFalse(once.counters()
                .equals(onPath(3, 4, 8, settings, EXPLORE, 200, 8).counters()));
    }

    @Test
    void shouldRefuseWhatCannotRun() {
        String sentence = assertThrows(
                        RefusedException.class, () -> onPath(3, 2, 4, Map.of("serverCores", "25"), SIM, 10, 1))
                .getMessage();
        assertTrue(sentence.contains("24 run on each NIC"), sentence);
        assertThrows(RefusedException.class, () -> onPath(1, 2, 4, Map.of(), SIM, 10, 1));
    }

    private static void verified(RunResult result) {
        assertNull(result.failure());
        assertEquals(List.of(), result.verdict().anomalies());
        assertTrue(result.committed() > 20, "only " + result.committed());
    }

    private static RunResult onPath(
            int nodes, int threads, int contexts, Map<String, String> settings, Mix.Mode mode, long us, long seed) {
        return onPath(nodes, threads, contexts, settings, Map.of(), mode, us, seed);
    }

    private static RunResult onPath(
            int nodes,
            int threads,
            int contexts,
            Map<String, String> settings,
            Map<String, ?> hardware,
            Mix.Mode mode,
            long us,
            long seed) {
        SmartNicBenchmarkType type = new SmartNicBenchmarkType();
        return run(type, "liquidio3", nodes, threads, contexts, settings, hardware, mode, us, seed);
    }

    private static RunResult run(
            ProtocolType type,
            String profile,
            int nodes,
            int threads,
            int contexts,
            Map<String, String> settings,
            Map<String, ?> hardware,
            Mix.Mode mode,
            long us,
            long seed) {
        Mix mix = new Mix(
                "test",
                new Mix.Cluster(nodes, threads, 1, 1),
                DataSheets.typeWith(new SmartNicPlugin(), profile).id(),
                profile,
                DataSheets.settings(DataSheets.typeWith(new SmartNicPlugin(), profile), profile, hardware),
                type.id(),
                Settings.of(type.settings(), new LinkedHashMap<>(settings)),
                null,
                null,
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF),
                new Mix.Time(30_000, us * 1000),
                new Mix.Network(0, 0, 0),
                mode,
                seed);
        return TestMix.run(List.of(new SmartNicPlugin()), mix, null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.microbenchmarks.MicroBenchmarksPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The device as a whole, in both runtimes; calibration rows that take no time to run. The study smartnic-micro has them
 * all.
 */
class SmartNicBenchmarkTest {
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
        verified(onPath(3, 2, 4, settings).measureUs(100), 1);
        // Wall-clock time: long enough for a busy machine to get round to it.
        verified(onPath(3, 2, 4, settings).live(2).measureUs(300_000), 1);
        for (long seed = 1; seed <= 5; seed++) {
            verified(onPath(3, 2, 4, settings).explore(), seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"host, host, false", "host, soc, false", "soc, host, true", "soc, soc, false"})
    void shouldWriteRightBytesOffPath(String source, String target, String local) {
        Map<String, String> settings = Map.of("source", source, "target", target, "local", local, "valueBytes", "200");
        TestMix mix = mix(new OffPathBenchmarkType().id(), "bluefield", 2, 2, 8, settings);
        verified(mix, 1);
        verified(mix.explore(), 1);
        verified(mix.live(2).measureUs(300_000), 1);
    }

    @Test
    void shouldEchoAsFastAsPacketEngineOrDescriptorsAllow() {
        Map<String, String> nic = Map.of("pattern", "nicRpc", "source", "nic", "gathers", "false");
        assertEquals(
                71.8e6, onPath(6, 16, 16, nic).measureUs(60).run(1).committedPerSecond(), 0.05 * 71.8e6, "Xenic 3.3");
        Map<String, String> host = Map.of("pattern", "hostRpc");
        assertEquals(
                23.0e6, onPath(6, 16, 16, host).measureUs(60).run(1).committedPerSecond(), 0.05 * 23.0e6, "Xenic 3.3");
    }

    /**
     * Cores write values to the NIC's memory one after another: each waits for its line, in batches too (Xenic 3.4).
     */
    @Test
    void shouldWaitForTheNicsMemoryAtEachWrite() {
        Map<String, String> settings = Map.of("pattern", "nicWrite", "source", "host", "serverCores", "2");
        TestMix mix = onPath(6, 16, 16, settings).measureUs(60);
        double near = mix.hardware("coreMissNs", 1.0).run(1).committedPerSecond();
        double far = mix.hardware("coreMissNs", 2000.0).run(1).committedPerSecond();
        assertTrue(far < near / 2, far + " with lines that take 2 us, " + near + " with lines at once");
    }

    @Test
    void shouldYieldTheSameForTheSameSeed() {
        Map<String, String> settings = Map.of("pattern", "hostWrite", "valueBytes", "64", "serverCores", "4");
        TestMix mix = onPath(3, 4, 8, settings).explore();
        TestOutcome once = mix.run(7);
        TestOutcome again = mix.run(7);
        assertEquals(once.counters(), again.counters());
        assertEquals(once.committed(), again.committed());
        assertFalse(once.counters().equals(mix.run(8).counters()));
    }

    @Test
    void shouldRefuseWhatCannotRun() {
        String sentence = assertThrows(
                        RefusedException.class,
                        () -> onPath(3, 2, 4, Map.of("serverCores", "25")).run(1))
                .getMessage();
        assertTrue(sentence.contains("24 run on each NIC"), sentence);
        assertThrows(RefusedException.class, () -> onPath(1, 2, 4, Map.of()).run(1));
    }

    private static void verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 20, "only " + outcome.committed());
    }

    private static TestMix onPath(int nodes, int threads, int contexts, Map<String, String> settings) {
        return mix(new SmartNicBenchmarkType().id(), "liquidio3", nodes, threads, contexts, settings);
    }

    private static TestMix mix(
            String protocol, String profile, int nodes, int threads, int contexts, Map<String, String> settings) {
        TestMix mix = TestMix.of(List.of(new SmartNicPlugin(), new MicroBenchmarksPlugin()), profile, protocol, null)
                .cluster(nodes, threads, 1)
                .scale(1)
                .contexts(contexts)
                .warmupUs(30);
        settings.forEach(mix::protocol);
        return mix;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.Fault;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.microbenchmarks.MicroBenchmarksPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbsBenchmarkTest {
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
    void shouldMoveRightBytesWhereverItRuns(String verb, String transport, int bytes) {
        verified(mix(verb, transport, bytes).measureUs(100), 1);
        // Wall-clock time: long enough for a busy machine to get round to it.
        verified(mix(verb, transport, bytes).live(2).measureUs(300_000), 1);
        for (long seed = 1; seed <= 5; seed++) {
            verified(mix(verb, transport, bytes).explore().measureUs(100), seed);
            verified(broken(mix(verb, transport, bytes)).explore().measureUs(100), seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"READ, RC", "WRITE, RC", "WRITE, UC", "CAS, RC", "FAA, RC", "FAA, DC"})
    void shouldMoveRightBytesWhereThreadsShareANode(String verb, String transport) {
        // Four threads for two nodes: answers and retransmissions reach a queue pair on another thread than its
        // stage's.
        TestMix crowded = mix(verb, transport, 32).cluster(2, 4, 1).live(4);
        verifiedLive(crowded);
        verifiedLive(broken(crowded));
    }

    @Test
    void shouldYieldTheSameBytesOfResultForTheSameSeed() {
        TestMix mix = broken(mix("connect-ib").protocol("verb", "CAS"));
        TestOutcome once = mix.run(7);
        TestOutcome again = mix.run(7);
        TestOutcome other = mix.run(8);
        assertEquals(once.counters(), again.counters());
        assertEquals(once.committed(), again.committed());
        assertFalse(once.counters().equals(other.counters()));
    }

    @Test
    void shouldReadAsFastAsTheCpuOrTheNicAllows() {
        // Two calibration rows that take no time to run; the study rdma-micro has them all.
        TestOutcome alone = mix("connect-ib")
                .cluster(6, 1, 1)
                .contexts(48)
                .protocol("initiators", "first")
                .measureUs(300)
                .run(1);
        assertEquals(10.9e6, alone.committedPerSecond(), 0.1 * 10.9e6);
        TestOutcome old =
                mix("connectx3").cluster(6, 8, 1).contexts(16).measureUs(300).run(1);
        assertEquals(11.2e6, old.committedPerNodePerSecond(), 0.1 * 11.2e6);
        assertTrue(old.busiest().contains("nic.engine"), old.busiest());
    }

    @Test
    void shouldSlowDownWhenQueuePairsDoNotFitTheCache() {
        TestMix mix = mix("connectx3").cluster(6, 8, 1).contexts(8);
        double fits = mix.run(1).committedPerNodePerSecond();
        double not = mix.protocol("emulation", 4).run(1).committedPerNodePerSecond();
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
        return mix("connect-ib")
                .cluster(6, 14, 1)
                .contexts(queuePairs)
                .protocol("transport", "DC")
                .measureUs(60)
                .run(1)
                .committedPerNodePerSecond();
    }

    private static double committedPerSecond(TestMix mix) {
        return mix.runVerified(1).committedPerSecond();
    }

    /** Each saves the CPU work, and changes no byte. */
    @Test
    void shouldSpareDoorbellsAndCompletionsWhereToldTo() {
        TestMix mix = mix("WRITE", "RC", 32)
                .cluster(3, 1, 1)
                .contexts(16)
                .measureUs(300)
                .protocol("batch", 10);
        double each = committedPerSecond(mix.protocol("doorbells", "each"));
        double batch = committedPerSecond(mix.protocol("doorbells", "batch"));
        double last = committedPerSecond(mix.protocol("signals", "last"));
        assertTrue(batch > 1.3 * each, batch + " beside " + each);
        assertTrue(last > 1.2 * batch, last + " beside " + batch);
        RefusedException refused = assertThrows(
                RefusedException.class, () -> mix.protocol("verb", "READ").run(1));
        assertTrue(refused.getMessage().startsWith("signals=last leaves nobody"), refused.getMessage());
    }

    @Test
    void shouldRefuseWhatTable1Forbids() {
        TestMix mix = mix("connect-ib").protocol("verb", "READ").protocol("transport", "UC");
        String sentence = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(sentence.contains("transport=UC") && sentence.contains("verb=READ"), sentence);
    }

    /** A machine that is busy with something else may give it little time, so it may take longer then. */
    private static void verifiedLive(TestMix mix) {
        long committed = 0;
        for (long us = 150_000; us <= 15_000_000 && committed <= 20; us *= 10) {
            committed = mix.measureUs(us).runVerified(1).committed();
        }
        assertTrue(committed > 20, "only " + committed);
    }

    private static void verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 20, "only " + outcome.committed());
    }

    private static TestMix mix(String verb, String transport, int bytes) {
        return mix("connect-ib")
                .protocol("verb", verb)
                .protocol("transport", transport)
                .protocol("valueBytes", bytes)
                .protocol("batch", 3);
    }

    private static TestMix mix(String profile) {
        return TestMix.of(List.of(new RdmaPlugin(), new MicroBenchmarksPlugin()), profile, "rdma-verbs", null)
                .cluster(3, 2, 1)
                .scale(1)
                .contexts(4)
                .warmupUs(30)
                .hardware("retransmitNs", 10_000)
                .hardware("retransmissions", 50);
    }

    private static TestMix broken(TestMix mix) {
        return mix.fault(Fault.LOSS, 0.05).fault(Fault.DUPLICATION, 0.05).fault(Fault.REORDERING, 0.05);
    }
}

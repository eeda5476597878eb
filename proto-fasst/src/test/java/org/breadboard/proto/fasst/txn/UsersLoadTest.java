// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.proto.fasst.FasstRuns;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What users bring, YCSB's own workloads, traces, phases and think times, in virtual time and on real threads. */
class UsersLoadTest {
    private static final Map<String, String> CORE = Map.of(
            "A", "readproportion=0.5 updateproportion=0.5 requestdistribution=zipfian",
            "B", "readproportion=0.95 updateproportion=0.05 requestdistribution=zipfian",
            "C", "readproportion=1 updateproportion=0 requestdistribution=zipfian",
            "D", "readproportion=0.95 updateproportion=0 insertproportion=0.05 requestdistribution=latest",
            "E",
                    "readproportion=0 updateproportion=0 scanproportion=0.95 insertproportion=0.05"
                            + " requestdistribution=zipfian maxscanlength=100",
            "F", "readproportion=0.5 updateproportion=0 readmodifywriteproportion=0.5 requestdistribution=zipfian");

    @TempDir
    Path folder;

    private static TestMix core(String letter) {
        TestMix mix = FasstRuns.mix("fasst", "ycsb-core").workload("recordcount", 50_000);
        for (String property : CORE.get(letter).split(" ", -1)) {
            String[] pair = property.split("=", -1);
            mix.workload(pair[0], pair[1]);
        }
        return mix;
    }

    @TestFactory
    Stream<DynamicTest> shouldRunEachOfYcsbsWorkloads() {
        return CORE.keySet().stream()
                .sorted()
                .map(letter -> DynamicTest.dynamicTest(letter, () -> {
                    assertTrue(core(letter).runVerified(1).committed() > 100, "in virtual time");
                    assertTrue(core(letter).explore().runVerified(2).committed() > 100, "in another order");
                    core(letter).live(2).measureUs(50_000).runVerified(3);
                }));
    }

    @Test
    void shouldReplayAllLinesOfATrace() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 300; line++) {
            lines.append(line % 3 == 0 ? "update,k" : "read,k")
                    .append(line % 70)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("keys.csv"), lines);
        TestMix mix = FasstRuns.mix("fasst", "trace").workload("file", file).workload("requests", 2);
        TestOutcome first = mix.runVerified(1);
        String remark = first.remarks().get(0);
        assertTrue(remark.contains("300 operations on 70 keys, of which clients took "), remark);
        assertFalse(remark.contains(" took 0"), remark);
        assertEquals(first, mix.runVerified(1), "a second run begins at the beginning, too");
        mix.explore().runVerified(2);
        mix.live(2).measureUs(50_000).runVerified(3);
    }

    @Test
    void shouldComeToRestFromLongThoughtsAndEmptyPhasesOnRealThreads() {
        TestOutcome thinking = FasstRuns.mix("fasst", "smallbank")
                .contexts(24)
                .thinkUs(60e6)
                .live(2)
                .warmupUs(0)
                .measureUs(50_000)
                .runVerified(1);
        assertTrue(thinking.verified());
        TestOutcome phased = FasstRuns.mix("fasst", "smallbank")
                .phases("1 for 20000us, 0 for 20000us")
                .thinkUs(10)
                .live(2)
                .warmupUs(10_000)
                .measureUs(80_000)
                .runVerified(1);
        assertTrue(phased.committed() > 0, "in half of the time");
    }
}

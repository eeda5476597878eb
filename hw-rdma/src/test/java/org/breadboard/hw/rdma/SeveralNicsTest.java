// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Stage;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeveralNicsTest {
    private static final String NAME = "bytes";
    private static final int SIZE = 1 << 14;

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void shouldSerialiseAtomicsOfAllQueuePairsOfAMachine(int nics) {
        int adders = 10;
        for (int explored = 0; explored < 20; explored++) {
            DeviceBench many = new DeviceBench(
                    new RdmaHardware(),
                    3,
                    DataSheets.settings(new RdmaHardware(), "connectx3", Map.of("nics", nics)),
                    DeviceBench.Faults.NONE,
                    explored,
                    explored > 0);
            Region words = many.region(2, NAME, SIZE);
            for (int i = 0; i < adders; i++) {
                Stage stage = many.stage(i % 2);
                QueuePair queuePair = many.verbs(i % 2).connect(stage, 2, Transport.RC, 16, 1);
                stage.add(new DeviceBench.Once(
                        step -> {
                            for (int j = 0; j < 16; j++) {
                                assertTrue(queuePair.fetchAndAdd(step, null, NAME, 8, 1));
                            }
                            queuePair.doorbell(step);
                        },
                        message -> {}));
            }
            many.run();
            assertEquals(adders * 16L, words.getLong(8), "seed " + explored);
        }
    }

    /** Engines of several NICs serve side by side, and so do their atomics; one thread has one NIC. */
    @ParameterizedTest
    @CsvSource({"READ, 1, 1.0", "READ, 2, 0.55", "ADD, 4, 0.6"})
    void shouldDealThreadsOutToNics(String verb, int threads, double most) {
        double one = burstNs(verb, threads, 1);
        double two = burstNs(verb, threads, 2);
        assertTrue(two <= most * one, two + " ns with two NICs, " + one + " with one");
        assertTrue(two >= 0.9 * most * one, two + " ns with two NICs, " + one + " with one");
    }

    private static double burstNs(String verb, int threads, int nics) {
        Map<String, Object> numbers = Map.of("nics", nics, "oneWayNs", 0, "engineServeNs", 1000, "atomicNs", 2000);
        DeviceBench machines =
                new DeviceBench(new RdmaHardware(), 2, DataSheets.settings(new RdmaHardware(), "connect-ib", numbers));
        machines.region(1, NAME, SIZE);
        List<DeviceBench.Once> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Stage stage = machines.stage(0);
            QueuePair queuePair = machines.verbs(0).connect(stage, 1, Transport.RC, 64, 1);
            DeviceBench.Once[] self = new DeviceBench.Once[1];
            self[0] = new DeviceBench.Once(
                    step -> {
                        for (int j = 0; j < 64; j++) {
                            assertTrue(
                                    verb.equals("READ")
                                            ? queuePair.read(step, self[0], NAME, 8L * j, 8)
                                            : queuePair.fetchAndAdd(step, self[0], NAME, 8L * j, 1));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> {});
            stage.add(self[0]);
            tasks.add(self[0]);
        }
        machines.run();
        return tasks.stream().mapToDouble(DeviceBench.Once::doneAtNs).max().orElseThrow();
    }
}

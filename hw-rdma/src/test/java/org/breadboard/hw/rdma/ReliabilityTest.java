package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A network that loses, repeats and reorders is not seen through a reliable transport. */
class ReliabilityTest {
    private static final String NAME = "words";
    private static final int REQUESTS = 40;
    private static final Map<String, Double> PATIENT = Map.of("retransmissions", 100.0, "retransmitNs", 20_000.0);

    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"RC", "DC"})
    void shouldExecuteEachRequestOnceAndInOrder(Transport transport) {
        long retransmissions = 0;
        for (long seed = 1; seed <= 60; seed++) {
            DeviceBench bench = new DeviceBench(
                    new RdmaHardware(),
                    2,
                    DataSheets.settings(new RdmaHardware(), "connect-ib", PATIENT),
                    new DeviceBench.Faults(0.15, 0.1, 0.1),
                    seed,
                    seed > 30);
            Region words = bench.region(1, NAME, 4096);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, transport, 4 * REQUESTS, 1);
            List<Long> answers = new ArrayList<>();
            DeviceBench.Once[] task = new DeviceBench.Once[1];
            task[0] = new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < REQUESTS; i++) {
                            // Each round depends on the one before: any reordering or repetition shows in the answers.
                            assertTrue(queuePair.fetchAndAdd(step, task[0], NAME, 0, 1));
                            assertTrue(queuePair.write(step, null, NAME, 64, word(step, 1000 + i)));
                            assertTrue(queuePair.read(step, task[0], NAME, 64, 8));
                            assertTrue(queuePair.compareAndSwap(step, task[0], NAME, 128, i, i + 1));
                            queuePair.doorbell(step);
                        }
                    },
                    message -> answers.add(message.getLong(0)));
            host.add(task[0]);
            bench.run();
            assertEquals(3 * REQUESTS, answers.size(), "seed " + seed);
            for (int i = 0; i < REQUESTS; i++) {
                assertEquals(i, answers.get(3 * i), "sum, seed " + seed);
                // A READ whose answer was lost is read again, and then may see a later WRITE of its queue pair.
                long read = answers.get(3 * i + 1);
                assertTrue(read >= 1000 + i && read < 1000 + REQUESTS, "read " + read + " of " + i + ", seed " + seed);
                assertEquals(i, answers.get(3 * i + 2), "swap, seed " + seed);
            }
            assertEquals(999 + REQUESTS, words.getLong(64), "seed " + seed);
            assertEquals(REQUESTS, words.getLong(0), "seed " + seed);
            assertEquals(REQUESTS, words.getLong(128), "seed " + seed);
            assertEquals(0, bench.count("rdma.brokenQueuePairs"), "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
            retransmissions += bench.count("rdma.retransmissions");
        }
        assertTrue(retransmissions > 60 * 20, "the network lost hardly anything: " + retransmissions);
    }

    @Test
    void shouldLoseUnreliableWritesAndNeverGoBack() {
        for (long seed = 1; seed <= 30; seed++) {
            DeviceBench bench = new DeviceBench(
                    new RdmaHardware(),
                    2,
                    DataSheets.settings(new RdmaHardware(), "connect-ib", PATIENT),
                    new DeviceBench.Faults(0.2, 0.2, 0.2),
                    seed,
                    false);
            Region words = bench.region(1, NAME, 4096);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.UC, REQUESTS, 1);
            DeviceBench.Once[] task = new DeviceBench.Once[1];
            task[0] = new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < REQUESTS; i++) {
                            assertTrue(queuePair.write(step, task[0], NAME, 8L * i, word(step, i + 1)));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> {});
            host.add(task[0]);
            bench.run();
            int missing = 0;
            for (int i = 0; i < REQUESTS; i++) {
                missing += words.getLong(8L * i) == 0 ? 1 : 0;
            }
            assertTrue(missing > 0, "seed " + seed);
            assertEquals(
                    REQUESTS, task[0].completions(), "an unreliable write is complete when it is sent, seed " + seed);
            assertEquals(0, bench.count("rdma.retransmissions"));
            assertEquals(0, bench.messagesOut(), "seed " + seed);
        }
    }

    @Test
    void shouldWriteAllOfAnUnreliableStreamWhereNothingIsLost() {
        for (long seed = 1; seed <= 30; seed++) {
            // Exploring tears copies: the next request arrives while the one before is half written.
            DeviceBench bench = new DeviceBench(
                    new RdmaHardware(),
                    2,
                    DataSheets.settings(new RdmaHardware(), "connect-ib", PATIENT),
                    DeviceBench.Faults.NONE,
                    seed,
                    seed % 2 == 1);
            Region words = bench.region(1, NAME, 4096 * REQUESTS);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.UC, REQUESTS, 1);
            host.add(new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < REQUESTS; i++) {
                            Message payload = step.take(256);
                            payload.lengthBytes(256);
                            java.util.Arrays.fill(payload.bytes(), 0, 256, (byte) 1);
                            assertTrue(queuePair.write(step, null, NAME, 4096L * i, payload));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> {}));
            bench.run();
            for (int i = 0; i < REQUESTS; i++) {
                assertEquals(0x0101010101010101L, words.getLong(4096L * i), "seed " + seed + ", write " + i);
                assertEquals(0x0101010101010101L, words.getLong(4096L * i + 248), "seed " + seed + ", write " + i);
            }
            assertEquals(0, bench.count("rdma.repeatedRequests"), "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
        }
    }

    @Test
    void shouldNotTakeTheLossOfManyRequestsForTheManyLossesOfOne() {
        for (long seed = 1; seed <= 10; seed++) {
            DeviceBench bench = new DeviceBench(
                    new RdmaHardware(),
                    2,
                    DataSheets.settings(new RdmaHardware(), "connect-ib", Map.of("retransmissions", 12.0)),
                    new DeviceBench.Faults(0.15, 0, 0),
                    seed,
                    false);
            Region words = bench.region(1, NAME, 4096);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, 200, 1);
            host.add(new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < 200; i++) {
                            assertTrue(queuePair.fetchAndAdd(step, null, NAME, 0, 1));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> {}));
            bench.run();
            assertTrue(bench.count("lost") > 12, "seed " + seed + " lost " + bench.count("lost"));
            assertEquals(0, bench.count("rdma.brokenQueuePairs"), "seed " + seed);
            assertEquals(200, words.getLong(0), "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"RC", "DC"})
    void shouldComeToRestAndCountOnceWhenNobodyIsReached(Transport transport) {
        DeviceBench bench = new DeviceBench(
                new RdmaHardware(),
                2,
                DataSheets.settings(new RdmaHardware(), "connect-ib", Map.of("retransmissions", 3.0)),
                new DeviceBench.Faults(1, 0, 0),
                1,
                false);
        bench.region(1, NAME, 4096);
        Stage host = bench.stage(0);
        QueuePair queuePair = bench.verbs(0).connect(host, 1, transport, 8, 1);
        host.add(new DeviceBench.Once(
                step -> {
                    for (int i = 0; i < 8; i++) {
                        assertTrue(queuePair.fetchAndAdd(step, null, NAME, 0, 1));
                    }
                    queuePair.doorbell(step);
                    // Until the queue pair has broken; then it takes nothing more, and what it held is given back.
                    step.busy(1e8);
                },
                message -> {}));
        bench.run();
        assertEquals(1, bench.count("rdma.brokenQueuePairs"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldBreakAQueuePairThatReachesNobody() {
        DeviceBench bench = new DeviceBench(
                new RdmaHardware(),
                2,
                DataSheets.settings(new RdmaHardware(), "connect-ib", Map.of("retransmissions", 3.0)),
                new DeviceBench.Faults(1, 0, 0),
                1,
                false);
        bench.region(1, NAME, 4096);
        Stage host = bench.stage(0);
        QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, 4, 1);
        host.add(new DeviceBench.Once(
                step -> {
                    assertTrue(queuePair.fetchAndAdd(step, null, NAME, 0, 1));
                    queuePair.doorbell(step);
                },
                message -> {}));
        Stage late = bench.stage(0, "late", (step, message) -> {});
        boolean[] taken = {true};
        late.add(new org.breadboard.api.runtime.Task() {
            private boolean waited;

            @Override
            protected Next step(Step step) {
                if (!waited) {
                    waited = true;
                    step.timer(this, 100e6);
                    return Next.AWAIT;
                }
                taken[0] = queuePair.fetchAndAdd(step, null, NAME, 0, 1);
                return Next.DONE;
            }
        });
        bench.run();
        assertEquals(1, bench.count("rdma.brokenQueuePairs"));
        assertEquals(3, bench.count("rdma.retransmissions"));
        assertFalse(taken[0]);
    }

    private static Message word(Step step, long value) {
        Message message = step.take(8);
        message.putLong(0, value);
        message.lengthBytes(8);
        return message;
    }
}

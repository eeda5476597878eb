// SPDX-License-Identifier: Apache-2.0
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
import org.junit.jupiter.params.provider.ValueSource;

/** A network that loses, repeats and reorders is not seen through a reliable transport. */
class ReliabilityTest {
    private static final String NAME = "words";
    private static final int REQUESTS = 40;
    /** Three of its shortest time-outs, and it gives up. */
    private static final Map<String, Double> IMPATIENT = Map.of("retransmissions", 3.0, "ackTimeoutNs", 500_000.0);

    private static final Map<String, Double> PATIENT = Map.of("retransmitNs", 20_000.0);

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
                    DataSheets.settings(new RdmaHardware(), "connect-ib", Map.of()),
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
                DataSheets.settings(new RdmaHardware(), "connect-ib", IMPATIENT),
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
                DataSheets.settings(new RdmaHardware(), "connect-ib", IMPATIENT),
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
        assertEquals(2, bench.count("rdma.retransmissions"), "after one time-out, and after two");
        assertFalse(taken[0]);
    }

    @Test
    void shouldBreakWhenItsPatienceEnds() {
        DeviceBench bench = bench(IMPATIENT, new DeviceBench.Faults(1, 0, 0), 1, false);
        bench.region(1, NAME, 4096);
        Stage host = bench.stage(0);
        QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, 4, 1);
        host.add(new DeviceBench.Once(
                step -> {
                    assertTrue(queuePair.fetchAndAdd(step, null, NAME, 0, 1));
                    queuePair.doorbell(step);
                },
                message -> {}));
        bench.run();
        assertEquals(1, bench.count("rdma.brokenQueuePairs"));
        assertEquals(4 * 500_000, (double) bench.nowNs(), 10_000);
    }

    /** A device is not told of a loss: it notices when its time is over, and not before. */
    @Test
    void shouldWaitForItsTimeoutWhereNothingElseTellsOfALoss() {
        int alone = 0;
        for (long seed = 1; seed <= 40; seed++) {
            DeviceBench bench = bench(Map.of(), new DeviceBench.Faults(0.3, 0, 0), seed, seed % 2 == 0);
            bench.region(1, NAME, 4096);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, 1, 1);
            DeviceBench.Once[] task = new DeviceBench.Once[1];
            task[0] = new DeviceBench.Once(
                    step -> {
                        assertTrue(queuePair.fetchAndAdd(step, task[0], NAME, 0, 1));
                        queuePair.doorbell(step);
                    },
                    message -> {});
            host.add(task[0]);
            bench.run();
            boolean lost = bench.count("lost") > 0;
            assertEquals(lost, task[0].doneAtNs() > 500_000, "seed " + seed);
            alone += lost ? 1 : 0;
        }
        assertTrue(alone > 5 && alone < 35, alone + " of 40 lost something");
    }

    /** The responder says that one is missing, so that the requester need not wait. */
    @Test
    void shouldGoBackAtOnceWhenLaterRequestsShowThatOneIsMissing() {
        int quick = 0;
        for (long seed = 1; seed <= 60; seed++) {
            DeviceBench bench = bench(Map.of(), new DeviceBench.Faults(0.01, 0, 0), seed, false);
            Region words = bench.region(1, NAME, 4096);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, 100, 1);
            DeviceBench.Once[] task = new DeviceBench.Once[1];
            task[0] = new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < 100; i++) {
                            assertTrue(queuePair.write(step, task[0], NAME, 8L * i, word(step, i + 1)));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> {});
            host.add(task[0]);
            bench.run();
            for (int i = 0; i < 100; i++) {
                assertEquals(i + 1, words.getLong(8L * i), "seed " + seed);
            }
            quick += bench.count("lost") > 0 && task[0].doneAtNs() < 500_000 ? 1 : 0;
        }
        assertTrue(quick > 20, quick + " runs recovered before a time-out");
    }

    /** Who is told that one is missing must not take those for done that wait before it. */
    @Test
    void shouldCompleteAWriteOnlyWhenAllOfItIsInMemory() {
        int bytes = 256;
        long lost = 0;
        for (long seed = 1; seed <= 60; seed++) {
            // Exploring tears copies, so that WRITEs wait for each other where they are executed.
            DeviceBench bench =
                    bench(Map.of("tornCopyNs", 2_000.0), new DeviceBench.Faults(0.05, 0.05, 0.05), seed, true);
            Region lines = bench.region(1, NAME, (long) REQUESTS * bytes);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, REQUESTS, 1);
            DeviceBench.Once[] task = new DeviceBench.Once[1];
            long of = seed;
            int[] done = {0};
            task[0] = new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < REQUESTS; i++) {
                            Message payload = step.take(bytes);
                            payload.lengthBytes(bytes);
                            java.util.Arrays.fill(payload.bytes(), 0, bytes, (byte) 1);
                            assertTrue(queuePair.write(step, task[0], NAME, (long) i * bytes, payload));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> {
                        long last = (long) ++done[0] * bytes - 8;
                        assertEquals(0x0101010101010101L, lines.getLong(last), "seed " + of + ", write " + done[0]);
                    });
            host.add(task[0]);
            bench.run();
            assertEquals(REQUESTS, done[0], "seed " + seed);
            lost += bench.count("lost");
        }
        assertTrue(lost > 60, "the network lost " + lost);
    }

    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"RC", "DC"})
    void shouldSurviveAnyMixtureOfFaultsAndPartitions(Transport transport) {
        long cut = 0;
        for (long seed = 1; seed <= 60; seed++) {
            DeviceBench.Faults faults = new DeviceBench.Faults(0.05, 0.05, 0.05)
                    .with("loss,duplication,reordering,partition,partition-one-way", 100_000, 20_000);
            DeviceBench bench = bench(PATIENT, faults, seed, seed > 30);
            Region words = bench.region(1, NAME, 4096);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, transport, 8, 1);
            Counting counting = new Counting(queuePair, 300);
            host.add(counting);
            bench.run();
            assertEquals(300, counting.completed.get(), "seed " + seed);
            assertEquals(300, words.getLong(0), "seed " + seed);
            assertEquals(0, bench.count("rdma.brokenQueuePairs"), "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
            cut += bench.count("cut") + bench.count("cutOneWay");
        }
        assertTrue(cut > 60, "partitions cut off " + cut);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldDoTheSameOnRealThreads(int threads) {
        DeviceBench.Faults faults = new DeviceBench.Faults(0.05, 0.05, 0.05)
                .with("loss,duplication,reordering,partition,partition-one-way", 10_000_000, 2_000_000);
        RdmaHardware type = new RdmaHardware();
        try (DeviceBench bench =
                DeviceBench.live(type, 3, DataSheets.settings(type, "connect-ib", Map.of()), threads, faults, 1)) {
            List<Region> words = new ArrayList<>();
            List<Counting> all = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                words.add(bench.region(node, NAME, 4096));
            }
            for (int node = 0; node < 3; node++) {
                for (int i = 0; i < 2; i++) {
                    Stage host = bench.stage(node, "host" + i, (step, message) -> {});
                    QueuePair queuePair = bench.verbs(node).connect(host, (node + 1) % 3, Transport.RC, 8, 1);
                    Counting counting = new Counting(queuePair, 2000);
                    host.add(counting);
                    all.add(counting);
                }
            }
            bench.runUntil(() -> all.stream().allMatch(each -> each.completed.get() == 2000), 120_000_000_000L);
            for (Region region : words) {
                assertEquals(4000, region.getLong(0));
            }
            assertTrue(bench.count("lost") > 100);
            assertEquals(0, bench.count("rdma.brokenQueuePairs"));
        }
    }

    private static DeviceBench bench(Map<String, Double> sheet, DeviceBench.Faults faults, long seed, boolean explore) {
        RdmaHardware type = new RdmaHardware();
        return new DeviceBench(type, 2, DataSheets.settings(type, "connect-ib", sheet), faults, seed, explore);
    }

    /** Adds one to a word, again and again, and checks that each sees more than the one before. */
    private static final class Counting extends org.breadboard.api.runtime.Task {
        private final QueuePair queuePair;
        private final int times;
        private int posted;
        private long last = -1;
        final java.util.concurrent.atomic.AtomicInteger completed = new java.util.concurrent.atomic.AtomicInteger();

        Counting(QueuePair queuePair, int times) {
            this.queuePair = queuePair;
            this.times = times;
        }

        @Override
        protected Next step(Step step) {
            while (posted < times && queuePair.fetchAndAdd(step, this, NAME, 0, 1)) {
                posted++;
            }
            queuePair.doorbell(step);
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            assertTrue(message.getLong(0) > last, "completions out of order: " + message.getLong(0) + " after " + last);
            last = message.getLong(0);
            completed.incrementAndGet();
            return true;
        }
    }

    private static Message word(Step step, long value) {
        Message message = step.take(8);
        message.putLong(0, value);
        message.lengthBytes(8);
        return message;
    }
}

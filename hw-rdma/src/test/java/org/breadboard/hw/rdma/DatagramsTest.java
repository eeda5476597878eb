// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatagramsTest {
    private static final Map<String, Double> FREE = Map.of();

    private DeviceBench bench =
            new DeviceBench(new RdmaHardware(), 3, DataSheets.settings(new RdmaHardware(), "connect-ib", FREE));
    private final List<Long> received = new ArrayList<>();
    private Endpoint sink;

    @Test
    void shouldCarryBytesToThePortItNames() {
        Endpoint source = source(8);
        sink(1, 5, 8);
        send(step -> {
            for (int i = 0; i < 3; i++) {
                assertTrue(source.post(step, 1, 5, word(step, 100 + i)));
            }
            source.doorbell(step);
        });
        bench.run();
        assertEquals(List.of(100L, 101L, 102L), received);
        assertEquals(3, bench.count("rdma.sends"));
        assertEquals(3, bench.count("rdma.delivered"));
        assertEquals(1, bench.count("rdma.doorbells"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldDropAndCountWhatFindsNoPostedReceive() {
        Endpoint source = source(8);
        sink(1, 5, 2);
        send(step -> {
            for (int i = 0; i < 5; i++) {
                assertTrue(source.post(step, 1, 5, word(step, i)));
            }
            assertTrue(source.post(step, 1, 77, word(step, 9)));
            source.doorbell(step);
        });
        bench.run();
        assertEquals(List.of(0L, 1L), received);
        assertEquals(3, bench.count("rdma.receiverNotReady"));
        assertEquals(1, bench.count("rdma.noSuchPort"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldAccountForEveryDatagramOfALossyNetwork() {
        for (long seed = 1; seed <= 20; seed++) {
            received.clear();
            bench = new DeviceBench(
                    new RdmaHardware(),
                    3,
                    DataSheets.settings(new RdmaHardware(), "connect-ib", FREE),
                    new DeviceBench.Faults(0.2, 0.1, 0.1),
                    seed,
                    seed > 10);
            Endpoint source = source(300);
            sink(1, 5, 200);
            send(step -> {
                for (int i = 0; i < 300; i++) {
                    assertTrue(source.post(step, 1, 5, word(step, i)));
                }
                source.doorbell(step);
            });
            bench.run();
            long arrived = bench.count("rdma.delivered") + bench.count("rdma.receiverNotReady");
            assertEquals(
                    bench.count("rdma.sends") + bench.count("duplicated"),
                    arrived + bench.count("lost"),
                    "seed " + seed);
            assertEquals(received.size(), bench.count("rdma.delivered"), "seed " + seed);
            assertTrue(bench.count("lost") > 20 && bench.count("duplicated") > 5, "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
        }
    }

    @Test
    void shouldTakeReceivesAgainOnceTheyArePosted() {
        Endpoint source = source(8);
        Stage stage = bench.stage(1, "sink", (step, message) -> {
            received.add(message.getLong(0));
            sink.polled(step, message);
            sink.postReceives(step, 1, received.size() % 2 == 0);
        });
        sink = bench.datagrams(1).open(stage, 5, 1, 1);
        for (int i = 0; i < 4; i++) {
            int value = i;
            // One at a time, far enough apart for the receive to be posted again.
            bench.stage(0, "late" + i, (step, message) -> {}).add(new LateSend(source, value));
        }
        bench.run();
        assertEquals(4, received.size());
    }

    @Test
    void shouldRefuseADatagramBeyondTheMtu() {
        Endpoint source = source(8);
        sink(1, 5, 8);
        send(step -> {
            Message largest = step.take(4096);
            largest.lengthBytes(4096);
            assertTrue(source.post(step, 1, 5, largest));
            Message tooLarge = step.take(4097);
            tooLarge.lengthBytes(4097);
            String sentence = assertThrows(IllegalArgumentException.class, () -> source.post(step, 1, 5, tooLarge))
                    .getMessage();
            assertTrue(sentence.contains("4097 B") && sentence.contains("4096 B"), sentence);
            step.release(tooLarge);
            source.doorbell(step);
        });
        bench.run();
        assertEquals(1, received.size());
    }

    @Test
    void shouldSayFullUntilTheSendQueueDrains() {
        Endpoint source = source(2);
        sink(1, 5, 8);
        send(step -> {
            assertTrue(source.post(step, 1, 5, word(step, 1)));
            assertTrue(source.post(step, 2, 5, word(step, 2)));
            Message third = word(step, 3);
            assertFalse(source.post(step, 1, 5, third));
            step.release(third);
            source.doorbell(step);
        });
        bench.stage(0, "later", (step, message) -> {}).add(new LateSend(source, 4));
        bench.run();
        assertEquals(List.of(1L, 4L), received);
    }

    @Test
    void shouldRingOneDoorbellForABatchWhateverItsDestinations() {
        // A whole batch costs the CPU its posts and one doorbell, and the NIC its SENDs and one doorbell; the words are
        // inlined.
        NicParameters nic = new NicParameters(DataSheets.settings(new RdmaHardware(), "connect-ib", FREE));
        Endpoint source = source(8);
        send(step -> {
            for (int i = 0; i < 6; i++) {
                source.post(step, 1 + i % 2, 5, word(step, i));
            }
            source.doorbell(step);
        });
        bench.run();
        assertEquals(6 * nic.cpuPostNs + nic.cpuDoorbellNs, bench.busyNs(0, "host0"), 1e-6);
        assertEquals(6 * nic.engineSendNs + nic.engineDoorbellNs + nic.qpMissNs, bench.busyNs(0, "nic.engine"), 1e-6);
    }

    @ParameterizedTest
    @CsvSource({"8, 2", "60, 2", "61, 2"}) // what is not inlined leaves a pointer in its place
    void shouldTakeALoneWorkRequestLineByLine(int payloadBytes, int lines) {
        NicParameters nic = new NicParameters(DataSheets.settings(new RdmaHardware(), "connect-ib", FREE));
        Endpoint source = source(8);
        send(step -> {
            Message message = step.take(payloadBytes);
            message.lengthBytes(payloadBytes);
            source.post(step, 1, 5, message);
            source.doorbell(step);
        });
        bench.run();
        double fetched = payloadBytes <= nic.inlineBytes ? 0 : nic.engineFetchNs + payloadBytes * nic.engineByteNs;
        assertEquals(
                nic.engineSendNs + lines * nic.enginePushLineNs + fetched + nic.qpMissNs,
                bench.busyNs(0, "nic.engine"),
                1e-6);
    }

    /** Over reliable connections nothing is lost, repeated or out of order, and what finds no receive comes again. */
    @Test
    void shouldDeliverEachMessageOnceAndInOrderOverConnections() {
        for (long seed = 1; seed <= 20; seed++) {
            received.clear();
            bench = new DeviceBench(
                    new RdmaHardware(),
                    3,
                    DataSheets.settings(
                            new RdmaHardware(),
                            "connect-ib",
                            Map.of("retransmissions", 200.0, "retransmitNs", 20_000.0)),
                    new DeviceBench.Faults(0.15, 0.1, 0.1),
                    seed,
                    seed > 10);
            sender = bench.stage(0, "host0", (step, message) -> {});
            Endpoint source = bench.datagrams(0).openReliable(sender, 7, 0, 40);
            Stage stage = bench.stage(1, "sink", (step, message) -> {
                assertEquals(0, message.sourceNode());
                assertEquals(7, message.kind());
                received.add(message.getLong(0));
                if (received.size() % 4 == 0) {
                    sink.postReceives(step, 4, true);
                }
            });
            sink = bench.datagrams(1).openReliable(stage, 5, 8, 1);
            List<Long> sent = new ArrayList<>();
            send(step -> {
                for (long i = 0; i < 40; i++) {
                    Message message = word(step, i);
                    message.kind(7);
                    assertTrue(source.post(step, 1, 5, message));
                    sent.add(i);
                }
                source.doorbell(step);
            });
            bench.run();
            assertEquals(sent, received, "seed " + seed);
            assertTrue(bench.count("rdma.retransmissions") > 0, "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
        }
    }

    @Test
    void shouldRefuseAPortTwice() {
        source(8);
        Stage stage = bench.stage(0, "other", (step, message) -> {});
        String sentence = assertThrows(
                        RefusedException.class, () -> bench.datagrams(0).open(stage, 7, 1, 1))
                .getMessage();
        assertTrue(sentence.contains("Port 7 of node 0"), sentence);
    }

    private Stage sender;

    private Endpoint source(int sendSlots) {
        sender = bench.stage(0, "host0", (step, message) -> {});
        return bench.datagrams(0).open(sender, 7, 0, sendSlots);
    }

    private void send(java.util.function.Consumer<Step> body) {
        sender.add(new DeviceBench.Once(body, message -> {}));
    }

    private void sink(int node, int port, int receives) {
        Stage stage = bench.stage(node, "sink", (step, message) -> {
            assertEquals(0, message.sourceNode());
            received.add(message.getLong(0));
        });
        bench.datagrams(node).open(stage, port, receives, 1);
    }

    private static Message word(Step step, long value) {
        Message message = step.take(8);
        message.putLong(0, value);
        message.lengthBytes(8);
        return message;
    }

    /** Sends one datagram after a time that grows with its value. */
    private static final class LateSend extends org.breadboard.api.runtime.Task {
        private final Endpoint source;
        private final int value;
        private boolean waited;

        LateSend(Endpoint source, int value) {
            this.source = source;
            this.value = value;
        }

        @Override
        protected Next step(Step step) {
            if (!waited) {
                waited = true;
                step.timer(this, (1 + value) * 10_000.0);
                return Next.AWAIT;
            }
            assertTrue(source.post(step, 1, 5, word(step, value)));
            source.doorbell(step);
            return Next.DONE;
        }
    }
}

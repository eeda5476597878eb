// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;

class EthernetNicTest {
    private static final Map<String, Double> PLAIN = Map.of(
            "linkGbps", 1.0, "hostToSwitchNs", 3000.0, "nicPacketNs", 100.0, "cpuSendNs", 700.0, "cpuReceiveNs", 900.0);

    private DeviceBench bench = bench(DeviceBench.Faults.NONE, 1, false);
    private final List<Long> received = new ArrayList<>();
    private Stage sender;
    private Endpoint sink;

    private static DeviceBench bench(DeviceBench.Faults faults, long seed, boolean explore) {
        return new DeviceBench(
                new EthernetHardware(),
                3,
                DataSheets.settings(new EthernetHardware(), "intel-82599", PLAIN),
                faults,
                seed,
                explore);
    }

    private Endpoint source(int sendSlots) {
        sender = bench.stage(0, "host0", (step, message) -> {});
        return bench.datagrams(0).open(sender, 7, 0, sendSlots);
    }

    private DeviceBench.Once send(Consumer<Step> body) {
        DeviceBench.Once once = new DeviceBench.Once(body, message -> {});
        sender.add(once);
        return once;
    }

    private void sink(int node, int port, int slots) {
        Stage stage = bench.stage(node, "sink", (step, message) -> {
            assertEquals(0, message.sourceNode());
            assertEquals(node, message.targetNode());
            assertEquals(port, message.port());
            assertEquals(8, message.lengthBytes());
            received.add(message.getLong(0));
            sink.polled(step, message);
        });
        sink = bench.datagrams(node).open(stage, port, slots, 1);
    }

    private static Message word(Step step, long value) {
        Message message = step.take(8);
        message.putLong(0, value);
        message.lengthBytes(8);
        return message;
    }

    @Test
    void shouldCarryBytesToThePortItNames() {
        Endpoint source = source(8);
        sink(1, 65_535, 8);
        send(step -> {
            for (int i = 0; i < 3; i++) {
                assertTrue(source.post(step, 1, 65_535, word(step, 100 + i)));
            }
            source.doorbell(step);
        });
        bench.run();
        assertEquals(List.of(100L, 101L, 102L), received);
        assertEquals(3, bench.count("ethernet.sends"));
        assertEquals(3, bench.count("ethernet.delivered"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldCarryPayloadsOfEveryLength() {
        Endpoint source = source(1472);
        List<Integer> lengths = new ArrayList<>();
        Stage stage = bench.stage(1, "sink", (step, message) -> {
            lengths.add(message.lengthBytes());
            for (int i = 0; i < message.lengthBytes(); i++) {
                assertEquals((byte) (message.lengthBytes() + i), message.bytes()[i]);
            }
        });
        bench.datagrams(1).open(stage, 5, 1472, 1);
        send(step -> {
            for (int length = 1; length <= 1472; length++) {
                Message message = step.take(length);
                message.lengthBytes(length);
                for (int i = 0; i < length; i++) {
                    message.bytes()[i] = (byte) (length + i);
                }
                assertTrue(source.post(step, 1, 5, message));
            }
            source.doorbell(step);
        });
        bench.run();
        assertEquals(1472, lengths.size());
        for (int i = 0; i < lengths.size(); i++) {
            assertEquals(i + 1, lengths.get(i));
        }
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldTakeTheTimeOfItsParts() {
        long[] at = new long[1];
        Endpoint source = source(8);
        Stage stage = bench.stage(1, "sink", (step, message) -> at[0] = step.nowNs());
        bench.datagrams(1).open(stage, 5, 1, 1);
        send(step -> {
            assertTrue(source.post(step, 1, 5, word(step, 1)));
            source.doorbell(step);
        });
        bench.run();
        // A system call, the NIC, the smallest frame (84 B with its gap) on two links of 8 ns per byte, and both ways.
        assertEquals(700 + 100 + 2 * 84 * 8 + 2 * 3000, at[0]);
    }

    @Test
    void shouldChargeASystemCallForEachDatagram() {
        Endpoint source = source(8);
        sink(1, 5, 8);
        send(step -> {
            for (int i = 0; i < 4; i++) {
                assertTrue(source.post(step, 1, 5, word(step, i)));
            }
            source.doorbell(step);
        });
        bench.run();
        assertEquals(4 * 700, bench.busyNs(0, "host0"), 1e-6);
        assertEquals(4 * 900, bench.busyNs(1, "sink"), 1e-6);
        assertEquals(4 * 100, bench.busyNs(0, "nic.transmit"), 1e-6);
    }

    @Test
    void shouldDropAndCountWhatFindsNoRoom() {
        Endpoint source = source(8);
        sink(1, 5, 2);
        send(step -> {
            for (int i = 0; i < 5; i++) {
                assertTrue(source.post(step, 1, 5, word(step, i)));
            }
            assertTrue(source.post(step, 1, 77, word(step, 9)));
            assertTrue(source.post(step, 1, 6, word(step, 9)));
            source.doorbell(step);
        });
        bench.run();
        assertEquals(List.of(0L, 1L), received);
        assertEquals(3, bench.count("ethernet.receiveQueueFull"));
        assertEquals(2, bench.count("ethernet.noSuchPort"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldAccountForEveryDatagramOfALossyNetwork() {
        for (long seed = 1; seed <= 20; seed++) {
            received.clear();
            bench = bench(new DeviceBench.Faults(0.2, 0.1, 0.1), seed, seed > 10);
            Endpoint source = source(300);
            sink(1, 5, 200);
            send(step -> {
                for (int i = 0; i < 300; i++) {
                    assertTrue(source.post(step, 1, 5, word(step, i)));
                }
                source.doorbell(step);
            });
            bench.run();
            assertEquals(
                    bench.count("ethernet.sends") + bench.count("duplicated"),
                    bench.count("ethernet.delivered") + bench.count("ethernet.receiveQueueFull") + bench.count("lost"),
                    "seed " + seed);
            assertEquals(received.size(), bench.count("ethernet.delivered"), "seed " + seed);
            assertTrue(bench.count("lost") > 20 && bench.count("duplicated") > 5, "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
        }
    }

    @Test
    void shouldRefuseADatagramBeyondAFrame() {
        Endpoint source = source(8);
        Stage stage = bench.stage(1, "sink", (step, message) -> received.add((long) message.lengthBytes()));
        bench.datagrams(1).open(stage, 5, 8, 1);
        send(step -> {
            Message largest = step.take(1472);
            largest.lengthBytes(1472);
            assertTrue(source.post(step, 1, 5, largest));
            Message tooLarge = step.take(1473);
            tooLarge.lengthBytes(1473);
            String sentence = assertThrows(IllegalArgumentException.class, () -> source.post(step, 1, 5, tooLarge))
                    .getMessage();
            assertTrue(sentence.contains("1473 B") && sentence.contains("1472 B"), sentence);
            step.release(tooLarge);
            source.doorbell(step);
        });
        bench.run();
        assertEquals(List.of(1472L), received);
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
        bench.run();
        assertEquals(List.of(1L), received);
        assertEquals(1, bench.count("ethernet.noSuchPort"));
    }

    @Test
    void shouldSendAMessageOnThatAReceiverKept() {
        Endpoint source = source(8);
        Endpoint[] echo = new Endpoint[1];
        Stage stage = bench.stage(1, "echo", (step, message) -> {
            message.keep();
            // No room in front of the payload: the headers need another message.
            message.lengthBytes(message.capacityBytes());
            assertTrue(echo[0].post(step, 2, 5, message));
            echo[0].doorbell(step);
        });
        echo[0] = bench.datagrams(1).open(stage, 5, 8, 8);
        Stage last = bench.stage(2, "last", (step, message) -> {
            assertEquals(1, message.sourceNode());
            received.add(message.getLong(0));
        });
        bench.datagrams(2).open(last, 5, 8, 8);
        send(step -> {
            assertTrue(source.post(step, 1, 5, word(step, 42)));
            source.doorbell(step);
        });
        bench.run();
        assertEquals(List.of(42L), received);
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldRefuseSocketsThatCannotBe() {
        source(8);
        Stage stage = bench.stage(0, "other", (step, message) -> {});
        assertTrue(refusal(() -> bench.datagrams(0).open(stage, 7, 1, 1)).contains("Port 7 of node 0"));
        assertTrue(refusal(() -> bench.datagrams(0).open(stage, 65_536, 1, 1)).contains("0 to 65535"));
        assertTrue(refusal(() -> bench.datagrams(0).open(stage, 8, 1, 0)).contains("send queue of 0"));
    }

    private static String refusal(Runnable code) {
        return assertThrows(RefusedException.class, code::run).getMessage();
    }
}

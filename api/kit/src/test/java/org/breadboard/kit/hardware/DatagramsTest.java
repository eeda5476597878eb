// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A device whose send queues are told when they are free again, and a network that delivers when the test says so. */
class DatagramsTest {
    private static final int NODE = 3;
    private static final int PAYLOAD_BYTES = 100;

    private final Device device = new Device();
    private final Stage stage = stub(Stage.class, (name, arguments) -> null);
    private final ArrayDeque<Message> network = new ArrayDeque<>();
    private final List<Message> delivered = new ArrayList<>();
    private final Step step = stub(Step.class, (name, arguments) -> {
        assertEquals("leave", name);
        network.add((Message) arguments[1]);
        return null;
    });
    private final Transit transit = stub(Transit.class, (name, arguments) -> {
        if (name.equals("drop")) {
            ((Counter) arguments[1]).add(1);
        } else {
            assertEquals("deliver", name);
            delivered.add((Message) arguments[1]);
        }
        return null;
    });

    private static <T> T stub(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName(), arguments)));
    }

    private static final class Count implements Counter {
        private long count;

        @Override
        public void add(long n) {
            count += n;
        }

        @Override
        public long value() {
            return count;
        }
    }

    private static final class Port extends DatagramPort {
        private final Datagrams.PortSpec spec;
        private final Counts seen;
        private final List<Integer> rung = new ArrayList<>();
        private int used;

        Port(Datagrams.PortSpec spec, Hop way, Counts counts) {
            super(spec, PAYLOAD_BYTES, way, counts);
            this.spec = spec;
            seen = counts;
        }

        @Override
        protected boolean accept(Step step, int node, int port, Message message) {
            if (used == spec.sendSlots()) {
                return false;
            }
            used++;
            message.targetNode(node);
            message.port(port);
            return true;
        }

        @Override
        protected void ring(Step step, Message first, int count) {
            rung.add(count);
        }

        @Override
        public void polled(Step step, Message message) {}
    }

    private static final class Device extends Datagrams {
        Device() {
            super(NODE, PAYLOAD_BYTES);
        }

        @Override
        protected DatagramPort port(PortSpec spec) {
            DatagramPort.Counts counts =
                    DatagramPort.Counts.of(stub(NodeScope.class, (name, arguments) -> new Count()), "toy");
            return new Port(spec, (transit, message) -> {}, counts);
        }
    }

    private Port open(int number, int receiveSlots, int sendSlots) {
        return (Port) device.open(stage, number, receiveSlots, sendSlots);
    }

    private static Message message(int lengthBytes) {
        Message message = RuntimeAccess.get().message(PAYLOAD_BYTES + 8);
        message.lengthBytes(lengthBytes);
        return message;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldCountEveryDatagramOnceAndDeliverAsManyAsThereAreReceives(long seed) {
        Random random = new Random(seed);
        int[] numbers = {0, 40, 900};
        Port[] ports = new Port[numbers.length];
        int[] receives = new int[ports.length];
        long[][] expected = new long[ports.length][4];
        int[] waiting = new int[ports.length];
        for (int i = 0; i < ports.length; i++) {
            receives[i] = random.nextInt(6);
            ports[i] = open(numbers[i], receives[i], 1 + random.nextInt(6));
        }
        for (int i = 0; i < 3_000; i++) {
            String where = "seed " + seed + ", step " + i;
            int from = random.nextInt(ports.length);
            Port port = ports[from];
            switch (random.nextInt(4)) {
                case 0 -> {
                    int target = random.nextInt(ports.length + 1);
                    int number = target < ports.length ? numbers[target] : 41;
                    boolean free = port.used < port.spec.sendSlots();
                    assertEquals(free, port.post(step, NODE, number, message(random.nextInt(101))), where);
                    waiting[from] += free ? 1 : 0;
                }
                case 1 -> {
                    int before = network.size();
                    int rung = port.rung.size();
                    port.doorbell(step);
                    assertEquals(waiting[from], network.size() - before, where);
                    assertEquals(waiting[from] > 0 ? 1 : 0, port.rung.size() - rung, "one ring for all: " + where);
                    expected[from][0] += waiting[from];
                    waiting[from] = 0;
                }
                case 2 -> {
                    Message message = network.poll();
                    if (message != null) {
                        arrive(message, ports, receives, expected, where);
                    }
                }
                default -> {
                    int room = port.spec.receiveSlots() - receives[from];
                    int count = random.nextInt(room + 1);
                    port.postReceives(step, count, true);
                    receives[from] += count;
                }
            }
            for (int p = 0; p < ports.length; p++) {
                DatagramPort.Counts counts = ports[p].seen;
                long[] seen = {
                    counts.sends().value(),
                    counts.delivered().value(),
                    counts.receiverNotReady().value(),
                    counts.noSuchPort().value()
                };
                assertEquals(Arrays.toString(expected[p]), Arrays.toString(seen), where + ", port " + numbers[p]);
            }
        }
    }

    private void arrive(Message message, Port[] ports, int[] receives, long[][] expected, String where) {
        int before = delivered.size();
        device.arrived(transit, message);
        Port sender = (Port) message.owner();
        sender.used--;
        int by = Arrays.asList(ports).indexOf(sender);
        int at = Arrays.asList(ports).indexOf(device.at(message.port()));
        boolean taken = at >= 0 && receives[at] > 0;
        assertEquals(taken ? 1 : 0, delivered.size() - before, where);
        if (taken) {
            receives[at]--;
        }
        expected[by][at < 0 ? 3 : taken ? 1 : 2]++;
    }

    @Test
    void shouldSendInTheOrderOfPostingAndOnlyWithTheDoorbell() {
        Endpoint port = open(7, 1, 3);
        List<Message> posted = List.of(message(1), message(2), message(3));
        posted.forEach(message -> assertTrue(port.post(step, 1, 9, message)));
        assertTrue(network.isEmpty());
        port.doorbell(step);
        assertEquals(posted, List.copyOf(network));
        port.doorbell(step);
        assertEquals(3, network.size(), "each leaves once");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        Port port = open(7, 2, 2);
        assertThrows(IllegalArgumentException.class, () -> port.post(step, 1, 9, message(PAYLOAD_BYTES + 1)));
        assertTrue(port.post(step, 1, 9, message(PAYLOAD_BYTES)));
        assertThrows(IllegalStateException.class, () -> port.postReceives(step, 1, false), "all are posted");
        assertThrows(RefusedException.class, () -> open(7, 1, 1), "it is open");
        assertThrows(RefusedException.class, () -> open(-1, 1, 1));
        assertThrows(RefusedException.class, () -> open(65_536, 1, 1));
        assertThrows(RefusedException.class, () -> open(8, -1, 1));
        assertThrows(RefusedException.class, () -> open(8, 1, 0));
        assertNull(device.at(8));
        open(65_535, 0, 1);
    }
}

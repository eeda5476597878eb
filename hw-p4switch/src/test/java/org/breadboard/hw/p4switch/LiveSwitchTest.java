// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * On real threads: clients whose packets take two passes, add to a register in each, and come back with what was there
 * before.
 */
class LiveSwitchTest {
    private static final int PORT = 9000;
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 2000;
    private static final long PATIENCE_NS = 20_000_000_000L;

    private static final PipelineProgram TICKETS = assembly -> {
        assembly.ports(PORT, 1);
        Field first = assembly.header("first", 0, 32);
        Field second = assembly.header("second", 4, 32);
        Field pass = assembly.carried("pass", 8);
        Field zero = assembly.carried("zero", 8);
        Field drawn = assembly.metadata("drawn", 32);
        assembly.stage(0)
                .access(assembly.register("tickets", 0, 1, 32), zero)
                .when()
                .old(drawn)
                .add(1);
        assembly.stage(1).when(pass.is(0)).set(first, drawn).add(pass, 1).then(Fate.RECIRCULATE);
        assembly.stage(1).when(pass.is(1)).set(second, drawn).then(Fate.TURN_ROUND);
    };

    /** Sends a packet, waits for it to come back, and sends the next one. */
    private static final class Client extends Task implements StageProgram {
        private final int[] drawn;
        private final AtomicInteger done;
        private Endpoint endpoint;
        private int rounds;

        Client(int[] drawn, AtomicInteger done) {
            this.drawn = drawn;
            this.done = done;
        }

        private void send(Step step) {
            Message message = step.take(8);
            message.lengthBytes(8);
            endpoint.post(step, CLIENTS, PORT, message);
            endpoint.doorbell(step);
        }

        @Override
        protected Next step(Step step) {
            send(step);
            return Next.DONE;
        }

        @Override
        public void receive(Step step, Message message) {
            endpoint.polled(step, message);
            endpoint.postReceives(step, 1, true);
            drawn[2 * rounds] = Integer.reverseBytes(message.getInt(0));
            drawn[2 * rounds + 1] = Integer.reverseBytes(message.getInt(4));
            rounds++;
            if (rounds < ROUNDS) {
                send(step);
            } else {
                done.incrementAndGet();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldGiveEachPassItsOwnTicket(int threads) {
        AtomicInteger done = new AtomicInteger();
        int[][] drawn = new int[CLIENTS][2 * ROUNDS];
        try (DeviceBench hosts =
                DeviceBench.live(new EthernetHardware(), CLIENTS + 1, SwitchBench.nic(Map.of()), threads)) {
            SwitchBench bench = new SwitchBench(hosts, Map.of()).load(TICKETS);
            for (int node = 0; node < CLIENTS; node++) {
                Client client = new Client(drawn[node], done);
                Stage stage = hosts.stage(node, "client", client);
                stage.add(client);
                client.endpoint = hosts.datagrams(node).open(stage, 7, 1, 1);
            }
            hosts.runUntil(() -> done.get() == CLIENTS, PATIENCE_NS);
            int[] all =
                    Arrays.stream(drawn).flatMapToInt(Arrays::stream).sorted().toArray();
            for (int i = 0; i < all.length; i++) {
                assertEquals(i, all[i], "a ticket was drawn twice, or lost");
            }
            assertEquals(CLIENTS * ROUNDS, bench.count("switch.turnedRound"));
            assertEquals(CLIENTS * ROUNDS, bench.count("switch.recirculated"));
            assertEquals(0, bench.device.held());
            assertEquals(0, hosts.messagesOut());
        }
    }
}

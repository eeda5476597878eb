// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That a lone operation takes the sum that the head of connectx5.yaml gives; all but latencies costs nothing here. */
class LatencyTest {
    private static final String NAME = "bytes";
    private static final int INLINED = 32;
    private static final int FETCHED = 256;

    private final NicParameters nic = new NicParameters(DataSheets.settings(new RdmaHardware(), "connectx5", free()));
    private final double network = 2 * nic.oneWayNs + 4 * nic.pipelineNs;
    private DeviceBench bench =
            new DeviceBench(new RdmaHardware(), 2, DataSheets.settings(new RdmaHardware(), "connectx5", free()));
    private Region far = bench.region(1, NAME, 1024);

    private static Map<String, Double> free() {
        Map<String, Double> changes = new LinkedHashMap<>();
        DataSheets.parameters(new RdmaHardware(), "connectx5").keySet().stream()
                .filter(name -> name.startsWith("engine") || name.startsWith("cpu"))
                .forEach(name -> changes.put(name, 0.0));
        changes.put("linkGbps", 10_000.0);
        changes.put("qpMissNs", 0.0);
        return changes;
    }

    @Test
    void shouldReadAfterOneReadOfTheTargetsMemory() {
        assertEquals(
                nic.hostToNicNs + nic.hostReadNs + nic.nicToHostNs + network,
                completedAfter((queuePair, step, self) -> queuePair.read(step, self, NAME, 0, FETCHED)),
                5);
    }

    @Test
    void shouldWriteAfterFetchingThePayloadUnlessItIsInlined() {
        double inlined = nic.hostToNicNs + nic.nicToHostNs + network;
        assertEquals(inlined, completedAfter((qp, step, self) -> write(qp, step, self, INLINED)), 5);
        assertEquals(inlined + nic.hostReadNs, completedAfter((qp, step, self) -> write(qp, step, self, FETCHED)), 5);
    }

    @Test
    void shouldAnswerAnAtomicAfterAReadOfTheTargetsMemory() {
        assertEquals(
                nic.hostToNicNs + nic.hostReadNs + nic.nicToHostNs + network + 1.5 * nic.atomicNs,
                completedAfter((queuePair, step, self) -> queuePair.fetchAndAdd(step, self, NAME, 0, 1)),
                5);
    }

    @Test
    void shouldDeliverADatagramOnceItIsInTheMemoryOfItsHost() {
        double inlined = nic.hostToNicNs + nic.nicToHostNs + network / 2;
        assertEquals(inlined, deliveredAfter(INLINED), 5);
        assertEquals(inlined + nic.hostReadNs, deliveredAfter(FETCHED), 5);
    }

    @ParameterizedTest
    @CsvSource({"UC, false", "UC, true", "RC, false", "RC, true"})
    void shouldWriteInTheOrderOfPostingThoughPayloadsAreFetched(Transport transport, boolean explore) {
        for (long seed = 1; seed <= 20; seed++) {
            bench = new DeviceBench(
                    new RdmaHardware(),
                    2,
                    DataSheets.settings(new RdmaHardware(), "connectx5", free()),
                    DeviceBench.Faults.NONE,
                    seed,
                    explore);
            far = bench.region(1, NAME, 1024);
            Stage host = bench.stage(0);
            QueuePair queuePair = bench.verbs(0).connect(host, 1, transport, 16, 1);
            host.add(new DeviceBench.Once(
                    step -> {
                        for (int i = 1; i <= 8; i++) {
                            assertTrue(queuePair.write(step, null, NAME, 0, filled(step, FETCHED, 2 * i - 1)));
                            assertTrue(queuePair.write(step, null, NAME, 0, filled(step, INLINED, 2L * i)));
                            queuePair.doorbell(step);
                        }
                    },
                    message -> {}));
            bench.run();
            assertEquals(16, far.getLong(0), "seed " + seed);
            assertEquals(15, far.getLong(INLINED), "seed " + seed);
            assertEquals(0, bench.count("rdma.repeatedRequests"), "all were executed, seed " + seed);
            assertEquals(0, bench.messagesOut());
        }
    }

    private interface Verb {
        boolean post(QueuePair queuePair, Step step, DeviceBench.Once self);
    }

    private double completedAfter(Verb verb) {
        bench = new DeviceBench(new RdmaHardware(), 2, DataSheets.settings(new RdmaHardware(), "connectx5", free()));
        far = bench.region(1, NAME, 1024);
        Stage host = bench.stage(0);
        QueuePair queuePair = bench.verbs(0).connect(host, 1, Transport.RC, 4, 1);
        DeviceBench.Once[] task = new DeviceBench.Once[1];
        task[0] = new DeviceBench.Once(
                step -> {
                    assertTrue(verb.post(queuePair, step, task[0]));
                    queuePair.doorbell(step);
                },
                message -> {});
        host.add(task[0]);
        bench.run();
        return task[0].doneAtNs();
    }

    private double deliveredAfter(int payloadBytes) {
        bench = new DeviceBench(new RdmaHardware(), 2, DataSheets.settings(new RdmaHardware(), "connectx5", free()));
        long[] atNs = new long[1];
        Stage sink = bench.stage(1, "sink", (step, message) -> atNs[0] = step.nowNs());
        bench.datagrams(1).open(sink, 5, 4, 4);
        Stage host = bench.stage(0);
        Endpoint endpoint = bench.datagrams(0).open(host, 1, 4, 4);
        host.add(new DeviceBench.Once(
                step -> {
                    assertTrue(endpoint.post(step, 1, 5, filled(step, payloadBytes, 1)));
                    endpoint.doorbell(step);
                },
                message -> {}));
        bench.run();
        return atNs[0];
    }

    private static boolean write(QueuePair queuePair, Step step, DeviceBench.Once self, int payloadBytes) {
        return queuePair.write(step, self, NAME, 0, filled(step, payloadBytes, 1));
    }

    private static Message filled(Step step, int payloadBytes, long value) {
        Message message = step.take(payloadBytes);
        for (int i = 0; i < payloadBytes; i += Long.BYTES) {
            message.putLong(i, value);
        }
        message.lengthBytes(payloadBytes);
        return message;
    }
}

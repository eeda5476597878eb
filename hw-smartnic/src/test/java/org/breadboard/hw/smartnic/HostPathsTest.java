// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;

/** Datagrams of host threads, and the one-sided verbs of off-path NICs. */
class HostPathsTest {
    private DeviceBench bench = new DeviceBench(
            SmartNicHardware.ON_PATH, 2, DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of()));

    private void offPath() {
        bench = new DeviceBench(
                SmartNicHardware.OFF_PATH,
                2,
                DataSheets.settings(SmartNicHardware.OFF_PATH, "bluefield", Map.of()),
                DeviceBench.Faults.NONE,
                1,
                false);
    }

    @Test
    void shouldCarryDatagramsThroughBothNicsAndCountWhatIsDropped() {
        List<Long> received = new ArrayList<>();
        Endpoint[] sink = new Endpoint[1];
        Stage there = bench.stage(1, "sink", (step, message) -> {
            sink[0].polled(step, message);
            received.add(message.getLong(0));
        });
        sink[0] = bench.datagrams(1).open(there, 5, 3, 1);
        Stage here = bench.stage(0);
        Endpoint source = bench.datagrams(0).open(here, 1, 0, 8);
        here.add(new DeviceBench.Once(
                step -> {
                    for (int i = 0; i < 5; i++) {
                        assertTrue(source.post(step, 1, 5, Party.word(step, i, 100)));
                    }
                    assertTrue(source.post(step, 1, 9, Party.word(step, 5, 100)));
                    Message extra = Party.word(step, 6, 100);
                    assertTrue(source.post(step, 1, 5, extra));
                    assertTrue(source.post(step, 1, 5, Party.word(step, 7, 100)));
                    Message ninth = Party.word(step, 8, 100);
                    assertFalse(source.post(step, 1, 5, ninth), "the send queue is full");
                    step.release(ninth);
                    source.doorbell(step);
                },
                message -> {}));
        bench.run();
        assertEquals(List.of(0L, 1L, 2L), received);
        assertEquals(8, bench.count("smartnic.sends"));
        assertEquals(3, bench.count("smartnic.delivered"));
        assertEquals(4, bench.count("smartnic.receiverNotReady"));
        assertEquals(1, bench.count("smartnic.noSuchPort"));
        assertEquals(1, bench.count("smartnic.doorbells"));
        assertEquals(8 * 144.2, bench.busyNs(0, "nic.core1"), 1);
        assertEquals(0, bench.messagesOut());
        assertThrows(RefusedException.class, () -> bench.datagrams(0).open(here, 1, 1, 1));
    }

    @Test
    void shouldPayForADoorbellOncePerBurst() {
        Stage here = bench.stage(0);
        Endpoint source = bench.datagrams(0).open(here, 1, 0, 100);
        here.add(new DeviceBench.Once(
                step -> {
                    for (int i = 0; i < 100; i++) {
                        source.post(step, 1, 5, Party.word(step, i, 80));
                    }
                    source.doorbell(step);
                },
                message -> {}));
        bench.run();
        assertEquals(
                100 * (37.6 + 80 * 0.0623) + 2 * 56.5, bench.busyNs(0, "pcie.toNic.descriptors"), 0.1, "bursts of 64");
    }

    @Test
    void shouldReachHostAndSocMemoryByVerbs() {
        offPath();
        Region host = bench.region("host", 64);
        Region soc = bench.capability(1, NicCores.class).memory("soc", 64, DeviceBench.LAYOUT);
        OneSidedVerbs there = bench.verbs(1);
        there.register(host);
        there.register(soc);
        assertThrows(RefusedException.class, () -> there.register(soc));
        List<Long> answers = new ArrayList<>();
        for (String name : List.of("host", "soc")) {
            Stage stage = bench.stage(0, "writer-" + name, (step, message) -> {});
            QueuePair queuePair = bench.verbs(0).connect(stage, 1, Transport.RC, 4, 1);
            DeviceBench.Once[] self = new DeviceBench.Once[1];
            self[0] = new DeviceBench.Once(
                    step -> {
                        assertTrue(queuePair.write(step, self[0], name, 8, Party.word(step, 5, 8)));
                        assertTrue(queuePair.fetchAndAdd(step, self[0], name, 8, 10));
                        assertTrue(queuePair.compareAndSwap(step, self[0], name, 8, 15, 99));
                        assertTrue(queuePair.read(step, self[0], name, 8, 8));
                        assertFalse(queuePair.read(step, self[0], name, 8, 8), "the send queue is full");
                        queuePair.doorbell(step);
                    },
                    message -> answers.add(message.lengthBytes() == 0 ? -1 : message.getLong(0)));
            stage.add(self[0]);
        }
        bench.run();
        assertEquals(99, host.getLong(8));
        assertEquals(99, soc.getLong(8));
        assertEquals(
                List.of(-1L, -1L, 5L, 5L, 15L, 15L, 99L, 99L),
                answers.stream().sorted().toList());
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldOfferVerbsOffPathOnly() {
        assertNull(bench.verbs(0));
        offPath();
        OneSidedVerbs verbs = bench.verbs(0);
        Stage stage = bench.stage(0);
        assertThrows(RefusedException.class, () -> verbs.connect(stage, 1, Transport.UD, 1, 1));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;

/** What a reliable connection promises: each request once, in order, and completions in the order of posting. */
class OffPathVerbsTest {
    private static final int VALUE_BYTES = 256;
    private static final long FLAG_AT = 1024;

    private DeviceBench bench;
    private Region host;
    private QueuePair queuePair;
    private Stage writer;

    private void connect(DeviceBench.Faults network, long seed, boolean explore, int sendSlots) {
        bench = new DeviceBench(
                SmartNicHardware.OFF_PATH,
                2,
                DataSheets.settings(SmartNicHardware.OFF_PATH, "bluefield", Map.of()),
                network,
                seed,
                explore);
        host = bench.region("host", 4096);
        verbs(1).register(host);
        writer = bench.stage(0, "writer", (step, message) -> {});
        queuePair = verbs(0).connect(writer, 1, Transport.RC, sendSlots, 1);
    }

    private OneSidedVerbs verbs(int node) {
        return bench.verbs(node);
    }

    @Test
    void shouldShowAFlagOnlyAfterTheWholeValueThatWasWrittenBeforeIt() {
        int early = 0;
        for (long seed = 1; seed <= 60; seed++) {
            connect(DeviceBench.Faults.NONE, seed, true, 8);
            writer.add(new DeviceBench.Once(
                    step -> {
                        Message value = step.take(VALUE_BYTES);
                        for (int i = 0; i < VALUE_BYTES; i += Long.BYTES) {
                            value.putLong(i, 1);
                        }
                        value.lengthBytes(VALUE_BYTES);
                        assertTrue(queuePair.write(step, null, "host", 0, value));
                        assertTrue(queuePair.write(step, null, "host", FLAG_AT, Party.word(step, 1, Long.BYTES)));
                        queuePair.doorbell(step);
                    },
                    message -> {}));
            Watcher watcher = new Watcher(host);
            bench.stage(1).add(watcher);
            bench.run();
            assertEquals(1, host.getLong(FLAG_AT));
            early += watcher.early;
            assertEquals(0, bench.messagesOut());
        }
        assertEquals(0, early, "looks that found the flag and not the value");
    }

    @Test
    void shouldCompleteInTheOrderOfPostingWhereverTheMemoryIs() {
        connect(DeviceBench.Faults.NONE, 1, false, 8);
        Region soc = bench.capability(1, NicCores.class).memory("soc", 64, DeviceBench.LAYOUT);
        verbs(1).register(soc);
        host.putLong(0, 2);
        soc.putLong(0, 1);
        List<Long> read = new ArrayList<>();
        DeviceBench.Once[] self = new DeviceBench.Once[1];
        self[0] = new DeviceBench.Once(
                step -> {
                    assertTrue(queuePair.read(step, self[0], "soc", 0, 8));
                    assertTrue(queuePair.read(step, self[0], "host", 0, 8));
                    queuePair.doorbell(step);
                },
                message -> read.add(message.getLong(0)));
        writer.add(self[0]);
        bench.run();
        assertEquals(List.of(1L, 2L), read);
    }

    @Test
    void shouldExecuteEachRequestOnceAndInOrderWhateverTheNetworkDoes() {
        for (long seed = 1; seed <= 20; seed++) {
            int requests = 100;
            connect(new DeviceBench.Faults(0.2, 0.3, 0.3), seed, seed > 10, requests);
            List<Long> old = new ArrayList<>();
            DeviceBench.Once[] self = new DeviceBench.Once[1];
            self[0] = new DeviceBench.Once(
                    step -> {
                        for (int i = 0; i < requests; i++) {
                            assertTrue(queuePair.fetchAndAdd(step, self[0], "host", 0, 1));
                        }
                        queuePair.doorbell(step);
                    },
                    message -> old.add(message.getLong(0)));
            writer.add(self[0]);
            bench.run();
            assertEquals(requests, host.getLong(0), "seed " + seed);
            assertEquals(LongStream.range(0, requests).boxed().toList(), old, "seed " + seed);
            assertTrue(bench.count("link.repeated") > 0);
            assertTrue(bench.count("link.retransmissions") > 0);
            assertEquals(0, bench.messagesOut());
        }
    }

    /** Looks at flag and value every 20 ns. */
    private static final class Watcher extends Task {
        private final Region region;
        private int looks;
        int early;

        Watcher(Region region) {
            this.region = region;
        }

        @Override
        protected Next step(Step step) {
            for (int at = 0; region.getLong(FLAG_AT) == 1 && at < VALUE_BYTES; at += Long.BYTES) {
                early += region.getLong(at) == 1 ? 0 : 1;
            }
            if (looks++ < 500) {
                step.timer(this, 20);
                return Next.AWAIT;
            }
            return Next.DONE;
        }
    }
}

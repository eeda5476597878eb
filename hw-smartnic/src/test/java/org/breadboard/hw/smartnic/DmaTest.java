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
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCompute.Dma;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.NicCores.ChannelSpec;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;

class DmaTest {
    private static final ChannelSpec NO_MESSAGES = ChannelSpec.gathering(0, 1);

    private DeviceBench bench = new DeviceBench(
            SmartNicHardware.ON_PATH, 1, DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of()));
    private Party party;
    private Dma dma;

    private Region host(int words) {
        Region region = bench.region("host", words * 8L);
        for (int i = 0; i < words; i++) {
            region.putLong(i * 8L, i);
        }
        return region;
    }

    private void core(int index) {
        party = new Party();
        party.stage = bench.capability(0, NicCores.class).core(index, party);
        party.channel = bench.capability(0, NicCores.class).openFlow(party.stage, index, NO_MESSAGES);
        dma = bench.capability(0, NicCompute.class).dma(party.stage);
    }

    @Test
    void shouldCompleteAFullVectorAsFastAsOneElement() {
        for (int elements : new int[] {1, 15}) {
            bench = new DeviceBench(
                    SmartNicHardware.ON_PATH, 1, DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of()));
            core(0);
            Region host = host(64);
            List<Long> read = new ArrayList<>();
            Reader reader = new Reader(host, elements, read);
            party.stage.add(reader);
            bench.run();
            assertEquals(elements, read.size());
            for (int i = 0; i < elements; i++) {
                assertEquals(i, read.get(i));
            }
            assertEquals(190 + 1295, (double) reader.firstNs, 2);
            assertEquals(1, bench.count("smartnic.dmaVectors"));
            assertEquals(elements * 114.94, bench.busyNs(0, "dma.queue0"), 0.01);
            assertEquals(0, bench.messagesOut());
        }
    }

    @Test
    void shouldChargeTheCoreForTheSubmissionAlone() {
        core(3);
        party.stage.add(new Reader(host(64), 15, new ArrayList<>()));
        bench.run();
        assertEquals(190, party.busyNs(bench), 1);
        assertEquals(15 * 114.94, bench.busyNs(0, "dma.queue3"), 0.01);
    }

    @Test
    void shouldServeEachQueueAtItsRateWhateverTheVectors() {
        core(0);
        Region host = host(64);
        Stream stream = new Stream(host, 20);
        party.stage.add(stream);
        bench.run();
        assertEquals(300, stream.completions);
        double perSecond = 300e9 / (stream.lastNs - 190 - 570 + 15 * 114.94);
        assertEquals(8.7e6, perSecond, 0.05e6);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        core(0);
        Region host = host(8);
        Region nic = bench.capability(0, NicCores.class).memory("own", 64, DeviceBench.LAYOUT);
        party.begin(step -> {
            for (int i = 0; i < 15; i++) {
                assertTrue(dma.read(step, null, host, 0, step.take(8), 8));
            }
            Message one = step.take(8);
            assertFalse(dma.read(step, null, host, 0, one, 8), "the vector is full");
            assertTrue(dma.write(step, null, host, 0, Party.word(step, 5, 8)), "writes have a vector of their own");
            assertThrows(IllegalArgumentException.class, () -> dma.read(step, null, host, 60, one, 8));
            assertThrows(IllegalArgumentException.class, () -> dma.read(step, null, nic, 0, one, 8));
            assertTrue(dma.submit(step));
            assertTrue(dma.submit(step), "nothing is left to submit");
            step.release(one);
        });
        bench.run();
        assertEquals(2, bench.count("smartnic.dmaVectors"));
        assertEquals(5, host.getLong(0));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldHoldBackVectorsBeyondTheRing() {
        bench = new DeviceBench(
                SmartNicHardware.ON_PATH,
                1,
                DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of("dmaVectorsPerCore", 2.0)));
        core(0);
        Region host = host(64);
        Stream stream = new Stream(host, 20);
        party.stage.add(stream);
        bench.run();
        assertEquals(300, stream.completions);
        assertTrue(stream.refused > 0);
    }

    @Test
    void shouldTearAtLineBoundariesWhereARunExplores() {
        int torn = 0;
        for (long seed = 1; seed <= 40; seed++) {
            bench = new DeviceBench(
                    SmartNicHardware.ON_PATH,
                    1,
                    DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of()),
                    DeviceBench.Faults.NONE,
                    seed,
                    true);
            core(0);
            Region host = bench.region("host", 256);
            party.begin(step -> {
                Message line = step.take(256);
                for (int i = 0; i < 256; i += 8) {
                    line.putLong(i, 1);
                }
                line.lengthBytes(256);
                dma.write(step, null, host, 0, line);
                dma.submit(step);
            });
            Watcher watcher = new Watcher(host);
            bench.stage(0).add(watcher);
            bench.run();
            assertEquals(1, host.getLong(0));
            assertEquals(1, host.getLong(248));
            torn += watcher.torn ? 1 : 0;
            assertFalse(watcher.insideALine, "seed " + seed);
        }
        assertTrue(torn > 10, "torn " + torn + " of 40");
    }

    @Test
    void shouldNotOfferDmaOffPath() {
        DeviceBench off = new DeviceBench(
                SmartNicHardware.OFF_PATH,
                1,
                DataSheets.settings(SmartNicHardware.OFF_PATH, "bluefield", Map.of()),
                DeviceBench.Faults.NONE,
                1,
                false);
        assertNull(off.capability(0, NicCompute.class));
        assertFalse(SmartNicHardware.OFF_PATH.offers().contains(NicCompute.class));
        assertTrue(SmartNicHardware.ON_PATH.offers().contains(NicCompute.class));
    }

    @Test
    void shouldRefuseAReadThatIsLargerThanItsMessage() {
        core(0);
        Region host = host(1024);
        party.begin(step -> {
            Message small = step.take(8);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> dma.read(step, null, host, 0, small, small.capacityBytes() + 1));
            step.release(small);
            assertTrue(dma.submit(step), "nothing was gathered");
        });
        bench.run();
        assertEquals(0, bench.count("smartnic.dmaVectors"));
        assertEquals(0, bench.messagesOut());
    }

    /** Looks at a region every 20 ns. */
    private static final class Watcher extends Task {
        private final Region region;
        private int looks;
        boolean torn;
        boolean insideALine;

        Watcher(Region region) {
            this.region = region;
        }

        @Override
        protected Next step(Step step) {
            long sum = 0;
            for (int line = 0; line < 256; line += 64) {
                insideALine |= region.getLong(line) != region.getLong(line + 56);
                sum += region.getLong(line);
            }
            torn |= sum > 0 && sum < 4;
            if (looks++ < 300) {
                step.timer(this, 20);
                return Next.AWAIT;
            }
            return Next.DONE;
        }
    }

    private class Reader extends Task {
        private final Region host;
        private final int elements;
        private final List<Long> read;
        long firstNs = -1;

        Reader(Region host, int elements, List<Long> read) {
            this.host = host;
            this.elements = elements;
            this.read = read;
        }

        @Override
        protected Next step(Step step) {
            for (int i = 0; i < elements; i++) {
                assertTrue(dma.read(step, this, host, i * 8L, step.take(8), 8));
            }
            assertTrue(dma.submit(step));
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            firstNs = firstNs < 0 ? step.nowNs() : firstNs;
            read.add(message.getLong(0));
            return false;
        }
    }

    /** Submits so many full vectors of writes as fast as it can. */
    private final class Stream extends Task {
        private final Region host;
        private int left;
        int completions;
        int refused;
        long lastNs;

        Stream(Region host, int vectors) {
            this.host = host;
            left = vectors;
        }

        @Override
        protected Next step(Step step) {
            if (left == 0) {
                return Next.AWAIT;
            }
            Message extra = Party.word(step, 1, 8);
            while (dma.write(step, this, host, 0, extra)) {
                extra = Party.word(step, 1, 8);
            }
            step.release(extra);
            if (dma.submit(step)) {
                left--;
                return Next.AGAIN;
            }
            refused++;
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            completions++;
            lastNs = step.nowNs();
            return true;
        }
    }
}

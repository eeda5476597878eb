// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.NicCores.ChannelSpec;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelsTest {
    private static final ChannelSpec GATHERING = ChannelSpec.gathering(100, 16);
    private static final ChannelSpec SINGLE = ChannelSpec.single(100, 100);

    private DeviceBench bench = bench("liquidio3", Map.of());

    private static DeviceBench bench(String profile, Map<String, Double> changes) {
        return new DeviceBench(
                DataSheets.typeWith(new SmartNicPlugin(), profile),
                3,
                DataSheets.settings(DataSheets.typeWith(new SmartNicPlugin(), profile), profile, changes),
                DeviceBench.Faults.NONE,
                1,
                false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"liquidio3", "bluefield", "stingray"})
    void shouldReachEveryCoreAndHostFromEveryOther(String profile) {
        bench = bench(profile, Map.of());
        Party[] parties = {
            Party.onCore(bench, 0, 1, GATHERING),
            Party.onHost(bench, 0, 2, GATHERING),
            Party.onCore(bench, 1, 3, SINGLE),
            Party.onHost(bench, 1, 4, SINGLE)
        };
        for (int i = 0; i < parties.length; i++) {
            Party from = parties[i];
            long word = i;
            from.begin(step -> {
                assertTrue(from.channel.toCore(step, 0, 1, Party.word(step, word, 24)));
                assertTrue(from.channel.toHost(step, 0, 2, Party.word(step, word, 24)));
                assertTrue(from.channel.toCore(step, 1, 3, Party.word(step, word, 24)));
                assertTrue(from.channel.toHost(step, 1, 4, Party.word(step, word, 24)));
            });
        }
        bench.run();
        for (Party party : parties) {
            assertEquals(List.of(0L, 1L, 2L, 3L), party.words.stream().sorted().toList());
        }
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldGatherUpToTheMtuAndPayForEachPacketOnce() {
        Party source = Party.onCore(bench, 0, 0, GATHERING);
        Party sink = Party.onCore(bench, 1, 0, GATHERING);
        source.begin(step -> {
            for (int i = 0; i < 100; i++) {
                assertTrue(source.channel.toCore(step, 1, 0, Party.word(step, i, 28)));
            }
        });
        bench.run();
        // 28 of 28 B fit 1472 B, with 4 B of framing and 20 B of headers each.
        assertEquals(4, bench.count("smartnic.packets"));
        assertEquals(100, bench.count("smartnic.messages"));
        assertEquals(LongStream.range(0, 100).boxed().toList(), sink.words);
        assertEquals(4 * 72.1 + 100 * 39.3, source.busyNs(bench), 1);
        assertEquals(4 * 72.1 + 100 * 39.3, sink.busyNs(bench), 1);
        assertEquals(4 * 13.93, bench.busyNs(0, "nic.send"), 0.01);
    }

    @Test
    void shouldSendEachMessageAloneIfItMayNotGather() {
        Party source = Party.onCore(bench, 0, 0, SINGLE);
        Party sink = Party.onCore(bench, 1, 0, SINGLE);
        source.begin(step -> {
            for (int i = 0; i < 100; i++) {
                assertTrue(source.channel.toCore(step, 1, 0, Party.word(step, i, 28)));
            }
            assertFalse(source.channel.toCore(step, 1, 0, Party.word(step, 100, 28)), "all 100 packets are in use");
        });
        bench.run();
        assertEquals(100, bench.count("smartnic.packets"));
        assertEquals(100 * (72.1 + 39.3), sink.busyNs(bench), 1);
        assertEquals(100 * 13.93, bench.busyNs(1, "nic.receive"), 0.01);
    }

    @Test
    void shouldGatherEthernetAndPcieSeparately() {
        ChannelSpec pcieOnly = new ChannelSpec(10, 16, false, true);
        Party source = Party.onCore(bench, 0, 0, pcieOnly);
        Party.onCore(bench, 1, 0, pcieOnly);
        Party.onHost(bench, 0, 0, pcieOnly);
        source.begin(step -> {
            for (int i = 0; i < 5; i++) {
                source.channel.toCore(step, 1, 0, Party.word(step, i, 16));
                source.channel.toHost(step, 0, 0, Party.word(step, i, 16));
            }
        });
        bench.run();
        assertEquals(5 + 1, bench.count("smartnic.packets"));
    }

    @Test
    void shouldRingOneDoorbellForABurstOnlyIfPcieGathers() {
        Party gathering = Party.onHost(bench, 0, 0, new ChannelSpec(0, 100, false, true));
        Party single = Party.onHost(bench, 0, 1, SINGLE);
        Party.onCore(bench, 0, 0, GATHERING);
        for (Party party : List.of(gathering, single)) {
            party.begin(step -> {
                for (int i = 0; i < 4; i++) {
                    party.channel.toCore(step, 0, 0, Party.word(step, i, 1000));
                }
            });
        }
        bench.run();
        assertEquals(8, bench.count("smartnic.packets"));
        assertEquals(1 + 4, bench.count("smartnic.doorbells"));
        assertEquals(4 * 15 + 4 * 40 + 40, gathering.busyNs(bench), 1);
        assertEquals(4 * 15 + 4 * 80, single.busyNs(bench), 1);
    }

    @Test
    void shouldSplitAMessageBeyondTheMtuIntoFrames() {
        Party source = Party.onCore(bench, 0, 0, GATHERING);
        Party sink = Party.onCore(bench, 1, 0, GATHERING);
        source.begin(step -> {
            assertTrue(source.channel.toCore(step, 1, 0, Party.word(step, 1, 4000)));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> source.channel.toCore(step, 1, 0, Party.word(step, 1, 40_000)));
        });
        bench.run();
        assertEquals(List.of(1L), sink.words);
        assertEquals(3 * 13.93, bench.busyNs(0, "nic.send"), 0.01);
        assertEquals((4004 + 20 + 3 * 66) * 8 / 95.0, bench.busyNs(0, "link.up"), 0.01);
    }

    @Test
    void shouldSteerFlowsToCores() {
        Party source = Party.onCore(bench, 0, 0, GATHERING);
        Party sink = new Party();
        sink.stage = bench.capability(1, NicCores.class).core(5, sink);
        sink.channel = bench.capability(1, NicCores.class).openFlow(sink.stage, 24 + 5, GATHERING);
        RefusedException wrong = assertThrows(
                RefusedException.class,
                () -> bench.capability(1, NicCores.class).openFlow(sink.stage, 6, GATHERING));
        assertTrue(wrong.getMessage().contains("steered to core 6 of 24"), wrong.getMessage());
        source.begin(step -> {
            source.channel.toCore(step, 1, 29, Party.word(step, 1, 8));
            source.channel.toCore(step, 1, 5, Party.word(step, 2, 8));
        });
        bench.run();
        assertEquals(List.of(1L), sink.words);
        assertEquals(1, bench.count("smartnic.noSuchChannel"));
    }

    @Test
    void shouldDropAndCountWhatFindsNoReceiveSlot() {
        Party source = Party.onCore(bench, 0, 0, GATHERING);
        Party sink = Party.onCore(bench, 1, 0, ChannelSpec.gathering(3, 1));
        source.begin(step -> {
            for (int i = 0; i < 10; i++) {
                source.channel.toCore(step, 1, 0, Party.word(step, i, 8));
            }
        });
        bench.run();
        assertEquals(List.of(0L, 1L, 2L), sink.words);
        assertEquals(7, bench.count("smartnic.noReceiveSlot"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldCountEachMessageOfAPacketThatACoreCannotPass() {
        bench = bench("liquidio3", Map.of("coreRingSlots", 1.0));
        Party sink = Party.onHost(bench, 1, 0, GATHERING);
        for (int core = 0; core < 8; core++) {
            Party source = Party.onCore(bench, 0, core, GATHERING);
            source.begin(step -> {
                for (int i = 0; i < 5; i++) {
                    assertTrue(source.channel.toHost(step, 1, 0, Party.word(step, i, 8)));
                }
            });
        }
        bench.run();
        assertTrue(bench.count("smartnic.droppedByCore") >= 5, "some found no room");
        assertEquals(8 * 5, sink.words.size() + bench.count("smartnic.droppedByCore"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldPassPacketsOfTheHostThroughACoreOnPathOnly() {
        for (String profile : List.of("liquidio3", "bluefield")) {
            bench = bench(profile, Map.of());
            Party source = Party.onHost(bench, 0, 1, GATHERING);
            Party.onHost(bench, 1, 2, GATHERING);
            source.begin(step -> source.channel.toHost(step, 1, 2, Party.word(step, 1, 8)));
            bench.run();
            double passed = profile.equals("liquidio3") ? 144.2 : 0;
            assertEquals(passed, bench.busyNs(0, "nic.core1"), 1);
            assertEquals(passed, bench.busyNs(1, "nic.core2"), 1);
        }
    }

    @Test
    void shouldSlowCoresWithTheirNumber() {
        assertEquals(
                0.49,
                new NicParameters(
                                DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of("coresRunning", 1.0)),
                                true)
                        .coreSpeed);
        assertEquals(
                0.155,
                new NicParameters(DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of()), true).coreSpeed,
                1e-9);
        assertEquals(
                0.155,
                new NicParameters(
                                DataSheets.settings(
                                        SmartNicHardware.ON_PATH,
                                        "liquidio3",
                                        Map.of("cores", 20.0, "coresRunning", 0.0)),
                                true)
                        .coreSpeed,
                1e-9,
                "0 is all of them");
        double half = new NicParameters(
                        DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of("coresRunning", 12.0)), true)
                .coreSpeed;
        assertTrue(half > 0.155 && half < 0.49);
        assertThrows(
                RefusedException.class,
                () -> new NicParameters(
                        DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of("coresRunning", 25.0)),
                        true));
    }

    /** Four of a burst overlap, whatever the core's speed. */
    @ParameterizedTest
    @CsvSource({"1, 1, 100", "1, 4, 100", "1, 5, 200", "0.1, 5, 200"})
    void shouldWaitForMemoryAsLongAsMemoryTakes(double speed, int misses, double expectedNs) {
        bench = bench("liquidio3", Map.of("coreSpeedAlone", speed, "coreSpeedAll", speed));
        Party core = Party.onCore(bench, 0, 3, GATHERING);
        NicCores.CoreMemory memory = bench.capability(0, NicCores.class).coreMemory(core.stage);
        core.begin(step -> {
            for (int i = 0; i < misses; i++) {
                memory.miss(step);
            }
        });
        bench.run();
        assertEquals(expectedNs, core.busyNs(bench), 1e-6);
    }

    /** What the next burst is about has not arrived yet. */
    @Test
    void shouldNotOverlapMissesOfDifferentBursts() {
        Party core = Party.onCore(bench, 0, 3, GATHERING);
        Party other = Party.onCore(bench, 0, 4, GATHERING);
        NicCores.CoreMemory memory = bench.capability(0, NicCores.class).coreMemory(core.stage);
        core.begin(memory::miss);
        core.answer = memory::miss;
        other.begin(step -> other.channel.toCore(step, 0, 3, Party.word(step, 1, 8)));
        bench.run();
        assertEquals(List.of(1L), core.words);
        assertEquals(100 + 72.1 + 39.3 + 100, core.busyNs(bench), 1e-6);
    }

    @Test
    void shouldRefuseMoreMemoryThanTheNicHas() {
        bench = bench("liquidio3", Map.of("memoryBytes", 1000.0));
        assertEquals(
                Lifetime.DEVICE_VOLATILE,
                bench.capability(0, NicCores.class)
                        .memory("index", 600, DeviceBench.LAYOUT)
                        .lifetime());
        assertEquals(400, bench.capability(0, NicCores.class).freeMemoryBytes());
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> bench.capability(0, NicCores.class).memory("cache", 401, DeviceBench.LAYOUT));
        assertEquals(
                "Region cache needs 401 B of the NIC's memory, but node 0 has 400 B of 1000 B left (memoryBytes in the"
                        + " data sheet).",
                refused.getMessage());
        assertEquals(1000, bench.capability(1, NicCores.class).freeMemoryBytes());
    }

    @Test
    void shouldChargeMemoryThatBeginsAsAnImage() {
        bench = bench("liquidio3", Map.of("memoryBytes", 1000.0));
        NicCores nic = bench.capability(0, NicCores.class);
        Image image = DeviceBench.image(600, filled -> filled.putLong(592, 7));

        Region memory = nic.memory("index", image);

        assertEquals(7, memory.getLong(592));
        assertEquals(Lifetime.DEVICE_VOLATILE, memory.lifetime());
        assertEquals(400, nic.freeMemoryBytes());
        assertThrows(RefusedException.class, () -> nic.memory("cache", image));
    }

    @Test
    void shouldTellTheSameTwice() {
        assertEquals(chatter(), chatter());
    }

    private static List<Long> chatter() {
        DeviceBench bench = new DeviceBench(
                SmartNicHardware.ON_PATH,
                3,
                DataSheets.settings(SmartNicHardware.ON_PATH, "liquidio3", Map.of()),
                new DeviceBench.Faults(0.1, 0.1, 0.1),
                5,
                true);
        Party source = Party.onHost(bench, 0, 0, SINGLE);
        Party sink = Party.onCore(bench, 1, 0, GATHERING);
        source.begin(step -> {
            for (int i = 0; i < 100; i++) {
                source.channel.toCore(step, 1, 0, Party.word(step, i, 64));
            }
        });
        bench.run();
        assertTrue(sink.words.size() > 50);
        assertEquals(0, bench.messagesOut());
        sink.words.addAll(sink.atNs);
        return sink.words;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.NicCores.ChannelSpec;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What channels and reliable ports carry arrives once and in order, whatever the network does. */
class LinkTest {
    private static final String ALL = "loss,duplication,reordering,partition,partition-one-way";
    private static final int MESSAGES = 300;
    private static final List<Long> IN_ORDER =
            LongStream.range(0, MESSAGES).boxed().toList();

    private static DeviceBench bench(
            String profile, Map<String, Double> changes, DeviceBench.Faults faults, long seed, boolean explore) {
        HardwareType type = DataSheets.typeWith(new SmartNicPlugin(), profile);
        return new DeviceBench(type, 3, DataSheets.settings(type, profile, changes), faults, seed, explore);
    }

    /** Sends numbers to a party of another node, a few in each step, and waits for room. */
    private static final class Source extends Task {
        private final Party from;
        private final int node;
        private final boolean toHost;
        private long next;

        Source(Party from, int node, boolean toHost) {
            this.from = from;
            this.node = node;
            this.toHost = toHost;
            from.stage.add(this);
        }

        @Override
        protected Next step(Step step) {
            for (int i = 0; i < 5 && next < MESSAGES; i++) {
                var message = Party.word(step, next, 24);
                if (toHost
                        ? from.channel.toHost(step, node, 0, message)
                        : from.channel.toCore(step, node, 0, message)) {
                    next++;
                } else {
                    step.release(message);
                }
            }
            step.timer(this, 3_000);
            return next < MESSAGES ? Next.AWAIT : Next.DONE;
        }
    }

    @ParameterizedTest
    @CsvSource({"liquidio3, false", "liquidio3, true", "bluefield, false", "bluefield, true"})
    void shouldDeliverOnceAndInOrderWhateverTheNetworkDoes(String profile, boolean toHost) {
        long cut = 0;
        for (long seed = 1; seed <= 30; seed++) {
            DeviceBench.Faults faults = new DeviceBench.Faults(0.1, 0.1, 0.1).with(ALL, 100_000, 20_000);
            DeviceBench bench = bench(profile, Map.of("retransmitNs", 20_000.0), faults, seed, seed % 2 == 0);
            ChannelSpec spec = seed % 3 == 0 ? ChannelSpec.single(400, 400) : ChannelSpec.gathering(400, 400);
            List<Party> parties = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                Party party = toHost ? Party.onHost(bench, node, 0, spec) : Party.onCore(bench, node, 0, spec);
                parties.add(party);
                new Source(party, (node + 1) % 3, toHost);
            }
            bench.run();
            for (Party party : parties) {
                assertEquals(IN_ORDER, party.words, "seed " + seed);
            }
            assertEquals(0, bench.count("link.broken"), "seed " + seed);
            assertEquals(0, bench.messagesOut(), "seed " + seed);
            cut += bench.count("cut") + bench.count("cutOneWay");
        }
        assertTrue(cut > 30, "partitions cut off " + cut);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldDoTheSameOnRealThreads(int threads) {
        HardwareType type = SmartNicHardware.ON_PATH;
        DeviceBench.Faults faults = new DeviceBench.Faults(0.1, 0.1, 0.1).with(ALL, 10_000_000, 2_000_000);
        try (DeviceBench bench =
                DeviceBench.live(type, 3, DataSheets.settings(type, "liquidio3", Map.of()), threads, faults, 1)) {
            List<Party> parties = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                for (int core = 0; core < 2; core++) {
                    Party party = Party.onCore(bench, node, core, ChannelSpec.single(800, 400));
                    parties.add(party);
                    if (core == 0) {
                        new Source(party, (node + 1) % 3, false);
                    }
                }
            }
            bench.runUntil(
                    () -> parties.stream().mapToInt(party -> party.words.size()).sum() >= 3 * MESSAGES,
                    120_000_000_000L);
            for (int i = 0; i < parties.size(); i++) {
                assertEquals(i % 2 == 0 ? IN_ORDER : List.of(), parties.get(i).words);
            }
            assertTrue(bench.count("link.retransmissions") > 0);
        }
    }

    /** A device is not told of a loss: where no later packet shows it, it notices when its time is over. */
    @Test
    void shouldWaitForItsTimeoutWhereNothingElseTellsOfALoss() {
        int lossy = 0;
        for (long seed = 1; seed <= 40; seed++) {
            DeviceBench bench = bench("liquidio3", Map.of(), new DeviceBench.Faults(0.4, 0, 0), seed, false);
            Party source = Party.onCore(bench, 0, 0, ChannelSpec.single(10, 10));
            Party sink = Party.onCore(bench, 1, 0, ChannelSpec.single(10, 10));
            source.begin(step -> source.channel.toCore(step, 1, 0, Party.word(step, 1, 24)));
            bench.run();
            boolean late = sink.atNs.get(0) > 200_000;
            assertTrue(!late || bench.count("lost") > 0, "seed " + seed);
            assertTrue(late || sink.atNs.get(0) < 10_000, "seed " + seed + ", at " + sink.atNs);
            lossy += late ? 1 : 0;
        }
        assertTrue(lossy > 5 && lossy < 35, lossy + " of 40");
    }

    @Test
    void shouldSendAgainAtOnceWhatLaterPacketsShowToBeMissing() {
        int quick = 0;
        for (long seed = 1; seed <= 40; seed++) {
            DeviceBench bench = bench("liquidio3", Map.of(), new DeviceBench.Faults(0.02, 0, 0), seed, false);
            Party source = Party.onCore(bench, 0, 0, ChannelSpec.single(400, 400));
            Party sink = Party.onCore(bench, 1, 0, ChannelSpec.single(400, 400));
            new Source(source, 1, false);
            bench.run();
            assertEquals(IN_ORDER, sink.words, "seed " + seed);
            boolean lost = bench.count("lost") > 0;
            quick += lost && sink.atNs.get(MESSAGES - 1) < 280_000 ? 1 : 0;
        }
        assertTrue(quick > 10, quick + " of 40");
    }

    @Test
    void shouldCostNothingWithoutFaults() {
        DeviceBench bench = bench("liquidio3", Map.of(), DeviceBench.Faults.NONE, 1, false);
        Party source = Party.onCore(bench, 0, 0, ChannelSpec.single(400, 400));
        Party sink = Party.onCore(bench, 1, 0, ChannelSpec.single(400, 400));
        new Source(source, 1, false);
        bench.run();
        assertEquals(IN_ORDER, sink.words);
        assertEquals(MESSAGES * 13.93, bench.busyNs(1, "nic.receive"), 1);
        assertEquals(0, bench.busyNs(1, "link.up"), "nothing goes back");
    }

    @Test
    void shouldGiveUpWhoCannotBeReachedAndCountIt() {
        DeviceBench bench =
                bench("liquidio3", Map.of("patienceNs", 1_000_000.0), new DeviceBench.Faults(1, 0, 0), 1, false);
        Party source = Party.onCore(bench, 0, 0, ChannelSpec.single(10, 10));
        Party.onCore(bench, 1, 0, ChannelSpec.single(10, 10));
        source.begin(step -> {
            for (int i = 0; i < 5; i++) {
                source.channel.toCore(step, 1, 0, Party.word(step, i, 24));
            }
        });
        bench.run();
        assertEquals(6 * 200_000, (double) bench.nowNs(), 5_000);
        assertEquals(1, bench.count("link.broken"));
        assertEquals(0, bench.messagesOut());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendDatagramsAgainOnlyFromReliablePorts(boolean reliable) {
        DeviceBench bench = bench("bluefield", Map.of(), new DeviceBench.Faults(0.2, 0, 0), 1, false);
        assertTrue(bench.datagrams(0).mayLose());
        List<Long> words = new ArrayList<>();
        Stage from = bench.stage(0, "from", (step, message) -> {});
        Stage to = bench.stage(1, "to", new StageProgram() {
            @Override
            public void receive(Step step, org.breadboard.api.runtime.Message message) {
                words.add(message.getLong(0));
            }
        });
        Endpoint port = reliable
                ? bench.datagrams(0).openReliable(from, 1, 0, MESSAGES)
                : bench.datagrams(0).open(from, 1, 0, MESSAGES);
        bench.datagrams(1).open(to, 1, MESSAGES, 1);
        from.add(new DeviceBench.Once(
                step -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        assertTrue(port.post(step, 1, 1, Party.word(step, i, 24)));
                    }
                    port.doorbell(step);
                },
                message -> {}));
        bench.run();
        assertEquals(reliable, words.equals(IN_ORDER));
        assertEquals(reliable ? -1 : 1, port.number(), "a switch cannot answer in place of a reliable port");
        assertEquals(0, bench.messagesOut());
    }
}

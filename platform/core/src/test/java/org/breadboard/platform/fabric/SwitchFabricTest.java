// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Faults.Kind;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;
import org.junit.jupiter.api.Test;

class SwitchFabricTest {
    private static final int PACKETS = 2_000;
    private static final StageProgram SILENT = (step, message) -> {};

    private final SimEngine engine = new SimEngine(1, false);
    private final Map<String, Tally> counters = new TreeMap<>();
    private final List<Long> arrived = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private SwitchFabric fabric;

    /** Sends one packet a step from node 0 to node 1. */
    private static final class Sender extends Task {
        private final Fabric.Port port;
        private long sent;

        Sender(Fabric.Port port) {
            this.port = port;
        }

        @Override
        protected Next step(Step step) {
            Message packet = step.take(64);
            packet.targetNode(1);
            packet.wireBytes(100);
            packet.register(0, sent++);
            step.busy(50);
            step.leave(port.egress(), packet);
            return sent < PACKETS ? Next.AGAIN : Next.DONE;
        }
    }

    private Nemesis run(Faults faults) {
        Nemesis nemesis = begin(faults);
        assertEquals(Engine.Progress.IDLE, engine.runUntil(Long.MAX_VALUE / 1_000_000, () -> false));
        assertEquals(0, engine.messagesOut());
        return nemesis;
    }

    private Nemesis begin(Faults faults) {
        Nemesis nemesis = nemesis(faults);
        fabric = new SwitchFabric(engine, 2, Mix.Network.PLAIN, nemesis);
        Fabric.Port from = fabric.attach(0, 10, 1_000, (transit, packet) -> transit.release(packet));
        fabric.attach(1, 10, 1_000, (transit, packet) -> {
            arrived.add(packet.register(0));
            times.add(transit.nowNs());
            transit.release(packet);
        });
        fabric.seal();
        engine.stage(0, 0, StageSpec.named("sender"), SILENT).add(new Sender(from));
        engine.start();
        return nemesis;
    }

    private Nemesis nemesis(Faults faults) {
        return new Nemesis(faults, 1, 2, 2, name -> counters.computeIfAbsent(name, unseen -> new Tally()));
    }

    private long count(Kind kind) {
        return counters.get(kind.counter()).value();
    }

    @Test
    void shouldTakeSerialisationTwiceAndTheWayOnce() {
        run(Faults.NONE);
        assertEquals(PACKETS, arrived.size());
        assertEquals(100 * PACKETS, fabric.sentBytes());
        // The step ends at 50 ns; 100 B at 10 Gb/s take 80 ns on each link, and the way takes 1,000 ns.
        assertEquals(50 + 80 + 1_000 + 80, (long) times.get(0));
        for (int i = 0; i < PACKETS; i++) {
            assertEquals(i, (long) arrived.get(i));
        }
    }

    @Test
    void shouldServeAtTheRateOfTheLink() {
        run(Faults.NONE);
        long spanNs = times.get(PACKETS - 1) - times.get(0);
        assertEquals(80L * (PACKETS - 1), spanNs);
    }

    @Test
    void shouldLoseAndCountWhatItLoses() {
        run(new Faults(0.1, 0, 0));
        assertEquals(PACKETS, arrived.size() + count(Kind.LOSS));
        assertTrue(count(Kind.LOSS) > PACKETS / 20 && count(Kind.LOSS) < PACKETS / 5, () -> "lost " + count(Kind.LOSS));
    }

    /** Windows are as long as intervals, and strike the sender, which receives nothing, and the receiver in turn. */
    @Test
    void shouldDropWhatFindsAFullRing() {
        List<Kind> full = List.of(Kind.RING_FULL);
        run(new Faults(0, 0, 0, full, true, 40_000, 40_000, 1, 0, 1, null, Faults.Control.NONE));
        assertTrue(fabric.isFaulty());
        assertEquals(PACKETS, arrived.size() + count(Kind.RING_FULL));
        assertTrue(Math.abs(count(Kind.RING_FULL) - PACKETS / 2) <= 40_000 / 80, () -> "lost " + count(Kind.RING_FULL));
        assertEquals(0, count(Kind.LOSS));
        assertEquals(100 * PACKETS, fabric.sentBytes());
        for (long atNs : times) {
            assertEquals(0, atNs / 40_000 % 2, "at " + atNs + " the ring was full");
        }
    }

    @Test
    void shouldDoNoMoreHarmOnceItIsHealed() {
        Nemesis nemesis = begin(new Faults(0.1, 0.1, 0.1));
        engine.runUntil(80 * PACKETS / 2, () -> false);
        nemesis.heal(engine.nowNs());
        long harm = count(Kind.LOSS) + count(Kind.DUPLICATION) + count(Kind.REORDERING);
        assertTrue(count(Kind.LOSS) > 0 && count(Kind.DUPLICATION) > 0 && count(Kind.REORDERING) > 0);
        assertEquals(Engine.Progress.IDLE, engine.runUntil(Long.MAX_VALUE / 1_000_000, () -> false));
        assertEquals(harm, count(Kind.LOSS) + count(Kind.DUPLICATION) + count(Kind.REORDERING));
        assertEquals(PACKETS + count(Kind.DUPLICATION) - count(Kind.LOSS), arrived.size());
    }

    @Test
    void shouldDuplicateAndReorder() {
        run(new Faults(0, 0.1, 0.1));
        assertEquals(PACKETS + count(Kind.DUPLICATION), arrived.size());
        assertTrue(count(Kind.DUPLICATION) > 0 && count(Kind.REORDERING) > 0);
        boolean overtaken = false;
        for (int i = 1; i < arrived.size(); i++) {
            overtaken |= arrived.get(i) < arrived.get(i - 1);
        }
        assertTrue(overtaken);
    }

    /**
     * The nodes whose packets pass the hardware of each of two switches, between one node with records and two of
     * clients.
     */
    @Test
    void shouldSendPacketsThroughTheSwitchOfTheirClients() {
        fabric = new SwitchFabric(engine, 1, 2, 2, Mix.Network.PLAIN, nemesis(Faults.NONE));
        List<String> passed = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int which = i;
            fabric.at(i).interposeSwitch(next -> (transit, packet) -> {
                passed.add(which + ": " + packet.sourceNode() + "-" + packet.targetNode());
                next.arrive(transit, packet);
            });
        }
        Fabric.Port[] ports = new Fabric.Port[3];
        for (int node = 0; node < 3; node++) {
            ports[node] = fabric.attach(node, 10, 1_000, (transit, packet) -> transit.release(packet));
        }
        fabric.seal();
        int[][] targets = {{1, 2}, {0}, {0}};
        for (int node = 0; node < 3; node++) {
            int source = node;
            engine.stage(node, 0, StageSpec.named("sender"), SILENT).add(new Task() {
                @Override
                protected Next step(Step step) {
                    for (int target : targets[source]) {
                        Message packet = step.take(64);
                        packet.targetNode(target);
                        packet.wireBytes(100);
                        step.leave(ports[source].egress(), packet);
                    }
                    return Next.DONE;
                }
            });
        }
        engine.start();
        engine.runUntil(Long.MAX_VALUE / 1_000_000, () -> false);
        passed.sort(null);
        assertEquals(List.of("0: 0-1", "0: 1-0", "1: 0-2", "1: 2-0"), passed);
    }

    @Test
    void shouldLoseHalfBeforeTheHardwareOfASwitch() {
        fabric = new SwitchFabric(engine, 2, Mix.Network.PLAIN, nemesis(new Faults(0.2, 0, 0)));
        List<Long> seen = new ArrayList<>();
        fabric.interposeSwitch(next -> (transit, packet) -> {
            seen.add(packet.register(0));
            next.arrive(transit, packet);
        });
        Fabric.Port from = fabric.attach(0, 10, 1_000, (transit, packet) -> transit.release(packet));
        fabric.attach(1, 10, 1_000, (transit, packet) -> {
            arrived.add(packet.register(0));
            transit.release(packet);
        });
        fabric.seal();
        engine.stage(0, 0, StageSpec.named("sender"), SILENT).add(new Sender(from));
        engine.start();
        engine.runUntil(Long.MAX_VALUE / 1_000_000, () -> false);
        long before = (long) PACKETS - seen.size();
        long behind = (long) seen.size() - arrived.size();
        assertEquals(count(Kind.LOSS), before + behind);
        assertTrue(before > PACKETS / 20 && before < PACKETS * 3 / 20, () -> "lost before " + before);
        assertTrue(behind > PACKETS / 20 && behind < PACKETS * 3 / 20, () -> "lost behind " + behind);
    }

    private static Faults window(Kind kind, long delayNs) {
        return new Faults(0, 0, 0, List.of(kind), false, 8_000, 2_000, 0.5, delayNs, 1, null, Faults.Control.NONE);
    }

    @Test
    void shouldCutOffWhatAPartitionParts() {
        run(window(Kind.PARTITION, 0));
        assertEquals(PACKETS, arrived.size() + count(Kind.PARTITION));
        // Of two machines each is a half, and a quarter of the time is in windows.
        assertEquals(PACKETS / 4.0, (double) count(Kind.PARTITION), PACKETS / 16.0);
    }

    @Test
    void shouldCutOffOneWayOnly() {
        run(window(Kind.PARTITION_ONE_WAY, 0));
        assertEquals(PACKETS, arrived.size() + count(Kind.PARTITION_ONE_WAY));
        long cut = count(Kind.PARTITION_ONE_WAY);
        assertTrue(cut > 0 && cut < PACKETS / 4, "in half of the windows it is the other way: " + cut);
    }

    @Test
    void shouldDelayWithoutOvertaking() {
        run(window(Kind.DELAY, 1_000));
        assertEquals(PACKETS, arrived.size());
        assertTrue(count(Kind.DELAY) > 0);
        for (int i = 0; i < PACKETS; i++) {
            assertEquals(i, (long) arrived.get(i));
        }
        long longest = 0;
        for (int i = 1; i < PACKETS; i++) {
            longest = Math.max(longest, times.get(i) - times.get(i - 1));
        }
        assertTrue(longest >= 1_000, "the longest gap is " + longest + " ns");
    }

    @Test
    void shouldLoseOnlyInWindows() {
        run(window(Kind.LOSS, 0));
        assertEquals(PACKETS, arrived.size() + count(Kind.LOSS));
        assertEquals(PACKETS / 8.0, (double) count(Kind.LOSS), PACKETS / 24.0);
    }
}

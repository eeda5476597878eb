// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.sim.SimEngine;
import org.junit.jupiter.api.Test;

/** Packets that are on their way when a configuration ends arrive in the next one, and do not get in. */
class EpochGatesTest {
    private static final StageProgram SILENT = (step, message) -> {};
    private static final int PACKETS = 20;
    /** 100 B at 10 Gb/s, twice, and the way. */
    private static final long ARRIVES_NS = 80 + 1_000 + 80;

    private final Tally refused = new Tally();
    private final List<Long> gotIn = new ArrayList<>();

    /** A network of two machines, of which the first sends the other packets, 50 ns apart. */
    private final class Network {
        private final SimEngine engine = new SimEngine(1, false);
        private final EpochGates gates;

        Network(int epoch, int packets) {
            this(epoch, packets, false);
        }

        /** What {@code doubled} says is whether a device at the first one's port sends one of its own before each. */
        Network(int epoch, int packets, boolean doubled) {
            gates = new EpochGates(epoch, refused);
            Nemesis nobody = new Nemesis(Faults.NONE, 1, 2, 2, name -> new Tally());
            SwitchFabric fabric = new SwitchFabric(engine, 2, Mix.Network.PLAIN, nobody);
            fabric.letIn(gates);
            Fabric.Port from = fabric.attach(0, 10, 1_000, (transit, packet) -> transit.release(packet));
            fabric.attach(1, 10, 1_000, (transit, packet) -> {
                gotIn.add(transit.nowNs());
                transit.release(packet);
            });
            if (doubled) {
                from.interpose(true, next -> (transit, packet) -> {
                    Message own = transit.take(64);
                    own.targetNode(1);
                    own.wireBytes(100);
                    next.arrive(transit, own);
                    next.arrive(transit, packet);
                });
            }
            fabric.seal();
            engine.stage(0, epoch, StageSpec.named("sender"), SILENT).add(new Sender(from, packets));
        }
    }

    private static final class Sender extends Task {
        private final Fabric.Port port;
        private int left;

        Sender(Fabric.Port port, int packets) {
            this.port = port;
            left = packets;
        }

        @Override
        protected Next step(Step step) {
            if (left == 0) {
                return Next.DONE;
            }
            Message packet = step.take(64);
            packet.targetNode(1);
            packet.wireBytes(100);
            step.busy(50);
            step.leave(port.egress(), packet);
            left--;
            return Next.AGAIN;
        }
    }

    @Test
    void shouldRefuseWhatWasSentInAnotherConfiguration() {
        Network last = new Network(3, PACKETS);
        last.engine.start();
        last.engine.runUntil(1_500, () -> false);
        int before = gotIn.size();
        assertEquals((1_500 - 50 - ARRIVES_NS) / 80 + 1, before, "those of its own");
        last.engine.crash(0);
        last.gates.isOver();
        last.engine.runUntil(100_000, () -> false);
        List<EpochGates.Late> late = new ArrayList<>();
        last.gates.takeLate(late);
        assertEquals(PACKETS - before, late.size(), "all that had left");

        Network next = new Network(4, 1);
        next.engine.beginAt(1_500);
        next.engine.start();
        for (EpochGates.Late each : late) {
            next.engine.runUntil(each.atNs(), () -> false);
            next.gates.arrive(each.node(), next.engine.at(each.node()), each.packet());
        }
        next.engine.runUntil(100_000, () -> false);
        assertEquals(late.size(), refused.value());
        assertEquals(before + 1, gotIn.size(), "what the next one sends gets in");
    }

    @Test
    void shouldLetInWhatADeviceAtAPortSends() {
        Network network = new Network(2, PACKETS, true);
        network.engine.start();
        network.engine.runUntil(100_000, () -> false);
        assertEquals(2 * PACKETS, gotIn.size());
        assertEquals(0, refused.value());
    }
}

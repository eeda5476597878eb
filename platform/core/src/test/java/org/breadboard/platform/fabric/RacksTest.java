// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;
import org.junit.jupiter.api.Test;

/** Five machines of 10 Gb/s, a microsecond apart, in two racks: 0 to 2, and 3 and 4. Packets have 100 B. */
class RacksTest {
    private static final int PACKETS = 1_000;
    private static final int MACHINES = 5;
    private static final double LINK_NS = 80;
    private static final double HALF_WAY_NS = 500;

    private final SimEngine engine = new SimEngine(1, false);
    private final List<List<Long>> times = new ArrayList<>();

    private final Fabric.Port[] ports = new Fabric.Port[MACHINES];

    private void network(int racks, double uplinkGbps) {
        Mix.Network network = new Mix.Network(racks, uplinkGbps);
        SwitchFabric fabric = new SwitchFabric(
                engine, MACHINES, network, new Nemesis(Faults.NONE, 1, MACHINES, MACHINES, name -> new Tally()));
        for (int node = 0; node < MACHINES; node++) {
            List<Long> arrivals = new ArrayList<>();
            times.add(arrivals);
            ports[node] = fabric.attach(node, 10, 2 * HALF_WAY_NS, (transit, packet) -> {
                arrivals.add(transit.nowNs());
                transit.release(packet);
            });
        }
        fabric.seal();
    }

    /** Sends a packet as soon as its link has room. */
    private void stream(int from, int to) {
        Stage stage = engine.stage(from, 0, StageSpec.named("sender"), (step, message) -> {});
        stage.add(new Task() {
            private int sent;

            @Override
            protected Next step(Step step) {
                Message packet = step.take(64);
                packet.sourceNode(from);
                packet.targetNode(to);
                packet.wireBytes(100);
                step.busy(LINK_NS);
                step.leave(ports[from].egress(), packet);
                return ++sent < PACKETS ? Next.AGAIN : Next.DONE;
            }
        });
    }

    private void run() {
        engine.start();
        assertEquals(Engine.Progress.IDLE, engine.runUntil(Long.MAX_VALUE / 1_000_000, () -> false));
        assertEquals(0, engine.messagesOut());
    }

    private double betweenNs(int node) {
        List<Long> arrivals = times.get(node);
        return (arrivals.get(arrivals.size() - 1) - arrivals.get(0)) / (arrivals.size() - 1.0);
    }

    @Test
    void shouldTravelFourLinksToAnotherRackAndTwoWithinOne() {
        network(2, 40);
        stream(0, 3);
        stream(1, 2);
        run();
        double uplinkNs = 20;
        assertEquals(
                LINK_NS + 2 * (LINK_NS + HALF_WAY_NS), (double) times.get(2).get(0));
        assertEquals(LINK_NS + 2 * (LINK_NS + HALF_WAY_NS) + 2 * (uplinkNs + HALF_WAY_NS), (double)
                times.get(3).get(0));
    }

    /** Two machines offer 20 Gb/s to an uplink of 4 Gb/s, behind which nothing is slower. */
    @Test
    void shouldServeAllOfARackAtTheRateOfItsUplink() {
        network(2, 4);
        stream(0, 3);
        stream(1, 4);
        run();
        double oneNs = 100 * 8 / 4.0;
        assertEquals(2 * oneNs, betweenNs(3), 1);
        assertEquals(2 * oneNs, betweenNs(4), 1);
        assertEquals(PACKETS, times.get(3).size());
        assertEquals(PACKETS, times.get(4).size());
    }

    /** Each rack sends 10 Gb/s to the other: directions are resources of their own. */
    @Test
    void shouldServeBothDirectionsSideBySide() {
        network(2, 4);
        stream(0, 3);
        stream(4, 1);
        run();
        assertEquals(200, betweenNs(3), 1);
        assertEquals(200, betweenNs(1), 1);
    }

    @Test
    void shouldLeaveTrafficWithinARackUnharmedByASaturatedUplink() {
        network(2, 0.5);
        stream(0, 3);
        stream(1, 2);
        run();
        assertEquals(LINK_NS, betweenNs(2), 0.1);
        assertEquals(1600, betweenNs(3), 1);
    }

    @Test
    void shouldTellHowBusyEachUplinkIs() {
        network(2, 4);
        stream(0, 3);
        run();
        TreeMap<String, Long> served = new TreeMap<>();
        TreeMap<String, Double> busyNs = new TreeMap<>();
        for (Engine.Usage usage : engine.usage()) {
            if (usage.node() < 0) {
                served.put(usage.name(), usage.served());
                busyNs.put(usage.name(), usage.busyNs());
            }
        }
        long all = PACKETS;
        assertEquals(
                "{rack0/uplink.down=0, rack0/uplink.up=" + all + ", rack1/uplink.down=" + all + ", rack1/uplink.up=0}",
                served.toString());
        assertEquals(200.0 * PACKETS, busyNs.get("rack0/uplink.up"), 1e-6);
    }

    @Test
    void shouldHaveNoUplinkInOneRack() {
        network(1, 0);
        stream(0, 3);
        run();
        assertEquals(
                LINK_NS + 2 * (LINK_NS + HALF_WAY_NS), (double) times.get(3).get(0));
        assertEquals(
                0, engine.usage().stream().filter(usage -> usage.node() < 0).count());
    }
}

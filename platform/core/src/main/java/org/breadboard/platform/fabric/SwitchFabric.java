// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.Interposer;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults.Kind;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;

/**
 * Switches with a full-duplex link to each node. A packet is serialised onto its sender's link, crosses one switch, and
 * is serialised onto its receiver's link; the order between two ports is kept. There is one switch, unless machines of
 * clients are spread over several: then a packet crosses that of the machine of clients which it comes from or goes to,
 * and machines with records reach all of them. Or machines stand in several racks, each with a switch of its own: then
 * a packet for another rack is serialised onto its rack's uplink, crosses a spine that is never busy, and is serialised
 * onto the other rack's downlink. It travels four links where others travel two, and each takes half of the time from
 * port to port: an uplink as long as the quickest port of its rack. Faults, where the mix asks for them, happen at the
 * switch: behind its hardware, or half of them before it, where it has some, so that it too misses packets and sees
 * them twice. A partition keeps packets from their receivers behind it. A full receive ring has no place for them when
 * they have arrived, in front of all that the receiver's hardware does with them.
 */
public final class SwitchFabric implements Fabric {
    /**
     * How long a packet's detour is: what leaves within it overtakes. No setting, since what faults do to times is no
     * figure: they are there to be survived, and how often they come is set.
     */
    private static final double REORDER_NS = 5_000;

    private final Engine engine;
    private final Nemesis nemesis;
    private final boolean faulty;
    private final boolean crashing;
    /** Where packets wait that others overtake, if switches do more than forward; otherwise each port has its own. */
    private Resource detour;

    private final LongAdder sentBytes = new LongAdder();
    /** Whether a machine has crashed; written while all stands still. */
    private final boolean[] dead;

    private boolean anyDead;
    private EpochGates gates;
    private final int recordNodes;
    private final Crossbar[] switches;
    private final SwitchPort[] ports;
    private final int racks;
    private final double uplinkGbps;
    private final Hop toPort = this::toPort;

    /** A network without ports, of one switch. */
    public SwitchFabric(Engine engine, int nodes, Mix.Network network, Nemesis nemesis) {
        this(engine, nodes, 0, 1, network, nemesis);
    }

    /**
     * A network of several switches without ports.
     *
     * @param recordNodes how many machines hold records; those of clients come after them
     * @param clientNodes how many machines only have clients
     * @param count how many switches there are in a network of one rack
     * @param nemesis what goes wrong with packets
     */
    public SwitchFabric(
            Engine engine, int recordNodes, int clientNodes, int count, Mix.Network network, Nemesis nemesis) {
        this.recordNodes = recordNodes;
        racks = network.racks();
        uplinkGbps = network.uplinkGbps();
        switches = new Crossbar[racks > 1 ? racks : count];
        for (int i = 0; i < switches.length; i++) {
            switches[i] = new Crossbar(i);
        }
        this.engine = engine;
        this.nemesis = nemesis;
        this.faulty = nemesis.strikesPackets();
        this.crashing = nemesis.has(Kind.SWITCH_CRASH);
        this.ports = new SwitchPort[recordNodes + clientNodes];
        dead = new boolean[ports.length];
    }

    @Override
    public Port attach(int node, double linkGbps, double oneWayNs, Hop ingress) {
        SwitchPort port = new SwitchPort(node, linkGbps, oneWayNs, ingress);
        ports[node] = port;
        return port;
    }

    /** Has its ports let in what is of its configuration alone. Before the first port. */
    public void letIn(EpochGates own) {
        gates = own;
    }

    /** What its ports let in; null where configurations never change. */
    public EpochGates gates() {
        return gates;
    }

    @Override
    public boolean isFaulty() {
        return nemesis.harmsPackets();
    }

    @Override
    public void interposeSwitch(Interposer interposer) {
        switches[0].interposers.add(interposer);
    }

    /** The network as the hardware of one switch sees it: that which it puts in the way is in the way there. */
    public Fabric at(int which) {
        return new SwitchView(this, which, switches[which].interposers, nemesis);
    }

    @Override
    public boolean mayCrash() {
        return crashing;
    }

    @Override
    public long life(long nowNs) {
        return nemesis.life(0, nowNs);
    }

    @Override
    public boolean reaches(int node) {
        return node >= 0 && node < ports.length && ports[node] != null;
    }

    /** A machine has crashed: nothing passes its port any more, either way. While all stands still. */
    public void crash(int machine) {
        dead[machine] = true;
        anyDead = true;
    }

    /** Bytes that all machines have put on their links so far, headers and gaps included. */
    public long sentBytes() {
        return sentBytes.sum();
    }

    /** Ends the building: wires the interposers in, in the order in which they came, and joins the racks. */
    public void seal() {
        for (int rack = 0; racks > 1 && rack < racks; rack++) {
            switches[rack].join(rack);
        }
        for (Crossbar each : switches) {
            each.seal();
        }
        boolean forward = racks == 1 && Arrays.stream(switches).allMatch(each -> each.interposers.isEmpty());
        detour = forward ? null : detour(-1);
        for (SwitchPort port : ports) {
            if (port != null) {
                port.seal(forward);
                engine.join(port.node, port.up, port.down, forward ? -1 : ports.length);
            }
        }
    }

    /** Null if no packet is overtaken. */
    private Resource detour(int node) {
        return nemesis.has(Kind.REORDERING) ? engine.timer(node, "switch.detour", REORDER_NS) : null;
    }

    private void enterSwitch(Transit transit, Message packet) {
        switches[switches.length == 1 ? 0 : between(packet)].enter(transit, packet);
    }

    /** The switch of a machine's rack. */
    private Crossbar rackOf(int node) {
        return switches[(int) ((long) node * racks / ports.length)];
    }

    private int between(Message packet) {
        int client = Math.max(packet.sourceNode(), packet.targetNode()) - recordNodes;
        return client < 0 ? 0 : client % switches.length;
    }

    private void toPort(Transit transit, Message packet) {
        SwitchPort port = ports[packet.targetNode()];
        if (port.late == null) {
            port.arrive(transit, packet);
        } else {
            port.lateness.ns = nemesis.delayNs(port.node, transit.nowNs());
            transit.forward(port.late, packet, port.afterAll);
        }
    }

    /** One switch: its hardware, if it has some, between what goes wrong before it and behind it. */
    private final class Crossbar {
        private final int number;
        private final List<Interposer> interposers = new ArrayList<>();
        private final Hop through = this::pass;
        private final Hop out = racks > 1 ? this::outOfRack : toPort;
        private final Hop fromSpine = this::fromSpine;
        private Resource uplink;
        private Resource downlink;
        private Hop hardware;
        private double share = 1;

        Crossbar(int number) {
            this.number = number;
        }

        private void seal() {
            Hop next = this::leave;
            for (int i = interposers.size() - 1; i >= 0; i--) {
                next = interposers.get(i).before(next);
            }
            hardware = next;
            share = interposers.isEmpty() ? 1 : 0.5;
        }

        private void enter(Transit transit, Message packet) {
            if (faulty && share < 1 && fault(transit, packet, share, through)) {
                return;
            }
            pass(transit, packet);
        }

        private void pass(Transit transit, Message packet) {
            if (crashing && isDown(transit, packet)) {
                return;
            }
            hardware.arrive(transit, packet);
        }

        /** Whether the switch has crashed and is not back: then the packet is gone. */
        private boolean isDown(Transit transit, Message packet) {
            boolean down = nemesis.isDown(number, transit.nowNs());
            if (down) {
                lose(transit, packet, Kind.SWITCH_CRASH);
            }
            return down;
        }

        private void leave(Transit transit, Message packet) {
            if (anyDead && (dead[packet.sourceNode()] || dead[packet.targetNode()])) {
                lose(transit, packet, Kind.LOSS);
                return;
            }
            if (crashing && isDown(transit, packet)) {
                return;
            }
            if (faulty && (cut(transit, packet) || fault(transit, packet, share, out))) {
                return;
            }
            if (racks == 1) {
                toPort(transit, packet);
            } else {
                outOfRack(transit, packet);
            }
        }

        /** Gives the switch of a rack its links to the spine. */
        private void join(int rack) {
            double delayNs = Arrays.stream(ports)
                    .filter(port -> port != null && rackOf(port.node) == this)
                    .mapToDouble(port -> port.oneWayNs / 2)
                    .min()
                    .orElse(0);
            Resource.Cost serialisation = m -> m.wireBytes() * 8 / uplinkGbps;
            uplink = engine.resource(-1, "rack" + rack + "/uplink.up", serialisation, delayNs);
            downlink = engine.resource(-1, "rack" + rack + "/uplink.down", serialisation, delayNs);
        }

        private void outOfRack(Transit transit, Message packet) {
            Crossbar other = rackOf(packet.targetNode());
            if (other == this) {
                toPort(transit, packet);
            } else {
                transit.forward(uplink, packet, other.fromSpine);
            }
        }

        private void fromSpine(Transit transit, Message packet) {
            transit.forward(downlink, packet, toPort);
        }
    }

    /** Whether the packet is gone or on a detour to {@code next}, where a duplicate goes at once. */
    private boolean fault(Transit transit, Message packet, double share, Hop next) {
        long nowNs = transit.nowNs();
        if (nemesis.strikes(Kind.LOSS, nowNs, transit.random(), share)) {
            lose(transit, packet, Kind.LOSS);
            return true;
        }
        if (nemesis.strikes(Kind.DUPLICATION, nowNs, transit.random(), share)) {
            next.arrive(transit, transit.copy(packet));
        }
        if (nemesis.strikes(Kind.REORDERING, nowNs, transit.random(), share)) {
            transit.forward(detour == null ? ports[packet.targetNode()].detour : detour, packet, next);
            return true;
        }
        return false;
    }

    /** Whether a partition keeps the packet from its receiver: then it is gone. */
    private boolean cut(Transit transit, Message packet) {
        Kind partition = nemesis.cuts(packet.sourceNode(), packet.targetNode(), transit.nowNs());
        if (partition == null) {
            return false;
        }
        lose(transit, packet, partition);
        return true;
    }

    private void lose(Transit transit, Message packet, Kind by) {
        transit.drop(packet, nemesis.counter(by));
    }

    private final class SwitchPort implements Port {
        private final int node;
        private final double oneWayNs;
        private final Resource up;
        private final Resource down;
        private final Hop ingress;
        private final List<Interposer> atEgress = new ArrayList<>();
        private final List<Interposer> atIngress = new ArrayList<>();
        private final Hop toSwitch;
        private final Hop afterAll = this::arrive;
        private final Lateness lateness = new Lateness();
        /** What packets to here pass that may be delayed, in order; null if none is. */
        private Resource late;

        private Resource detour;
        private Hop out;
        private Hop in;

        SwitchPort(int node, double linkGbps, double oneWayNs, Hop ingress) {
            this.node = node;
            this.oneWayNs = oneWayNs;
            this.ingress = ingress;
            toSwitch = racks > 1 ? rackOf(node)::enter : SwitchFabric.this::enterSwitch;
            Resource.Cost serialisation = m -> m.wireBytes() * 8 / linkGbps;
            up = engine.resource(node, "link.up", serialisation, oneWayNs / 2);
            down = engine.resource(node, "link.down", serialisation, oneWayNs / 2);
        }

        private void arrive(Transit transit, Message packet) {
            transit.forward(down, packet, in);
        }

        @Override
        public Hop egress() {
            return (transit, packet) -> out.arrive(transit, packet);
        }

        @Override
        public void interpose(boolean egress, Interposer interposer) {
            (egress ? atEgress : atIngress).add(interposer);
        }

        /** {@code forward} says whether switches only forward, so that nothing is in the way but at ports. */
        private void seal(boolean forward) {
            if (nemesis.has(Kind.DELAY)) {
                String name = forward ? "link.late" : "node" + node + "/link.late";
                late = engine.resource(forward ? node : -1, name, lateness, 0);
            }
            detour = forward ? detour(node) : null;
            Hop last = (transit, packet) -> {
                sentBytes.add(packet.wireBytes());
                transit.forward(up, packet, toSwitch);
            };
            out = chain(atEgress, gates == null ? last : gates.stamped(last));
            Hop received = chain(atIngress, ingress);
            in = nemesis.has(Kind.RING_FULL) ? ring(received) : received;
            if (gates != null) {
                in = gates.of(node, in);
            }
        }

        private Hop ring(Hop next) {
            return (transit, packet) -> {
                if (nemesis.overflows(node, transit.nowNs(), transit.random())) {
                    lose(transit, packet, Kind.RING_FULL);
                } else {
                    next.arrive(transit, packet);
                }
            };
        }

        private Hop chain(List<Interposer> chain, Hop last) {
            Hop next = last;
            for (int i = chain.size() - 1; i >= 0; i--) {
                next = chain.get(i).before(next);
            }
            return next;
        }
    }
}

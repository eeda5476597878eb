package org.breadboard.platform.fabric;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.Interposer;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;

/**
 * One switch with a full-duplex link to each node. A packet is serialised onto its sender's link, crosses the switch, and is
 * serialised onto its receiver's link; the order between two ports is kept. Faults, where the mix asks for them, happen at
 * the switch.
 */
public final class SwitchFabric implements Fabric {
    private static final double REORDER_NS = 5_000;

    private final Engine engine;
    private final Mix.Network faults;
    private final boolean faulty;
    private final Counter lost;
    private final Counter duplicated;
    private final Counter reordered;
    private final Resource detour;
    private final List<Interposer> interposers = new ArrayList<>();
    private final SwitchPort[] ports;
    private Hop crossbar;

    /**
     * A network without ports.
     *
     * @param lost counts packets that the network lost, each once, whoever sends it again
     */
    public SwitchFabric(
            Engine engine, int nodes, Mix.Network faults, Counter lost, Counter duplicated, Counter reordered) {
        this.engine = engine;
        this.faults = faults;
        this.faulty = faults.loss() > 0 || faults.duplication() > 0 || faults.reordering() > 0;
        this.lost = lost;
        this.duplicated = duplicated;
        this.reordered = reordered;
        this.ports = new SwitchPort[nodes];
        this.detour = faults.reordering() > 0 ? engine.resource(-1, "switch.detour", m -> 0, REORDER_NS) : null;
    }

    @Override
    public Port attach(int node, double linkGbps, double oneWayNs, Hop ingress) {
        SwitchPort port = new SwitchPort(node, linkGbps, oneWayNs, ingress);
        ports[node] = port;
        return port;
    }

    @Override
    public void interposeSwitch(Interposer interposer) {
        interposers.add(interposer);
    }

    @Override
    public boolean reaches(int node) {
        return node >= 0 && node < ports.length && ports[node] != null;
    }

    /** Ends the building: wires the interposers in, in the order in which they came. */
    public void seal() {
        Hop next = this::route;
        for (int i = interposers.size() - 1; i >= 0; i--) {
            next = interposers.get(i).before(next);
        }
        crossbar = next;
        for (SwitchPort port : ports) {
            if (port != null) {
                port.seal();
            }
        }
    }

    private void enterSwitch(Transit transit, Message packet) {
        crossbar.arrive(transit, packet);
    }

    private void route(Transit transit, Message packet) {
        if (faulty && fault(transit, packet)) {
            return;
        }
        toPort(transit, packet);
    }

    private void toPort(Transit transit, Message packet) {
        SwitchPort port = ports[packet.targetNode()];
        transit.forward(port.down, packet, port.in);
    }

    /** Whether the packet is gone or on a detour. */
    private boolean fault(Transit transit, Message packet) {
        if (faults.loss() > 0 && transit.random().nextDouble() < faults.loss()) {
            if (packet.onLoss() == null) {
                transit.drop(packet, lost);
            } else {
                lost.add(1);
                packet.onLoss().arrive(transit, packet);
            }
            return true;
        }
        if (faults.duplication() > 0 && transit.random().nextDouble() < faults.duplication()) {
            duplicated.add(1);
            toPort(transit, transit.copy(packet));
        }
        if (faults.reordering() > 0 && transit.random().nextDouble() < faults.reordering()) {
            reordered.add(1);
            transit.forward(detour, packet, this::toPort);
            return true;
        }
        return false;
    }

    private final class SwitchPort implements Port {
        private final Resource up;
        private final Resource down;
        private final Hop ingress;
        private final List<Interposer> atEgress = new ArrayList<>();
        private final List<Interposer> atIngress = new ArrayList<>();
        private final Hop toSwitch = SwitchFabric.this::enterSwitch;
        private Hop out;
        private Hop in;

        SwitchPort(int node, double linkGbps, double oneWayNs, Hop ingress) {
            this.ingress = ingress;
            Resource.Cost serialisation = m -> m.wireBytes() * 8 / linkGbps;
            up = engine.resource(node, "link.up", serialisation, oneWayNs / 2);
            down = engine.resource(node, "link.down", serialisation, oneWayNs / 2);
        }

        @Override
        public Hop egress() {
            return (transit, packet) -> out.arrive(transit, packet);
        }

        @Override
        public void interpose(boolean egress, Interposer interposer) {
            (egress ? atEgress : atIngress).add(interposer);
        }

        private void seal() {
            out = chain(atEgress, (transit, packet) -> transit.forward(up, packet, toSwitch));
            in = chain(atIngress, ingress);
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

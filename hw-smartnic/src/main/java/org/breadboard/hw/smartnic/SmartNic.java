// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.smartnic.core.Cores;
import org.breadboard.hw.smartnic.core.NicCore;
import org.breadboard.hw.smartnic.datagram.HostDatagrams;
import org.breadboard.hw.smartnic.dma.OnPathCores;
import org.breadboard.hw.smartnic.dma.PcieBytes;
import org.breadboard.hw.smartnic.nic.Fetching;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Packet;
import org.breadboard.hw.smartnic.nic.Sender;
import org.breadboard.hw.smartnic.nic.Ways;
import org.breadboard.hw.smartnic.verbs.OffPathVerbs;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.ReliableLink;

/**
 * One node's NIC, as the ways that packets take through it. On-path, whatever goes between host and wire passes a core;
 * off-path, an internal switch connects host, wire and cores, and a core is an endpoint like the host (Xenic Fig. 1).
 *
 * <pre>
 *   host thread -> descriptors -> PCIe -> [core passes it on] -> packet engine -> link
 *   core  ->  packet engine -> link     or     core -> descriptors -> PCIe -> host thread
 *   link  ->  packet engine -> core     or     [core passes it on] -> descriptors -> PCIe -> host thread
 * </pre>
 *
 * <p>Where the network has faults, a {@link ReliableLink} stands between packet engine and link.
 */
final class SmartNic implements Device {
    private final int node;
    private final NicParameters parameters;
    private final Cores cores;
    private final HostDatagrams datagrams;
    private final OffPathVerbs verbs;
    private final Counter notPassed;

    private final Resource sending;
    private final Resource receiving;
    private final Resource toNicDescriptors;
    private final Resource toHostDescriptors;
    private final Resource toNicBytes;
    private final Resource toHostBytes;
    private final Resource fromSoc;
    private final Resource toSoc;
    private final Hop link;

    private final Hop route = this::route;
    private final Hop fetched = this::fetched;
    private final Hop atNic = this::atNic;
    private final Hop sent = this::sent;
    private final Hop received = this::received;
    private final Hop atCore = this::atCore;
    private final Hop pushed = this::pushed;
    private final Hop atHost = this::atHost;

    SmartNic(HardwareContext context, NicParameters parameters) {
        this.node = context.node();
        this.parameters = parameters;
        Resource.Cost engine = m -> parameters.frames(m) * parameters.enginePacketNs;
        sending = context.resource("nic.send", engine, parameters.engineLatencyNs);
        receiving = context.resource("nic.receive", engine, parameters.engineLatencyNs);
        toNicDescriptors = context.resource("pcie.toNic.descriptors", new Fetching(parameters), parameters.hostToNicNs);
        toHostDescriptors = context.resource("pcie.toHost.descriptors", this::descriptorNs, parameters.nicToHostNs);
        PcieBytes bytes = new PcieBytes(parameters.pcieBytesPerNs);
        toNicBytes = context.resource("pcie.toNic", bytes, 0);
        toHostBytes = context.resource("pcie.toHost", bytes, 0);
        double socNs = parameters.socCrossNs + parameters.socStackNs;
        fromSoc = parameters.onPath ? null : context.resource("soc.send", m -> 0, socNs);
        toSoc = parameters.onPath ? null : context.resource("soc.receive", m -> 0, socNs);
        Fabric.Port port = context.fabric().attach(node, parameters.usableGbps, parameters.oneWayNs, this::ingress);
        ReliableLink.over(context, port, parameters.link, Packet::mustArrive);
        link = port.egress();
        notPassed = context.counter("smartnic.droppedByCore");
        Counter repeatedAnswers = parameters.onPath ? null : context.unexpected("smartnic.repeatedAnswers");
        Ways ways =
                new Ways(this::fromHost, parameters.onPath ? route : this::fromCore, route, this::toHost, this::toCore);
        cores = parameters.onPath
                ? new OnPathCores(context, parameters, ways, toNicBytes, toHostBytes)
                : new Cores(context, parameters, ways);
        datagrams = new HostDatagrams(context, parameters, ways.fromHost(), cores);
        verbs = parameters.onPath ? null : new OffPathVerbs(context, parameters, ways, cores, repeatedAnswers);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        if (capability == DatagramTransport.class) {
            return capability.cast(datagrams);
        }
        if (capability == OneSidedVerbs.class) {
            return capability.cast(verbs);
        }
        boolean offered = capability == NicCores.class || capability == NicCompute.class && parameters.onPath;
        return offered ? capability.cast(cores) : null;
    }

    private double descriptorNs(Message packet) {
        return parameters.descriptorPacketNs + packet.lengthBytes() * parameters.descriptorByteNs;
    }

    private void fromHost(Transit transit, Message packet) {
        Fetching.stamp(packet, transit.nowNs());
        transit.forward(toNicDescriptors, packet, fetched);
    }

    private void fromCore(Transit transit, Message packet) {
        transit.forward(fromSoc, packet, route);
    }

    private void fetched(Transit transit, Message packet) {
        transit.forward(toNicBytes, packet, atNic);
    }

    private void atNic(Transit transit, Message packet) {
        if (!parameters.onPath) {
            route(transit, packet);
        } else if (packet.targetNode() == node && !Packet.has(packet, Packet.TO_HOST)) {
            atCore(transit, packet);
        } else {
            // The core's ring has room: the sender reserved it.
            pass(transit, packet, cores.core(Packet.source(packet)));
        }
    }

    private void pass(Transit transit, Message packet, NicCore core) {
        Packet.set(packet, Packet.PASSING);
        transit.deliver(core.stage(), packet);
    }

    /** A packet is where ways part: to the wire, the host, or a core of the same NIC. */
    private void route(Transit transit, Message packet) {
        if (packet.targetNode() != node) {
            transit.forward(sending, packet, sent);
        } else if (Packet.has(packet, Packet.VERB)) {
            verbs.arrived(transit, packet);
        } else if (Packet.has(packet, Packet.TO_HOST)) {
            toHost(transit, packet);
        } else {
            toCore(transit, packet);
        }
    }

    private void sent(Transit transit, Message packet) {
        release(packet);
        packet.wireBytes(parameters.frames(packet) * parameters.frameBytes + parameters.linkBytes(packet));
        link.arrive(transit, packet);
    }

    private void ingress(Transit transit, Message packet) {
        if (!(packet.owner() instanceof Sender) && packet.owner() instanceof DatagramPort) {
            Packet.foreign(packet);
        }
        transit.forward(receiving, packet, received);
    }

    private void received(Transit transit, Message packet) {
        if (Packet.has(packet, Packet.VERB)) {
            verbs.arrived(transit, packet);
        } else if (!Packet.has(packet, Packet.TO_HOST)) {
            toCore(transit, packet);
        } else if (parameters.onPath) {
            NicCore core = cores.core(packet.port());
            if (core.passing().take()) {
                packet.place(core.passing());
                pass(transit, packet, core);
            } else {
                notPassed.add(Packet.messages(packet));
                transit.release(packet);
            }
        } else {
            route(transit, packet);
        }
    }

    private void toCore(Transit transit, Message packet) {
        if (parameters.onPath) {
            atCore(transit, packet);
        } else {
            transit.forward(toSoc, packet, atCore);
        }
    }

    private void atCore(Transit transit, Message packet) {
        if (Packet.has(packet, Packet.VERB)) {
            verbs.complete(transit, packet);
            return;
        }
        release(packet);
        cores.unpack(transit, packet, false);
    }

    private void toHost(Transit transit, Message packet) {
        transit.forward(toHostDescriptors, packet, pushed);
    }

    private void pushed(Transit transit, Message packet) {
        transit.forward(toHostBytes, packet, atHost);
    }

    private void atHost(Transit transit, Message packet) {
        release(packet);
        if (Packet.has(packet, Packet.VERB)) {
            verbs.complete(transit, packet);
        } else if (Packet.has(packet, Packet.DATAGRAM)) {
            datagrams.arrived(transit, packet);
        } else {
            cores.unpack(transit, packet, true);
        }
    }

    /** Tells the sender, if it still counts the packet as underway. */
    private static void release(Message packet) {
        if (Packet.has(packet, Packet.HELD)) {
            Packet.clear(packet, Packet.HELD);
            ((Sender) packet.owner()).freeSlot();
        }
    }
}

package org.breadboard.hw.smartnic;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;

/** Datagrams between host threads, as DPDK sends and receives them in bursts (Xenic 3.3): each is a packet of its own. */
final class HostDatagrams extends Datagrams {
    private final SmartNic nic;
    private final NodeScope scope;

    HostDatagrams(SmartNic nic, NodeScope scope) {
        super(nic.node(), nic.parameters().mtuBytes);
        this.nic = nic;
        this.scope = scope;
    }

    @Override
    protected DatagramPort port(PortSpec spec) {
        nic.reservePassing(spec.number(), spec.sendSlots());
        return new HostPort(spec, scope, nic.parameters(), nic.fromHost);
    }
}

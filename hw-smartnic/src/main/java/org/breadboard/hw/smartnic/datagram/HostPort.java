// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.datagram;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Packet;
import org.breadboard.hw.smartnic.nic.Sender;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;
import org.breadboard.kit.hardware.Slots;

/**
 * A host thread's own transmit and receive queue. Refilling the receive queue is part of what a received packet costs,
 * cheap or not.
 */
final class HostPort extends DatagramPort implements Sender {
    private final int node;
    private final int number;
    private final NicParameters parameters;
    private final Slots sendQueue;
    private final Counter doorbells;
    private long flags = Packet.TO_HOST | Packet.DATAGRAM;

    HostPort(Datagrams.PortSpec spec, NodeScope scope, NicParameters parameters, Hop fromHost) {
        super(spec, parameters.mtuBytes, fromHost, Counts.of(scope, "smartnic"));
        node = spec.node();
        number = spec.number();
        this.parameters = parameters;
        sendQueue = new Slots(spec.sendSlots());
        doorbells = scope.counter("smartnic.doorbells");
    }

    /** What it sends must arrive. */
    void sendAgain() {
        flags |= Packet.RELIABLE;
    }

    /** A switch that answered in the receiver's place would have no part in numbers and acknowledgements. */
    @Override
    public int number() {
        return (flags & Packet.RELIABLE) == 0 ? number : -1;
    }

    @Override
    protected boolean accept(Step step, int targetNode, int targetPort, Message message) {
        if (!sendQueue.take()) {
            return false;
        }
        Packet.address(message, node, number, targetNode, targetPort, flags);
        step.busy(parameters.cpuPacketNs);
        return true;
    }

    @Override
    protected void ring(Step step, Message first, int count) {
        for (int announced = 0; announced < count; announced += parameters.doorbellPackets) {
            step.busy(parameters.cpuDoorbellNs);
            doorbells.add(1);
        }
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(parameters.cpuPacketNs);
    }

    @Override
    public void freeSlot() {
        sendQueue.free();
    }
}

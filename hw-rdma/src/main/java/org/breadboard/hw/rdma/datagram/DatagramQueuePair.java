// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.datagram;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.hw.rdma.nic.Sender;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;

/**
 * A port over a UD queue pair. Its send queue belongs to its stage's thread, which live runs all hops of what it sends.
 */
final class DatagramQueuePair extends DatagramPort implements Sender {
    private final int node;
    private final int nic;
    private final int sendSlots;
    private final NicParameters parameters;
    private final Counter doorbells;
    private int underway;

    DatagramQueuePair(Datagrams.PortSpec spec, NodeScope scope, NicParameters parameters, Hop posted, int nic) {
        super(spec, parameters.mtuBytes, posted, Counts.of(scope, "rdma"));
        node = spec.node();
        this.nic = nic;
        sendSlots = spec.sendSlots();
        this.parameters = parameters;
        doorbells = scope.counter("rdma.doorbells");
    }

    @Override
    protected boolean accept(Step step, int targetNode, int targetPort, Message message) {
        if (underway == sendSlots) {
            return false;
        }
        underway++;
        message.sourceNode(node);
        message.targetNode(targetNode);
        message.port(targetPort);
        Packet.operation(message, Packet.DATAGRAM, 0, 0);
        if (message.lengthBytes() > parameters.inlineBytes) {
            Packet.set(message, Packet.FETCHED);
        }
        step.busy(parameters.cpuPostNs);
        return true;
    }

    @Override
    protected void ring(Step step, Message first, int count) {
        Packet.ring(first, count);
        step.busy(parameters.cpuDoorbellNs);
        doorbells.add(1);
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(parameters.cpuPollNs);
    }

    @Override
    protected void receivesPosted(Step step, int count, boolean cheap) {
        step.busy(cheap ? parameters.cpuReceiveHeadNs : count * parameters.cpuReceiveNs);
    }

    @Override
    public long stateKey(Message message) {
        return number();
    }

    @Override
    public int nic() {
        return nic;
    }

    @Override
    public void sent(Transit transit, Message message) {
        underway--;
    }
}

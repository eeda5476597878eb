package org.breadboard.hw.smartnic;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;

/**
 * A host thread's own transmit and receive queue. The transmit queue belongs to its stage's thread; the count of posted receives
 * is an atomic word, since live every thread of the node may take from it.
 */
final class DatagramPort extends Sender implements DatagramTransport.Endpoint {
    final Stage stage;
    final Counter delivered;
    final Counter receiverNotReady;
    final Counter noSuchPort;
    private final Counter sends;
    private final Counter doorbells;
    private final SmartNic nic;
    private final NicParameters parameters;
    private final int port;
    private final int receiveSlots;
    private final Message[] waiting;
    private final AtomicInteger posted;
    private int waitingCount;

    DatagramPort(SmartNic nic, NodeScope scope, Stage stage, int port, int receiveSlots, int sendSlots) {
        super(sendSlots);
        this.nic = nic;
        this.parameters = nic.parameters();
        this.stage = stage;
        this.port = port;
        this.receiveSlots = receiveSlots;
        waiting = new Message[sendSlots];
        posted = new AtomicInteger(receiveSlots);
        sends = scope.counter("smartnic.sends");
        delivered = scope.counter("smartnic.delivered");
        receiverNotReady = scope.counter("smartnic.receiverNotReady");
        noSuchPort = scope.counter("smartnic.noSuchPort");
        doorbells = scope.counter("smartnic.doorbells");
    }

    @Override
    public boolean post(Step step, int node, int targetPort, Message message) {
        if (message.lengthBytes() > parameters.mtuBytes) {
            throw new IllegalArgumentException("A datagram of " + message.lengthBytes() + " B does not fit the MTU of "
                    + parameters.mtuBytes + " B: send less, or in several messages.");
        }
        if (!takeSlot()) {
            return false;
        }
        Packet.address(message, nic.node(), port, node, targetPort, Packet.TO_HOST | Packet.DATAGRAM);
        message.owner(this);
        waiting[waitingCount++] = message;
        step.busy(parameters.cpuPacketNs);
        return true;
    }

    @Override
    public void doorbell(Step step) {
        for (int i = 0; i < waitingCount; i++) {
            if (i % parameters.doorbellPackets == 0) {
                step.busy(parameters.cpuDoorbellNs);
                doorbells.add(1);
            }
            step.leave(nic.fromHost, waiting[i]);
            waiting[i] = null;
        }
        sends.add(waitingCount);
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(parameters.cpuPacketNs);
    }

    /** Refilling a receive queue is part of what a received packet costs, cheap or not. */
    @Override
    public void postReceives(Step step, int count, boolean cheap) {
        if (count <= 0) {
            return;
        }
        int before = posted.getAndAdd(count);
        if (before + count > receiveSlots) {
            throw new IllegalStateException("Port " + port + " of node " + nic.node() + " has " + before + " of "
                    + receiveSlots + " receives posted; " + count + " more do not fit its receive queue.");
        }
    }

    /** Takes a posted receive, if there is one. Any thread. */
    boolean takeReceive() {
        int seen = posted.get();
        while (seen > 0) {
            if (posted.compareAndSet(seen, seen - 1)) {
                return true;
            }
            seen = posted.get();
        }
        return false;
    }
}

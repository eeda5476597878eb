package org.breadboard.hw.rdma;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;

/**
 * A UD queue pair: its send queue belongs to its stage's thread; the count of posted receives is an atomic word, since live
 * every sender takes from it. What becomes of a datagram is counted at the port that sent it, live by the thread where that happens:
 * {@code sends = delivered + receiverNotReady + noSuchPort + what the network lost - what it duplicated}.
 */
final class DatagramPort extends Sender implements DatagramTransport.Endpoint {
    private static final VarHandle POSTED;

    static {
        try {
            POSTED = MethodHandles.lookup().findVarHandle(DatagramPort.class, "posted", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Stage stage;
    final Counter delivered;
    final Counter receiverNotReady;
    final Counter noSuchPort;
    private final Counter sends;
    private final Counter doorbells;
    private final RdmaNic nic;
    private final NicParameters parameters;
    private final int port;
    private final int receiveSlots;
    private final Message[] waiting;
    private int waitingCount;
    private int underway;

    @SuppressWarnings("UnusedVariable") // read and written through POSTED
    private volatile int posted;

    DatagramPort(RdmaNic nic, NodeScope scope, Stage stage, int port, int receiveSlots, int sendSlots) {
        this.nic = nic;
        this.parameters = nic.parameters();
        this.stage = stage;
        this.port = port;
        this.receiveSlots = receiveSlots;
        this.waiting = new Message[sendSlots];
        this.posted = receiveSlots;
        sends = scope.counter("rdma.sends");
        delivered = scope.counter("rdma.delivered");
        receiverNotReady = scope.counter("rdma.receiverNotReady");
        noSuchPort = scope.counter("rdma.noSuchPort");
        doorbells = scope.counter("rdma.doorbells");
    }

    @Override
    public boolean post(Step step, int node, int targetPort, Message message) {
        if (message.lengthBytes() > parameters.mtuBytes) {
            throw new IllegalArgumentException("A datagram of " + message.lengthBytes() + " B does not fit the MTU of "
                    + parameters.mtuBytes + " B: send less, or in several messages (FaSST 4.4).");
        }
        if (underway == waiting.length) {
            return false;
        }
        underway++;
        message.sourceNode(nic.node());
        message.targetNode(node);
        message.port(targetPort);
        message.owner(this);
        message.onLoss(null);
        Packet.operation(message, Packet.DATAGRAM, 0, 0);
        if (message.lengthBytes() > parameters.inlineBytes) {
            Packet.set(message, Packet.FETCHED);
        }
        waiting[waitingCount++] = message;
        step.busy(parameters.cpuPostNs);
        return true;
    }

    @Override
    public void doorbell(Step step) {
        if (waitingCount == 0) {
            return;
        }
        Packet.ring(waiting[0], waitingCount);
        step.busy(parameters.cpuDoorbellNs);
        for (int i = 0; i < waitingCount; i++) {
            step.leave(nic.posted(), waiting[i]);
            waiting[i] = null;
        }
        sends.add(waitingCount);
        doorbells.add(1);
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(parameters.cpuPollNs);
    }

    @Override
    public void postReceives(Step step, int count, boolean cheap) {
        if (count <= 0) {
            return;
        }
        step.busy(cheap ? parameters.cpuReceiveHeadNs : count * parameters.cpuReceiveNs);
        int before = (int) POSTED.getAndAdd(this, count);
        if (before + count > receiveSlots) {
            throw new IllegalStateException("Port " + port + " of node " + nic.node() + " has " + before + " of "
                    + receiveSlots + " receives posted; " + count + " more do not fit its receive queue.");
        }
    }

    /** Takes a posted receive, if there is one. Any thread. */
    boolean takeReceive() {
        int seen = (int) POSTED.getVolatile(this);
        while (seen > 0) {
            if (POSTED.compareAndSet(this, seen, seen - 1)) {
                return true;
            }
            seen = (int) POSTED.getVolatile(this);
        }
        return false;
    }

    @Override
    long stateKey(Message message) {
        return Packet.has(message, Packet.ARRIVED) ? message.port() : port;
    }

    @Override
    void sent(Transit transit, Message message) {
        underway--;
    }
}

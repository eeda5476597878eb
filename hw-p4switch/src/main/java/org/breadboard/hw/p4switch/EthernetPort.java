// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;

/**
 * A UDP socket: each datagram is a system call to send and one to receive. Its send queue belongs to its stage's
 * thread; the count of free receive slots is an atomic word. It owns the messages that it sends on all their way, which
 * is how a switch knows a frame.
 */
final class EthernetPort implements DatagramTransport.Endpoint {
    private static final VarHandle FREE;

    static {
        try {
            FREE = MethodHandles.lookup().findVarHandle(EthernetPort.class, "free", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final EthernetNic nic;
    private final Stage stage;
    private final int number;
    private final int receiveSlots;
    private final Counter sends;
    private final Message[] waiting;
    private int waitingCount;
    private int underway;

    @SuppressWarnings("UnusedVariable") // read and written through FREE
    private volatile int free;

    EthernetPort(EthernetNic nic, NodeScope scope, Stage stage, int number, int receiveSlots, int sendSlots) {
        this.nic = nic;
        this.stage = stage;
        this.number = number;
        this.receiveSlots = receiveSlots;
        this.waiting = new Message[sendSlots];
        this.free = receiveSlots;
        sends = scope.counter("ethernet.sends");
    }

    Stage stage() {
        return stage;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public boolean post(Step step, int node, int port, Message message) {
        if (message.lengthBytes() > nic.maxPayloadBytes()) {
            throw new IllegalArgumentException(
                    "A datagram of " + message.lengthBytes() + " B does not fit a frame, which" + " holds "
                            + nic.maxPayloadBytes() + " B of payload: send less, or in several messages.");
        }
        if (underway == waiting.length) {
            return false;
        }
        underway++;
        message.sourceNode(nic.node());
        message.targetNode(node);
        message.port(port);
        message.owner(this);
        waiting[waitingCount++] = message;
        step.busy(nic.parameters().cpuSendNs);
        return true;
    }

    @Override
    public void doorbell(Step step) {
        for (int i = 0; i < waitingCount; i++) {
            step.leave(nic.leave(), waiting[i]);
            waiting[i] = null;
        }
        sends.add(waitingCount);
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        step.busy(nic.parameters().cpuReceiveNs);
    }

    /** Frees slots of the receive queue; the kernel does so, at no cost beyond the system call's. */
    @Override
    public void postReceives(Step step, int count, boolean cheap) {
        if (count <= 0) {
            return;
        }
        int before = (int) FREE.getAndAdd(this, count);
        if (before + count > receiveSlots) {
            throw new IllegalStateException("Port " + number + " of node " + nic.node() + " has " + before + " of "
                    + receiveSlots + " receive slots free; " + count + " more do not fit its receive queue.");
        }
    }

    /** Takes a slot of the receive queue, if one is free. Any thread. */
    boolean takeReceive() {
        int seen = (int) FREE.getVolatile(this);
        while (seen > 0) {
            if (FREE.compareAndSet(this, seen, seen - 1)) {
                return true;
            }
            seen = (int) FREE.getVolatile(this);
        }
        return false;
    }

    /** The NIC has taken a datagram: its place in the send queue is free. */
    void sent() {
        underway--;
    }
}

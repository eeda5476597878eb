// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A port for datagrams: a send queue, and a count of posted receives. A device adds three hooks: {@link #accept} for
 * each datagram that is posted, then {@link #ring} for all of them at once, and {@link #receivesPosted}; and
 * {@link #polled}, which charges for a datagram that was taken off the ring.
 *
 * <p>Everything but {@link #takeReceive} belongs to the thread of its stage: live, every sender takes from the posted
 * receives. The outcome of a datagram is counted at the port that sent it, live by the thread that sees the outcome:
 * {@code sends = delivered + receiverNotReady + noSuchPort + what the network lost - what it duplicated}.
 */
@ConsumerType
public abstract class DatagramPort implements DatagramTransport.Endpoint {
    final Counts counts;
    private final Datagrams.PortSpec spec;
    private final int maxPayloadBytes;
    private final Hop way;
    private final Slots receives;
    private final Message[] waiting;
    private int waitingCount;

    /**
     * The outcomes of a port's datagrams.
     *
     * @param sends how many it sent
     * @param delivered how many reached the ring of a stage
     * @param receiverNotReady how many were dropped, since their port had no receive posted
     * @param noSuchPort how many were dropped, since their port is not open
     */
    public record Counts(Counter sends, Counter delivered, Counter receiverNotReady, Counter noSuchPort) {
        /** Counters of a node, in this order, under the name of a device: {@code rdma.sends} and so on. */
        public static Counts of(NodeScope scope, String device) {
            return new Counts(
                    scope.counter(device + ".sends"),
                    scope.counter(device + ".delivered"),
                    scope.unexpected(device + ".receiverNotReady"),
                    scope.unexpected(device + ".noSuchPort"));
        }
    }

    /**
     * Opens a port with all of its receives posted.
     *
     * @param maxPayloadBytes the largest payload of a datagram
     * @param way where a datagram goes when the step ends that rang the doorbell
     */
    protected DatagramPort(Datagrams.PortSpec spec, int maxPayloadBytes, Hop way, Counts counts) {
        this.spec = spec;
        this.maxPayloadBytes = maxPayloadBytes;
        this.way = way;
        this.counts = counts;
        receives = new Slots(spec.receiveSlots());
        waiting = new Message[spec.sendSlots()];
    }

    /**
     * Takes a place in the device's send queue for a datagram, addresses it and charges the stage; it becomes the
     * message's owner afterwards. The place is free again when the device says so.
     *
     * @return false if no place is left; then nothing has been done
     */
    protected abstract boolean accept(Step step, int node, int port, Message message);

    /**
     * Charges the stage for telling the device of datagrams that leave when the step ends.
     *
     * @param first of them, in the order of posting
     * @param count how many they are, 1 or more
     */
    protected abstract void ring(Step step, Message first, int count);

    /**
     * Charges the stage for posting {@code count} receives, 1 or more. By default nothing is charged.
     *
     * @param cheap with one charge for all
     */
    protected void receivesPosted(Step step, int count, boolean cheap) {}

    @Override
    public final boolean post(Step step, int node, int port, Message message) {
        if (message.lengthBytes() > maxPayloadBytes) {
            throw new IllegalArgumentException("A datagram of " + message.lengthBytes() + " B does not fit the "
                    + maxPayloadBytes + " B of payload that a packet holds: send less, or in several messages.");
        }
        if (!accept(step, node, port, message)) {
            return false;
        }
        message.owner(this);
        waiting[waitingCount++] = message;
        return true;
    }

    @Override
    public final void doorbell(Step step) {
        if (waitingCount == 0) {
            return;
        }
        ring(step, waiting[0], waitingCount);
        for (int i = 0; i < waitingCount; i++) {
            step.leave(way, waiting[i]);
            waiting[i] = null;
        }
        counts.sends().add(waitingCount);
        waitingCount = 0;
    }

    @Override
    public final void postReceives(Step step, int count, boolean cheap) {
        if (count <= 0) {
            return;
        }
        receivesPosted(step, count, cheap);
        int before = receives.free(count);
        if (before + count > spec.receiveSlots()) {
            throw new IllegalStateException("Port " + spec.number() + " of node " + spec.node() + " has " + before
                    + " of " + spec.receiveSlots() + " receives posted; " + count
                    + " more do not fit its receive queue.");
        }
    }

    /** Takes a posted receive; false if there is none. Any thread. */
    public final boolean takeReceive() {
        return receives.take();
    }

    /** The stage whose ring gets what the port receives. */
    public final Stage stage() {
        return spec.stage();
    }

    /** The number by which others reach it. A port whose packets are a transport's answers -1. */
    @Override
    public int number() {
        return spec.number();
    }
}

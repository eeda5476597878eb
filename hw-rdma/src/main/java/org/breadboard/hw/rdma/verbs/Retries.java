// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.verbs;

import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.memory.SequenceRing;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.kit.hardware.Patience;

/**
 * What a queue pair does again: requests that nobody answers, on a network with faults, and requests for which the
 * other half had no receive. It does so after a time-out, and as often as it may; then the queue pair is broken.
 * Whatever it touches is guarded by the window.
 */
final class Retries {
    private final ConnectedQueuePair queuePair;
    private final AnswerWindow window;
    private final NicParameters parameters;
    private final Hop egress;
    private final Resource timer;
    private final DynamicConnection connection;
    private final Patience patience;
    private final Counter retransmissions;
    /** Null where nothing is lost, or stays lost. */
    private final SentRequests requestsSent;

    private final int[] repeats;
    private final Hop timeout = this::timedOut;
    private final Hop readyAgain = this::readyAgain;
    private boolean ticking;

    /**
     * Retries of one queue pair.
     *
     * @param keeps whether it keeps what it sends until that is answered
     * @param timer the time after which it sends again
     */
    Retries(
            ConnectedQueuePair queuePair,
            AnswerWindow window,
            int sendSlots,
            boolean keeps,
            NicParameters parameters,
            Hop egress,
            Resource timer,
            Counter retransmissions) {
        this.queuePair = queuePair;
        this.window = window;
        this.parameters = parameters;
        this.egress = egress;
        this.timer = timer;
        this.retransmissions = retransmissions;
        connection = queuePair.connection();
        patience = new Patience(parameters.retransmitNs, parameters.patienceNs);
        requestsSent = keeps ? new SentRequests(window, sendSlots, patience, egress, retransmissions) : null;
        repeats = new int[SequenceRing.places(sendSlots)];
    }

    /** What it keeps of what it has sent; null if it keeps nothing. */
    SentRequests requestsSent() {
        return requestsSent;
    }

    /** A new request has this number. */
    void begin(int sequence) {
        repeats[slot(sequence)] = 0;
    }

    private int slot(int sequence) {
        return SequenceRing.place(sequence, repeats.length);
    }

    /** Sees to it that something happens if nothing is heard. */
    void watch(Transit transit) {
        if (!ticking) {
            ticking = true;
            patience.begin();
            Message token = transit.take(0);
            transit.forward(timer, token, timeout);
        }
    }

    private void timedOut(Transit transit, Message token) {
        synchronized (window) {
            boolean connects = connection != null && connection.isConnecting();
            Patience.Then then = patience.passed();
            if (then == Patience.Then.GIVE_UP && !queuePair.isBroken() && (connects || !requestsSent.isEmpty())) {
                queuePair.giveUp(transit);
            }
            if (queuePair.isBroken() || !connects && requestsSent.isEmpty()) {
                ticking = false;
                transit.release(token);
                return;
            }
            if (then == Patience.Then.SEND_AGAIN) {
                if (connects) {
                    connection.connectAgain(transit);
                }
                requestsSent.goBack(transit, window.nextAnswer());
            }
            transit.forward(timer, token, timeout);
        }
    }

    /** The other half is connected, which proves that it can be reached. */
    void connected() {
        if (requestsSent != null) {
            synchronized (window) {
                patience.begin();
            }
        }
    }

    /** The responder had no receive for a request, which has come back and goes again after the time-out. */
    void notReady(Transit transit, Message message) {
        transit.forward(timer, message, readyAgain);
    }

    private void readyAgain(Transit transit, Message message) {
        synchronized (window) {
            int sequence = Packet.sequence(message);
            if (queuePair.isBroken() || !window.isOutstanding(sequence)) {
                transit.release(message);
            } else if (repeats[slot(sequence)]++ == parameters.retransmissions) {
                transit.release(message);
                queuePair.giveUp(transit);
            } else if (requestsSent != null) {
                transit.release(message);
                requestsSent.goBack(transit, sequence);
            } else {
                retransmissions.add(1);
                prepareAgain(message);
                egress.arrive(transit, message);
            }
        }
    }

    private void prepareAgain(Message message) {
        Packet.operation(message, Packet.WRITE, Packet.region(message), Packet.sequence(message));
        if (message.lengthBytes() > parameters.inlineBytes) {
            Packet.set(message, Packet.FETCHED);
        }
        queuePair.address(message);
    }

    /** The queue pair is broken: nothing is sent again. */
    void clear(Transit transit) {
        if (requestsSent != null) {
            requestsSent.clear(transit);
        }
        if (connection != null) {
            connection.clear(transit);
        }
    }
}

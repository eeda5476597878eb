// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.util.ArrayDeque;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Transit;

/**
 * One node's half of a link that sends: it numbers packets and keeps each until it is acknowledged. Sends all of them
 * again when the time is over, and the oldest at once when the other half misses it. One thread.
 */
final class LinkSender {
    private final LinkSpec spec;
    private final LinkCounts counts;
    private final Hop out;
    private final LinkReceiver receiver;

    private final Message[] kept;
    private final Place[] places;
    private final ArrayDeque<Message> backlog = new ArrayDeque<>();
    private int next;
    private int oldest;
    private final Patience patience;
    private boolean broken;

    /** {@code receiver} says what to acknowledge with each packet; the first one has the number {@code first}. */
    LinkSender(LinkSpec spec, int first, LinkCounts counts, Hop out, LinkReceiver receiver) {
        this.spec = spec;
        next = first;
        oldest = first;
        patience = new Patience(spec.retransmitNs(), spec.patienceNs());
        this.counts = counts;
        this.out = out;
        this.receiver = receiver;
        kept = new Message[spec.windowPackets()];
        places = new Place[spec.windowPackets()];
    }

    /** Whether anything is not acknowledged. */
    boolean isWaiting() {
        return oldest != next;
    }

    void send(Transit transit, Message message) {
        if (broken) {
            transit.drop(message, counts.toBroken());
        } else if (next - oldest == kept.length) {
            backlog.add(message);
        } else {
            begin(transit, message);
        }
    }

    /** The message itself goes first; its place stays here, for whichever copy arrives. */
    private void begin(Transit transit, Message message) {
        int slot = slot(next);
        places[slot] = message.takePlace();
        message.wireBytes(message.wireBytes() + spec.headerBytes());
        kept[slot] = transit.copy(message);
        leave(transit, message, next++);
    }

    private void leave(Transit transit, Message message, int sequence) {
        message.frame(new LinkFrame(LinkFrame.Kind.DATA, sequence, receiver.acknowledges(), places[slot(sequence)]));
        out.arrive(transit, message);
    }

    /** All before {@code number} have arrived. */
    void acknowledged(Transit transit, int number) {
        // An old acknowledgement may come late; one of what was never sent cannot be.
        while (number - oldest > 0 && oldest != next) {
            int slot = slot(oldest++);
            transit.release(kept[slot]);
            kept[slot] = null;
            places[slot] = null;
            patience.hear();
        }
        while (!backlog.isEmpty() && next - oldest < kept.length) {
            begin(transit, backlog.poll());
        }
    }

    /** The other half misses the oldest one. */
    void missed(Transit transit) {
        if (isWaiting()) {
            again(transit, oldest);
        }
    }

    /** The time-out has passed once more. */
    void waited(Transit transit) {
        if (!isWaiting()) {
            patience.begin();
            return;
        }
        Patience.Then then = patience.passed();
        if (then == Patience.Then.GIVE_UP) {
            giveUp(transit);
        }
        for (int sequence = oldest; then == Patience.Then.SEND_AGAIN && sequence != next; sequence++) {
            again(transit, sequence);
        }
    }

    private void again(Transit transit, int sequence) {
        counts.retransmissions().add(1);
        leave(transit, transit.copy(kept[slot(sequence)]), sequence);
    }

    private void giveUp(Transit transit) {
        broken = true;
        counts.broken().add(1);
        for (; oldest != next; oldest++) {
            transit.release(kept[slot(oldest)]);
            kept[slot(oldest)] = null;
        }
        for (Message message = backlog.poll(); message != null; message = backlog.poll()) {
            transit.drop(message, counts.toBroken());
        }
    }

    private int slot(int sequence) {
        return sequence & kept.length - 1;
    }
}

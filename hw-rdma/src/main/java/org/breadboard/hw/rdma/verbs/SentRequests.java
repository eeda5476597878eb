// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.verbs;

import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.memory.SequenceRing;
import org.breadboard.hw.rdma.nic.Packet;
import org.breadboard.kit.hardware.Patience;

/**
 * What a reliable queue pair has sent and not had answered, on a network with faults: a NIC finds it in its send queue.
 * It sends these again when the responder says that one is missing, and when nothing was heard for too long. The caller
 * guards it with the window.
 */
final class SentRequests {
    private final AnswerWindow window;
    private final Patience patience;
    private final Hop egress;
    private final Counter resent;
    private final Message[] kept;
    private final boolean[] askedAgain;
    private int count;

    SentRequests(AnswerWindow window, int slots, Patience patience, Hop egress, Counter resent) {
        this.window = window;
        this.patience = patience;
        this.egress = egress;
        this.resent = resent;
        kept = new Message[SequenceRing.places(slots)];
        askedAgain = new boolean[kept.length];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** A request leaves; one that leaves again is kept already. */
    void sent(Transit transit, Message message) {
        int slot = slot(Packet.sequence(message));
        if (kept[slot] == null && window.isOutstanding(Packet.sequence(message))) {
            kept[slot] = transit.copy(message);
            askedAgain[slot] = false;
            count++;
        }
    }

    /** An outstanding request is answered. */
    void answered(Transit transit, int sequence) {
        patience.hear();
        Message own = take(sequence);
        if (own != null) {
            transit.release(own);
        }
    }

    private Message take(int sequence) {
        int slot = slot(sequence);
        Message own = kept[slot];
        if (own != null) {
            kept[slot] = null;
            count--;
        }
        return own;
    }

    /**
     * All before {@code sequence} have been executed, since requests are in order. So WRITEs among them are
     * acknowledged; what else lacks its answer is asked for again, once.
     */
    void executedBefore(Transit transit, int sequence) {
        patience.hear();
        for (int earlier = window.nextAnswer(); sequence - earlier > 0; earlier++) {
            int slot = slot(earlier);
            if (kept[slot] == null) {
                continue;
            }
            if (Packet.operation(kept[slot]) == Packet.WRITE) {
                Message own = take(earlier);
                own.sourceNode(own.targetNode());
                window.accept(own);
            } else if (!askedAgain[slot]) {
                askedAgain[slot] = true;
                again(transit, kept[slot]);
            }
        }
    }

    /** Sends again what is not answered, from a number on, which may be of long ago: what asks for it may come late. */
    void goBack(Transit transit, int sequence) {
        int from = sequence - window.nextAnswer() > 0 ? sequence : window.nextAnswer();
        for (int later = from; window.nextSequence() - later > 0; later++) {
            if (kept[slot(later)] != null) {
                again(transit, kept[slot(later)]);
            }
        }
    }

    private void again(Transit transit, Message own) {
        resent.add(1);
        Message copy = transit.copy(own);
        boolean fetched = Packet.has(own, Packet.FETCHED);
        Packet.operation(copy, Packet.operation(own), Packet.region(own), Packet.sequence(own));
        if (fetched) {
            Packet.set(copy, Packet.FETCHED);
        }
        egress.arrive(transit, copy);
    }

    void clear(Transit transit) {
        for (int slot = 0; slot < kept.length; slot++) {
            if (kept[slot] != null) {
                transit.release(kept[slot]);
                kept[slot] = null;
            }
        }
        count = 0;
    }

    private int slot(int sequence) {
        return SequenceRing.place(sequence, kept.length);
    }
}

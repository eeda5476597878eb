// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.util.ArrayDeque;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;

/**
 * One node's half of a link that receives: it hands each packet on once, in the order of their numbers, and keeps those
 * that came too early. One thread.
 */
final class LinkReceiver {
    /** What is to be told to the sender. */
    enum Owed {
        /** Nothing new. */
        NOTHING,
        /** That it has arrived, soon. */
        ACKNOWLEDGEMENT,
        /** That one is missing, at once. */
        MISSING
    }

    private final LinkCounts counts;
    private final Hop in;
    private final Message[] early;
    private final ArrayDeque<Message> ready = new ArrayDeque<>();
    private int expected;
    private int complained;
    private boolean owes;

    /** The first packet that comes has the number {@code first}. */
    LinkReceiver(LinkSpec spec, int first, LinkCounts counts, Hop in) {
        expected = first;
        complained = first - 1;
        this.counts = counts;
        this.in = in;
        early = new Message[spec.windowPackets()];
    }

    /** The number that acknowledges all before; whoever asks sends it. */
    int acknowledges() {
        owes = false;
        return expected;
    }

    /** Whether something has arrived that no packet has acknowledged. */
    boolean owes() {
        return owes;
    }

    Owed arrived(Transit transit, Message message) {
        int ahead = ((LinkFrame) message.frame()).sequence() - expected;
        owes = true;
        if (ahead < 0 || ahead >= early.length || early[slot(expected + ahead)] != null) {
            transit.drop(message, counts.repeated());
            return Owed.ACKNOWLEDGEMENT;
        }
        early[slot(expected + ahead)] = message;
        if (ahead > 0) {
            boolean complains = complained != expected;
            complained = expected;
            return complains ? Owed.MISSING : Owed.ACKNOWLEDGEMENT;
        }
        for (Message next = early[slot(expected)]; next != null; next = early[slot(expected)]) {
            early[slot(expected++)] = null;
            next.place(((LinkFrame) next.frame()).place());
            next.frame(null);
            ready.add(next);
        }
        return Owed.ACKNOWLEDGEMENT;
    }

    /** Whether a packet can be handed on. */
    boolean isReady() {
        return !ready.isEmpty();
    }

    /** Hands on the next packet, in a hop that forwards nothing before. */
    void handOn(Transit transit) {
        in.arrive(transit, ready.poll());
    }

    private int slot(int sequence) {
        return sequence & early.length - 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.verbs;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.rdma.memory.SequenceRing;
import org.breadboard.hw.rdma.nic.Packet;

/**
 * Numbers the requests of a reliable queue pair, and puts their answers back into the order of posting. One thread at a
 * time.
 */
final class AnswerWindow {
    private final Message[] early;
    private int nextSequence;
    private int nextAnswer;

    /**
     * @param slots how many requests are underway at most
     * @param first the number of the first one
     */
    AnswerWindow(int slots, int first) {
        early = new Message[SequenceRing.places(slots)];
        nextSequence = first;
        nextAnswer = first;
    }

    /** The number of the next request. */
    int nextSequence() {
        return nextSequence;
    }

    /** The number of the oldest request that is not complete. */
    int nextAnswer() {
        return nextAnswer;
    }

    /** Numbers a request. */
    int number() {
        return nextSequence++;
    }

    /** Whether the request has been numbered, and no answer to it has come. */
    boolean isOutstanding(int sequence) {
        return sequence - nextAnswer >= 0 && nextSequence - sequence > 0 && early[slot(sequence)] == null;
    }

    /** Takes the answer to an outstanding request; it can be polled when those before it have come. */
    void accept(Message answer) {
        early[slot(Packet.sequence(answer))] = answer;
    }

    /** Gives up all requests, and those answers that wait for others. */
    void clear(Transit transit) {
        for (int slot = 0; slot < early.length; slot++) {
            if (early[slot] != null) {
                transit.release(early[slot]);
                early[slot] = null;
            }
        }
        nextAnswer = nextSequence;
    }

    /** The next answer in order, or null. */
    Message poll() {
        int slot = slot(nextAnswer);
        Message answer = early[slot];
        if (answer != null) {
            early[slot] = null;
            nextAnswer++;
        }
        return answer;
    }

    private int slot(int sequence) {
        return SequenceRing.place(sequence, early.length);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.hw.htmbloom.wire.Coordinator;

/**
 * What a node's NIC knows of one transaction of another node that has accessed data here (HADES IV.C, module 4a); or of
 * its own, where that writes copies that it holds. One thread.
 */
public final class RemoteTransaction {
    /** Where it stands here. */
    public enum State {
        /** Its latest attempt is over, or never came. */
        OVER,
        /** It has read here, or prepared to write. */
        EXECUTING,
        /** It was squashed here; its coordinator has not said yet that it knows. */
        SQUASHED,
        /** The directory is locked for it. */
        LOCKED
    }

    private final int number;
    private final LineList written = new LineList();

    State state = State.OVER;
    long attempt;
    int pair = FilterPairs.NONE;
    /** Where the coordinator wants to be told of a squash. */
    Coordinator coordinator;

    private boolean stalled;
    private byte[] durable = new byte[0];
    private int durableBytes;

    RemoteTransaction(int number) {
        this.number = number;
    }

    /** The transaction's number in the cluster. */
    public int number() {
        return number;
    }

    /** Where its latest attempt stands. */
    public State state() {
        return state;
    }

    /** Whether the directory is locked for it. */
    public boolean isLocked() {
        return state == State.LOCKED;
    }

    /** Its latest attempt. */
    public long attempt() {
        return attempt;
    }

    /** The number of its filters among those of other nodes' transactions. */
    public int pair() {
        return pair;
    }

    /** The lines that its Intend-to-commit names. */
    public LineList written() {
        return written;
    }

    /** Whether its writes, to whose commit all have agreed, wait for reads that are in progress. */
    public boolean isStalled() {
        return stalled;
    }

    /** Says whether its writes wait. */
    public void stalled(boolean isStalled) {
        stalled = isStalled;
    }

    /** The directory is locked for it. */
    public void locked() {
        state = State.LOCKED;
    }

    /** Keeps what has to be safe before the Ack: the ranges of an Intend-to-commit as they came. */
    public void keep(Message message, int rangesEnd) {
        if (durable.length < rangesEnd) {
            durable = Arrays.copyOf(durable, rangesEnd);
        }
        System.arraycopy(message.bytes(), 0, durable, 0, rangesEnd);
        durableBytes = rangesEnd;
    }

    /** What was kept, from the first byte on. */
    public byte[] durable() {
        return durable;
    }

    /** How long that is. */
    public int durableBytes() {
        return durableBytes;
    }

    void begin(long newAttempt, Coordinator newCoordinator, int newPair) {
        attempt = newAttempt;
        coordinator = newCoordinator;
        pair = newPair;
        state = State.EXECUTING;
        durableBytes = 0;
        written.clear();
    }
}

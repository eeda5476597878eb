package org.breadboard.hw.htmbloom.node;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;

/** What a node's NIC knows of one transaction of another node that has accessed data here (HADES IV.C, module 4a). One thread. */
final class RemoteTransaction {
    /** Where it stands here. */
    enum State {
        /** Its latest attempt is over, or never came. */
        OVER,
        /** It has read here, or prepared to write. */
        EXECUTING,
        /** It was squashed here; its coordinator has not said yet that it knows. */
        SQUASHED,
        /** The directory is locked for it. */
        LOCKED
    }

    /** The transaction's number in the cluster. */
    final int transaction;

    final LineList written = new LineList();

    State state = State.OVER;
    long attempt;
    int pair = FilterPairs.NONE;
    /** Whether its writes, to whose commit all have agreed, wait for reads that are in progress. */
    boolean isStalled;
    /** Where the coordinator wants to be told of a squash. */
    NodeTracker tracker;

    private byte[] durable = new byte[0];
    private int durableBytes;

    RemoteTransaction(int transaction) {
        this.transaction = transaction;
    }

    /** Keeps what has to be safe before the Ack: an Intend-to-commit as it came. */
    void keep(Message message) {
        if (durable.length < message.lengthBytes()) {
            durable = Arrays.copyOf(durable, message.lengthBytes());
        }
        System.arraycopy(message.bytes(), 0, durable, 0, message.lengthBytes());
        durableBytes = message.lengthBytes();
    }

    byte[] durable() {
        return durable;
    }

    int durableBytes() {
        return durableBytes;
    }

    void begin(long newAttempt, NodeTracker coordinator, int newPair) {
        attempt = newAttempt;
        tracker = coordinator;
        pair = newPair;
        state = State.EXECUTING;
        durableBytes = 0;
        written.clear();
    }
}

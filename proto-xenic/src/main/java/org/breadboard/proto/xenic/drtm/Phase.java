package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/**
 * A phase of a transaction: it does, or asks for, one item after another, all nodes at once, and is over when all have
 * answered. An item is an access, unless a phase says otherwise. It serves one coordinator, for transaction after transaction.
 */
abstract class Phase {
    private final Attempt attempt;

    Phase(Attempt attempt) {
        this.attempt = attempt;
    }

    final Attempt attempt() {
        return attempt;
    }

    final DrtmThread thread() {
        return attempt.thread();
    }

    /** Begins the phase: does its part in ordered tables. */
    void begin(Step step) {
        // Some phases have none.
    }

    /** The first item. */
    int first() {
        return 0;
    }

    /** How many items there are, those before the first included. */
    int items() {
        return attempt.transaction().accesses();
    }

    /** Does one item, or asks for it; false if a queue, a ring or a request has no room: try again. */
    abstract boolean post(Step step, int item);

    /** A verb about an item is complete. */
    void completed(Step step, int item, Message message) {
        // The record is written: nothing is left to do.
    }

    /**
     * A node has answered the phase's request.
     *
     * @param from the first item that the request may be about; earlier ones were answered before it was sent
     * @param posted the items before this one were posted; those behind the one at which a failure ended the phase were not
     */
    void answered(Step step, int from, int posted, Message reply) {
        // The records are written or released: nothing is left to do.
    }
}

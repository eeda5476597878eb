// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

import org.breadboard.api.observe.AbortReason;

/** What came of a request, or of a transaction; on the wire as its ordinal. */
public enum Outcome {
    /** All that was asked for. */
    OK(null),
    /**
     * And at that instant all records of the batch were as it says, and unlocked but for the transaction's own locks.
     */
    CURRENT(null),
    /** A record is locked by another transaction. */
    LOCKED(AbortReason.LOCKED),
    /** A record has changed since it was read. */
    CHANGED(AbortReason.VALIDATION),
    /** There is no room for a lock, or for the transaction. */
    EXHAUSTED(AbortReason.EXHAUSTED),
    /** The application gave up. */
    GIVEN_UP(AbortReason.APPLICATION),
    /** The execution wants what it cannot have where it is: it has to go on elsewhere. */
    ELSEWHERE(null);

    private static final Outcome[] ALL = values();
    private final AbortReason reason;

    Outcome(AbortReason reason) {
        this.reason = reason;
    }

    /** The outcome that a message says. */
    public static Outcome of(int ordinal) {
        return ALL[ordinal];
    }

    /** The refusal for a reason. */
    public static Outcome of(AbortReason reason) {
        for (Outcome outcome : ALL) {
            if (outcome.reason == reason) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("nothing here is refused for " + reason);
    }

    /** Why an attempt that ended so did not commit, or null if it did. */
    public AbortReason reason() {
        return reason;
    }

    /** Whether it ends the attempt. */
    public boolean isRefusal() {
        return reason != null;
    }
}

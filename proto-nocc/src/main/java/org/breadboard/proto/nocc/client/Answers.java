// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.proto.nocc.packet.Wire;

/** What the answers to a client's packets amount to: why its attempt failed, and which store has yet to speak. */
final class Answers {
    private final Lane[] lanes;
    private final ValueCache cache;
    private AbortReason failure;
    private Lane unresolved;

    Answers(Lane[] lanes, ValueCache cache) {
        this.lanes = lanes;
        this.cache = cache;
    }

    /** Why the attempt failed, or null if nothing speaks against it. */
    AbortReason failure() {
        return failure;
    }

    /** Sets why it failed; null forgets. */
    void failure(AbortReason reason) {
        failure = reason;
    }

    /** The store that has not spoken since the switch turned something round, or null. */
    Lane unresolved() {
        return unresolved;
    }

    /** What was turned round cannot have taken effect any more. */
    void resolve() {
        unresolved = null;
    }

    /** Takes over the values of all answers, and goes on to the next numbers. */
    void take() {
        for (Lane lane : lanes) {
            if (lane.isAnswered()) {
                take(lane);
            }
        }
    }

    private void take(Lane lane) {
        int status = lane.answerStatus();
        cache.take(lane.answer(), !lane.isAnswerFromSwitch());
        if (status == Wire.LOCKED) {
            failure = AbortReason.LOCKED;
        } else if (status == Wire.ABORT && failure != AbortReason.LOCKED) {
            failure = AbortReason.VALIDATION;
        } else if (status == Wire.OPTIMISTIC_ABORT && failure == null) {
            failure = AbortReason.EARLY;
        }
        boolean fromSwitch = lane.isAnswerFromSwitch();
        if (lane.next()) {
            cache.clear(); // the next attempt asks the store
        }
        if (fromSwitch) {
            unresolved = lane.isServed() ? unresolved : lane;
        } else if (unresolved == lane) {
            unresolved = null;
        }
        lane.taken();
    }
}

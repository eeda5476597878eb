// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;

/**
 * A phase of DrTM+H: it asks all nodes at once, unless it says otherwise. An item is an access, unless a phase says
 * otherwise.
 */
abstract class DrtmPhase extends Phase {
    private final DrtmAttempt attempt;

    DrtmPhase(DrtmAttempt attempt) {
        this.attempt = attempt;
    }

    final DrtmAttempt attempt() {
        return attempt;
    }

    final CoordinatorSetup setup() {
        return attempt.setup();
    }

    @Override
    protected int items() {
        return attempt.transaction().accesses();
    }

    /**
     * A node has answered the phase's request.
     *
     * @param from the first item that the request may be about; earlier ones were answered before it was sent
     * @param posted the items before this one were posted; those behind the one at which a failure ended the phase were
     *     not
     */
    void answered(Step step, int from, int posted, Message reply) {
        // The records are written or released: nothing is left to do.
    }
}

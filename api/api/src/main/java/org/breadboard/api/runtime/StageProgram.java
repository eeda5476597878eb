// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * What runs on a stage besides its tasks. A stage works in bursts of four phases: it <em>drains</em> what has arrived
 * (a snapshot of its ring), <em>receives</em> each message, <em>runs</em> the runnable tasks (also a snapshot), and
 * <em>transmits</em> what these gathered. The papers' opportunistic batching (Xenic 4.3.2, FaSST 4.2) is just this:
 * what has arrived together leaves together, and nothing waits for more.
 *
 * <p>All calls come from the stage's thread, each as a step of its own.
 */
@ConsumerType
public interface StageProgram {
    /** What a call of {@link #transmit} did. */
    enum Transmit {
        /** Sent something; call again in this burst. */
        SENT,
        /** Nothing was gathered. */
        IDLE,
        /** Something is left that a full queue did not take: call again in the next burst. */
        FULL
    }

    /** Handles one message. Its bytes live until this returns, unless {@link Message#keep()} was called. */
    void receive(Step step, Message message);

    /** Sends one gathered packet, or the packets of one doorbell. They leave when the step ends. */
    default Transmit transmit(Step step) {
        return Transmit.IDLE;
    }
}

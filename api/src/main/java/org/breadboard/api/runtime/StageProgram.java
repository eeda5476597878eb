package org.breadboard.api.runtime;

/**
 * What runs on a stage besides its tasks. A stage works in bursts of four phases: it <em>drains</em> what has arrived (a
 * snapshot of its ring), <em>receives</em> each message, <em>runs</em> the runnable tasks (a snapshot too), and
 * <em>transmits</em> what these gathered. The papers' opportunistic batching (Xenic 4.3.2, FaSST 4.2) is this and no more:
 * what has arrived together leaves together, and nothing waits for company.
 *
 * <p>All calls come from the stage's thread, each as a step of its own.
 */
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

    /** Sends one packet, or one doorbell's worth of packets, of what was gathered; what it sends leaves when its step ends. */
    default Transmit transmit(Step step) {
        return Transmit.IDLE;
    }
}

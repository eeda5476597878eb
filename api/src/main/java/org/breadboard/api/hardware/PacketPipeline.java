package org.breadboard.api.hardware;

import org.breadboard.api.runtime.Message;

/** A programmable match-action pipeline in the way of packets (NOCC 3). */
public interface PacketPipeline extends Capability {
    /** What happens to a packet after a pass. */
    enum Pass {
        /** On to where it goes. */
        FORWARD,
        /** Through the pipeline once more, behind what has arrived meanwhile. */
        RECIRCULATE,
        /** Back to where it came from. */
        TURN_ROUND,
        /** Gone, and counted. */
        DROP
    }

    /** A program for the pipeline. One pass sees registers as they are at its instant; other packets pass between two passes. */
    interface Program {
        /** One pass of {@code packet}, the {@code pass}-th, counted from 0. */
        Pass pass(Message packet, int pass);
    }

    /**
     * Loads the program.
     *
     * @throws org.breadboard.api.RefusedException if the pipeline cannot do what the program does
     */
    void load(Program program);
}

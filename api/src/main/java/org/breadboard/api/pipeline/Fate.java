package org.breadboard.api.pipeline;

/** What becomes of a packet after a pass. */
public enum Fate {
    /** On to where it goes. A packet of which nothing is said has this. */
    FORWARD,
    /** Through the pipeline once more, behind what has arrived meanwhile, with its carried fields. */
    RECIRCULATE,
    /** Back to where it came from: the addresses of all its headers are swapped. */
    TURN_ROUND,
    /** Gone, and counted. */
    DROP
}

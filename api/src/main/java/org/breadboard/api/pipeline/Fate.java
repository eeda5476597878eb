package org.breadboard.api.pipeline;

/** What becomes of a packet after a pass. */
public enum Fate {
    /** On to where it goes. A packet of which nothing is said has this. */
    FORWARD,
    /**
     * Through the pipeline once more, behind what has arrived meanwhile, with its carried fields and as this pass has changed it. What has
     * too many passes is dropped ({@link Assembly#passes}).
     */
    RECIRCULATE,
    /** Back to where it came from: the addresses of all its headers are swapped, the UDP ports too. No further pass sees it. */
    TURN_ROUND,
    /** Gone, and counted. */
    DROP
}

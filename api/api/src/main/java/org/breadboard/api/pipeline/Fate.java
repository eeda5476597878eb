// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

/** Where a packet goes after a pass. */
public enum Fate {
    /** On to its destination. The default. */
    FORWARD,
    /**
     * Through the pipeline once more, behind packets that have arrived meanwhile, with its carried fields and the
     * changes of this pass. A packet with too many passes is dropped ({@link Assembly#passes}).
     */
    RECIRCULATE,
    /** Back to its sender: the addresses of all its headers are swapped, and the UDP ports. No further pass sees it. */
    TURN_ROUND,
    /** Dropped, and counted. */
    DROP
}

package org.breadboard.platform.live;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Resource;

/**
 * A resource that grants at once, or a timer; each thread counts what it forwards, at this index.
 *
 * @param delayNs of a timer, or {@link #AT_ONCE}
 */
record LiveResource(int index, int node, String name, long delayNs) implements Resource {
    /** It is no timer, and any thread of the node does. */
    static final long AT_ONCE = -1;

    boolean isTimer() {
        return delayNs != AT_ONCE;
    }

    /** The hop at which the node's own thread begins to wait before {@code next}. */
    Hop waitFor(Hop next) {
        return (transit, message) -> transit.forward(this, message, next);
    }
}

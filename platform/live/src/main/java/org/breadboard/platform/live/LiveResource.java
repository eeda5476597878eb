// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Resource;

/** A resource that grants at once, or a timer; each thread counts what it forwards, at this one's index. */
final class LiveResource implements Resource {
    /** It is no timer, and any thread of the node does. */
    static final long AT_ONCE = -1;

    private final int index;
    private final int node;
    private final String name;
    private final long delayNs;
    /** Written while all threads stand still. */
    private boolean dead;

    /** {@code delayNs} is of a timer, or {@link #AT_ONCE}. */
    LiveResource(int index, int node, String name, long delayNs) {
        this.index = index;
        this.node = node;
        this.name = name;
        this.delayNs = delayNs;
    }

    int index() {
        return index;
    }

    int node() {
        return node;
    }

    @Override
    public String name() {
        return name;
    }

    long delayNs() {
        return delayNs;
    }

    boolean isTimer() {
        return delayNs != AT_ONCE;
    }

    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    /** The hop at which the node's own thread begins to wait before {@code next}. */
    Hop waitFor(Hop next) {
        return (transit, message) -> transit.forward(this, message, next);
    }
}

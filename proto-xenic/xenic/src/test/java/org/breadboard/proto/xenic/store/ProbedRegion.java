// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Region;
import org.breadboard.api.memory.WatchedRegion;

/** A region that lets others act between any two stores of 8 B. */
final class ProbedRegion extends WatchedRegion {
    private Runnable probe = () -> {};

    ProbedRegion(Region bytes) {
        super(bytes);
    }

    /** Runs before each store from now on. */
    void probe(Runnable before) {
        probe = before;
    }

    @Override
    protected void stores(long address) {
        probe.run();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.function.LongSupplier;
import org.breadboard.platform.runtime.Engine;

/** The clocks of a run, which its clients keep when another engine takes over. Set while all threads stand still. */
final class RunClock {
    private Engine engine;

    RunClock(Engine engine) {
        this.engine = engine;
    }

    void runsOn(Engine next) {
        engine = next;
    }

    /** The clock of a machine, for what runs on it: never behind what has happened there, in ns. */
    LongSupplier of(int node) {
        return () -> engine.nowNs(node);
    }
}

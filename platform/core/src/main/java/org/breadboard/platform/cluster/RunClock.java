// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.function.LongSupplier;
import org.breadboard.platform.runtime.Engine;

/** The clock of a run, which its clients keep when another engine takes over. Set while all threads stand still. */
final class RunClock implements LongSupplier {
    private Engine engine;

    RunClock(Engine engine) {
        this.engine = engine;
    }

    void runsOn(Engine next) {
        engine = next;
    }

    @Override
    public long getAsLong() {
        return engine.nowNs();
    }
}

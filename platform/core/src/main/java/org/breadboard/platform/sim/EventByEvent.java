// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.function.BooleanSupplier;
import org.breadboard.platform.runtime.Engine;

/** All events of one process, in the order of time, source and their order at the source. */
record EventByEvent(SimProcess all) implements Order {
    private static final int EVENTS_BETWEEN_STOPS = 4096;

    @Override
    public Engine.Progress run(long untilNs, BooleanSupplier stop, Runnable beat) {
        while (all.failure() == null) {
            Engine.Progress progress = all.run(EVENTS_BETWEEN_STOPS, untilNs);
            if (progress == Engine.Progress.REACHED) {
                all.beginAt(untilNs);
            }
            if (progress != null) {
                return progress;
            }
            beat.run();
            if (all.failure() == null && stop.getAsBoolean()) {
                return Engine.Progress.STOPPED;
            }
        }
        return Engine.Progress.FAILED;
    }

    @Override
    public void beginAt(long ns) {
        all.beginAt(ns);
    }

    @Override
    public long nowNs() {
        return all.nowNs();
    }

    @Override
    public boolean isInWindow() {
        return false;
    }

    @Override
    public Engine.Failure failure() {
        return all.failure();
    }

    @Override
    public Stuck stuckOn() {
        return new Stuck(all.inside(), null);
    }

    @Override
    public void close() {}
}

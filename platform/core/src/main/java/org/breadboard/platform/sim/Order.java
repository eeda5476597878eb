// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.breadboard.platform.runtime.Engine;

/** In which order the events of a cluster happen. By the thread that drives it, but for {@link #stuckOn}. */
interface Order extends AutoCloseable {
    /**
     * Runs on until an instant.
     *
     * @param stop asked after some thousand events
     * @param beat told that events still happen
     */
    Engine.Progress run(long untilNs, BooleanSupplier stop, Runnable beat);

    /** Sets the clock, where nothing is to happen before that. */
    void beginAt(long ns);

    /** The instant that all of it has reached. */
    long nowNs();

    /** What threads could gain at most ({@link Windows.Balance}); empty where that was not counted. */
    default Map<Integer, Double> gains() {
        return Map.of();
    }

    /** Whether its processes run apart now. By their threads. */
    boolean isInWindow();

    /** What went wrong, or null. */
    Engine.Failure failure();

    /** Whom the run waits for if it does not go on. Any thread. */
    Stuck stuckOn();

    @Override
    void close();

    /**
     * A thread that does not return.
     *
     * @param stage that it runs, or null for a hop
     * @param thread null for the one that drives
     */
    record Stuck(SimStage stage, Thread thread) {}
}

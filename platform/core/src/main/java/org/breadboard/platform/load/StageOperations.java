// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import java.util.function.LongSupplier;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.Step;

/** Counts the operations of a micro-benchmark on one stage. */
public final class StageOperations implements Operations {
    private final Window window;
    private final Measured measured;
    private final LongSupplier clock;
    private volatile boolean stopping;
    private String wrong;

    /** Nothing counted yet. */
    public StageOperations(Window window, Measured measured, LongSupplier clock) {
        this.window = window;
        this.measured = measured;
        this.clock = clock;
    }

    @Override
    public boolean stopping(Step step) {
        return stopping || step.nowNs() >= window.toNs();
    }

    @Override
    public void completed(Step step, long startedNs) {
        measured.committed(0, startedNs, clock.getAsLong());
    }

    @Override
    public void wrong(Step step, String sentence) {
        if (wrong == null) {
            wrong = sentence;
        }
    }

    /** Ends the run before the window does. Any thread. */
    public void stop() {
        stopping = true;
    }

    /** The first wrong operation, or null. */
    public String firstWrong() {
        return wrong;
    }
}

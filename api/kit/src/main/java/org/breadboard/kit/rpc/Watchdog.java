// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A task that looks after what waits for an answer: its timer runs while something waits, and is set for the first that
 * is due.
 */
@ConsumerType
public abstract class Watchdog extends Task {
    private static final double LEAST_NS = 1;

    private boolean armed;

    /** For subclasses. */
    protected Watchdog() {}

    /** Something waits from now on, for {@code delayNs} at the most; what waits already is due no later. */
    protected final void arm(Step step, double delayNs) {
        if (!armed) {
            armed = true;
            step.timer(this, delayNs);
        }
    }

    /**
     * Deals with what has waited too long.
     *
     * @return the instant in ns at which the next one is due, or infinity if nothing waits
     */
    protected abstract double look(Step step);

    @Override
    protected final Next step(Step step) {
        if (armed) {
            armed = false;
            double soonestNs = look(step);
            if (soonestNs < Double.POSITIVE_INFINITY) {
                arm(step, Math.max(LEAST_NS, soonestNs - step.nowNs()));
            }
        }
        return Next.AWAIT;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.api.runtime.Step;

/** A stage whose steps take time, as in virtual time, and that tells when one ends. The stage's thread. */
public interface StepEnds {
    /**
     * Calls {@code listener} once when the step that goes on ends, before what it sent leaves. If the stage dies first,
     * it is never called.
     */
    void atEnd(Listener listener);

    /** Who wants to know that a step has ended. */
    @FunctionalInterface
    interface Listener {
        /**
         * The step has ended.
         *
         * @param step the stage between two steps: {@link Step#nowNs()} is the end of the one before, and nothing is
         *     sent or charged
         */
        void stepEnded(Step step);
    }
}

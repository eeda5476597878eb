// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task.Next;
import org.breadboard.kit.occ.CountingStep;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private final CountingStep step = new CountingStep();
    private double dueNs = Double.POSITIVE_INFINITY;
    private int looks;

    private final Watchdog dog = new Watchdog() {
        @Override
        protected double look(Step at) {
            looks++;
            return dueNs;
        }
    };

    @Test
    void shouldLookWhenItsTimerComesAndNotBefore() {
        assertEquals(Next.AWAIT, dog.step(step));
        assertEquals(0, looks, "nothing waits");
        dog.arm(step, 500);
        assertEquals(500, step.timerNs);
        step.timerNs = -1;
        dog.arm(step, 100);
        assertEquals(-1, step.timerNs, "it has a timer already");
        assertEquals(Next.AWAIT, dog.step(step));
        assertEquals(1, looks);
        assertEquals(-1, step.timerNs, "nothing waits any more");
    }

    @Test
    void shouldSetItsTimerForTheNextThatIsDue() {
        dog.arm(step, 500);
        step.nowNs = 500;
        dueNs = 720;
        dog.step(step);
        assertEquals(220, step.timerNs);
        step.nowNs = 800;
        dog.step(step);
        assertEquals(1, step.timerNs, "one that is late comes at once, and time goes on");
    }
}

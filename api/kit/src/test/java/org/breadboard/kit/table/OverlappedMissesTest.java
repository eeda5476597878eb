// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.kit.occ.CountingStep;
import org.junit.jupiter.api.Test;

class OverlappedMissesTest {
    private final CountingStep step = new CountingStep();

    private double chargedNs(OverlappedMisses misses, int items) {
        step.busyNs = 0;
        for (int i = 0; i < items; i++) {
            misses.charge(step, 200);
        }
        misses.end();
        return step.busyNs;
    }

    @Test
    void shouldWaitOnceForAsManyAsOverlap() {
        OverlappedMisses misses = new OverlappedMisses(4);
        assertEquals(200, chargedNs(misses, 4));
        assertEquals(600, chargedNs(misses, 9));
    }

    @Test
    void shouldNotLookBeyondTheEndOfAList() {
        OverlappedMisses misses = new OverlappedMisses(4);
        assertEquals(400, chargedNs(misses, 1) + chargedNs(misses, 1));
    }

    @Test
    void shouldWaitForEachWhereNoneOverlap() {
        assertEquals(1_000, chargedNs(new OverlappedMisses(1), 5));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final WarmUp warmUp = new WarmUp();
    private long committed;
    private long nowNs;

    /** Slices at so many transactions a second. */
    private void go(int slices, long perSecond) {
        for (int i = 0; i < slices && !warmUp.isOver(); i++) {
            committed += perSecond / 4;
            nowNs += WarmUp.SLICE_NS;
            warmUp.add(committed, nowNs);
        }
    }

    @Test
    void shouldLookAtTwoSecondsAtLeast() {
        go(8, 1_000);
        assertFalse(warmUp.isOver());
        go(1, 1_000);
        assertTrue(warmUp.isSteady());
        assertTrue(warmUp.remark().startsWith("It warmed up for 2.3 s"), warmUp.remark());
    }

    @Test
    void shouldGoOnWhileTheRateRises() {
        for (int second = 1; second <= 6; second++) {
            go(4, second * 10_000L);
            assertFalse(warmUp.isOver(), "after " + second + " s");
        }
        go(100, 60_000);
        assertTrue(warmUp.isSteady());
        assertTrue(nowNs > 6_500_000_000L && nowNs < 7_500_000_000L, nowNs + " ns");
    }

    @Test
    void shouldSaySoIfTheRateDoesNotBecomeSteady() {
        for (int second = 1; second <= 20; second++) {
            go(4, second % 2 == 0 ? 10_000 : 20_000);
        }
        assertTrue(warmUp.isOver());
        assertFalse(warmUp.isSteady());
        assertEquals(WarmUp.MOST_NS, nowNs);
        assertEquals(
                "Its rate was not steady after 10.0 s of warming up: in the last second it changed by -50%."
                        + " Quote it only with a longer one (time.warmupUs).",
                warmUp.remark());
    }

    @Test
    void shouldNotTakeARunThatDoesNothingForSteady() {
        go(100, 0);
        assertFalse(warmUp.isSteady());
        assertEquals("Nothing committed in the last of 10.0 s of warming up.", warmUp.remark());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Before the crash there was a commit each 100 ns. */
class FullSpeedTest {
    private static final double RATE = 1 / 100.0;

    private final Histogram commits = new Histogram(3);

    private void commitEach(long gapNs, long fromNs, long toNs) {
        for (long ns = fromNs; ns < toNs; ns += gapNs) {
            commits.recordValue(ns);
        }
    }

    private double after(double fromNs) {
        return FullSpeed.afterNs(commits, RATE, fromNs, 400_000);
    }

    @Test
    void shouldBeWhenAsManyCommitAsBefore() {
        commitEach(400, 50_000, 80_000);
        commitEach(100, 80_000, 400_000);
        // 10% of an interval may lack: 80,000 - t of the t ns from then on.
        assertEquals(80_000 / (1 + 0.1 / 0.75), after(50_000), 800);
    }

    @Test
    void shouldNotTakeABurstForFullSpeed() {
        commitEach(10, 50_000, 51_000);
        commitEach(200, 51_000, 400_000);
        assertTrue(Double.isNaN(after(50_000)));
    }

    @Test
    void shouldWaitForTheNextStopIfItComesSoon() {
        commitEach(100, 50_000, 70_000);
        commitEach(100, 100_000, 400_000);
        assertEquals(100_000 / 1.1, after(50_000), 200);
    }

    @Test
    void shouldNotCountWhatWasBeforeTheShardCommitted() {
        commitEach(100, 0, 400_000);
        assertEquals(1, after(0), 0.01);
        assertEquals(60_000, after(60_000), 1);
    }

    @Test
    void shouldNotKnowWhatNobodyWaitedFor() {
        commitEach(100, 210_000, 400_000);
        assertTrue(Double.isNaN(after(210_000)), "it lasted for less than the crash was ago");
        assertTrue(Double.isNaN(after(Double.NaN)), "the shard never committed");
        assertTrue(Double.isNaN(FullSpeed.afterNs(commits, Double.NaN, 1, 400_000)), "nothing was measured before");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.breadboard.api.observe.AbortReason;
import org.junit.jupiter.api.Test;

final class MeasuredTest {
    private static final long US = 1_000;

    private final Window window = new Window(100 * US, 1_100 * US);
    private final Phases phases = Phases.parse("1 for 100us, 0.5 for 300us");
    private final Measured measured = new Measured(window, 2, phases, Measured.DIGITS);

    @Test
    void shouldTellKindsApart() {
        measured.committed(0, 90 * US, 99 * US);
        measured.committed(0, 100 * US, 110 * US);
        measured.committed(1, 130 * US, 150 * US);
        measured.committed(1, 200 * US, 230 * US);
        measured.committed(1, 500 * US, 540 * US);
        measured.aborted(1, AbortReason.LOCKED, 250 * US);
        measured.aborted(1, AbortReason.APPLICATION, 550 * US);
        measured.aborted(0, AbortReason.LOCKED, 1_100 * US);
        assertEquals(5, measured.allCommitted());
        assertEquals(4, measured.committed(), "the first came before the window");
        assertEquals(1, measured.ofType(0));
        assertEquals(3, measured.ofType(1));
        assertEquals(2, measured.latencyNs(1, 0).getTotalCount(), "phases begin again behind the last");
        assertEquals(1, measured.latencyNs(1, 1).getTotalCount());
        assertEquals(30_000, (double) measured.latencyNs(1, 1).getMaxValue(), 30.0);
        assertEquals(1, measured.aborted(AbortReason.LOCKED), "what came after the window does not count");
        assertEquals(1, measured.aborted(1, 1, AbortReason.LOCKED));
        assertEquals(1, measured.aborted(1, 0, AbortReason.APPLICATION));
    }

    @Test
    void shouldAddUpWhatStagesMeasured() {
        measured.committed(0, 100 * US, 110 * US);
        Measured other = measured.none();
        other.committed(0, 100 * US, 130 * US);
        other.committed(1, 100 * US, 230 * US);
        other.aborted(1, AbortReason.EARLY, 230 * US);
        Measured sum = measured.none();
        sum.add(measured);
        sum.add(other);
        assertEquals(3, sum.committed());
        assertEquals(2, sum.ofType(0));
        assertEquals(3, sum.latencyNs().getTotalCount());
        assertEquals(1, sum.aborted(1, 1, AbortReason.EARLY));
        assertEquals(1, measured.committed(), "what is added stays as it is");
    }

    @Test
    void shouldAllocateNothingForATransaction() {
        ThreadMXBean meter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        work();
        long beforeBytes = meter.getCurrentThreadAllocatedBytes();
        work();
        long bytes = meter.getCurrentThreadAllocatedBytes() - beforeBytes;
        assertTrue(bytes < 1_000, bytes + " bytes for 100,000 transactions");
    }

    private void work() {
        for (int i = 0; i < 100_000; i++) {
            long atNs = (100 + i % 1_000) * US;
            measured.committed(i & 1, atNs - (i % 500) * 100L, atNs);
            measured.aborted(i & 1, AbortReason.VALIDATION, atNs);
        }
    }

    @Test
    void shouldMeasureNothingUntilTheWindowBegins() {
        Window window = Window.later(1_000);
        Measured measured = new Measured(window, 2, Phases.STEADY, Measured.DIGITS);
        measured.committed(1, 10, 20);
        assertEquals(0, measured.committed());
        window.begin(100);
        measured.committed(1, 90, 99);
        measured.committed(1, 90, 100);
        measured.committed(1, 1_000, 1_099);
        measured.committed(1, 1_000, 1_100);
        assertEquals(2, measured.committed());
        assertEquals(99, measured.latencyNs().getMaxValue());
        assertEquals(5, measured.allCommitted());
    }

    @Test
    void shouldCountInARehearsalAndForgetIt() {
        Window window = Window.later(1_000);
        Measured measured = new Measured(window, 2, Phases.STEADY, Measured.DIGITS);
        window.rehearse(50);
        measured.committed(0, 55, 60);
        measured.aborted(1, AbortReason.LOCKED, 70);
        assertEquals(1, measured.committed());
        assertEquals(1, measured.aborted(1, 0, AbortReason.LOCKED));
        assertEquals(Long.MAX_VALUE, window.toNs(), "admission goes on");

        measured.forget();
        window.begin(100);
        measured.committed(1, 290, 300);
        assertEquals(1, measured.committed());
        assertEquals(0, measured.ofType(0));
        assertEquals(0, measured.aborted(AbortReason.LOCKED));
        assertEquals(0, measured.aborted(1, 0, AbortReason.LOCKED));
        assertEquals(1, measured.latencyNs().getTotalCount());
        assertEquals(2, measured.allCommitted());
    }
}

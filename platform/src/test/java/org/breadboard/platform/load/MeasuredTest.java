package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.api.observe.AbortReason;
import org.junit.jupiter.api.Test;

class MeasuredTest {
    private final Window window = Window.later(1_000);
    private final Measured measured = new Measured(window, 2);

    @Test
    void shouldMeasureNothingUntilTheWindowBegins() {
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
        window.rehearse(50);
        measured.committed(0, 55, 60);
        measured.aborted(1, AbortReason.LOCKED, 70);
        assertEquals(1, measured.committed());
        assertEquals(1, measured.abortedOfType(1));
        assertEquals(Long.MAX_VALUE, window.toNs(), "admission goes on");

        measured.forget();
        window.begin(100);
        measured.committed(1, 290, 300);
        assertEquals(1, measured.committed());
        assertEquals(0, measured.ofType(0));
        assertEquals(0, measured.aborted(AbortReason.LOCKED));
        assertEquals(0, measured.abortedOfType(1));
        assertEquals(1, measured.latencyNs().getTotalCount());
        assertEquals(2, measured.allCommitted());
    }
}

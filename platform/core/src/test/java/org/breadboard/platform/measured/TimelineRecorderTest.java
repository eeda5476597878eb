// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.measured;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.runtime.Engine;
import org.junit.jupiter.api.Test;

final class TimelineRecorderTest {
    private final Measured one = new Measured(new Window(0, 1_000_000), 2, Phases.STEADY, Measured.DIGITS);
    private final Measured other = one.none();
    private final TimelineRecorder recorder = new TimelineRecorder(List.of(one, other));

    private static List<Engine.Usage> busy(double busyNs, double aheadNs) {
        return List.of(new Engine.Usage(0, "thread", true, busyNs, aheadNs, 0, 0));
    }

    private Timeline timeline() {
        return recorder.timeline(busy(0, 0), usage -> "node" + usage.node() + "/" + usage.name());
    }

    @Test
    void shouldTellWhatEachSliceAdded() {
        one.committed(0, 0, 5);
        recorder.begin(10, busy(10, 0));
        one.committed(0, 10, 20);
        other.committed(1, 10, 110);
        other.aborted(1, AbortReason.LOCKED, 30);
        recorder.cut(100, busy(60, 5));
        one.committed(1, 150, 190);
        recorder.cut(200, busy(110, 20));
        Timeline timeline = timeline();
        Timeline.Slice first = timeline.slices().get(0);
        Timeline.Slice second = timeline.slices().get(1);
        assertEquals(2, timeline.slices().size());
        assertEquals(10, timeline.fromNs());
        assertEquals(100, second.fromNs());
        assertEquals(200, timeline.toNs());
        assertEquals(2, first.allCommitted(), "what was before the first slice is in none");
        assertEquals(1, first.committed()[1]);
        assertEquals(100, first.latencyNs().getMaxValue());
        assertEquals(1, first.aborted()[AbortReason.LOCKED.ordinal()]);
        assertEquals(1, second.allCommitted());
        assertEquals(40, second.latencyNs().getMaxValue());
        assertEquals(0, second.aborted()[AbortReason.LOCKED.ordinal()]);
        assertEquals(45, first.busyNs()[0], "what has still to pass is not of this slice");
        assertEquals(35, second.busyNs()[0]);
        assertEquals("node0/thread", timeline.places().get(0).name());
    }

    @Test
    void shouldMakeSlicesLongerWhereThereAreTooMany() {
        recorder.begin(0, List.of());
        int looks = 1_234;
        for (int i = 1; i <= looks; i++) {
            one.committed(0, i * 100L - 50, i * 100L - 10);
            recorder.cut(i * 100L, List.of());
        }
        List<Timeline.Slice> slices = timeline().slices();
        assertTrue(
                slices.size() > TimelineRecorder.MOST / 2 && slices.size() <= TimelineRecorder.MOST,
                () -> "" + slices.size());
        long committed = 0;
        long atNs = 0;
        Histogram all = new Histogram(3);
        for (Timeline.Slice slice : slices) {
            assertEquals(atNs, slice.fromNs(), "slices have no gaps");
            atNs = slice.toNs();
            committed += slice.committed()[0];
            all.add(slice.latencyNs());
        }
        assertEquals(looks * 100L, atNs);
        assertEquals(looks, committed);
        assertEquals(one.latencyNs(), all, "the slices together are the whole");
        long longest = slices.stream()
                .mapToLong(slice -> slice.toNs() - slice.fromNs())
                .max()
                .orElseThrow();
        assertEquals(800, longest, "each has eight looks by now");
    }

    @Test
    void shouldTakePlacesThatAppearLaterForIdleBefore() {
        Engine.Usage first = new Engine.Usage(0, "thread", true, 10, 0, 0, 0);
        Engine.Usage second = new Engine.Usage(0, "control", false, 7, 0, 0, 0);
        recorder.begin(0, List.of(first));
        recorder.cut(100, List.of(first));
        recorder.cut(200, List.of(first, second));
        Timeline timeline = recorder.timeline(List.of(first, second), Engine.Usage::name);
        assertEquals(2, timeline.places().size());
        assertArrayEquals(new double[] {0, 0}, timeline.slices().get(0).busyNs());
        assertArrayEquals(new double[] {0, 7}, timeline.slices().get(1).busyNs());
    }

    @Test
    void shouldLeaveOutSlicesWithoutTime() {
        recorder.begin(10, List.of());
        recorder.cut(10, List.of());
        assertTrue(timeline().slices().isEmpty());
        recorder.cut(20, List.of());
        assertEquals(1, timeline().slices().size());
    }

    @Test
    void shouldRemarkOnAWorkloadThatDrains() {
        assertTrue(Drain.of(gaveUp(10, 10, 10, 10, 10, 10)).isEmpty(), "it gives up as often as before");
        assertTrue(Drain.of(gaveUp(60, 50, 40, 30, 20, 10)).isEmpty(), "it fills");
        assertTrue(Drain.of(gaveUp(0, 0)).isEmpty(), "too short to tell");
        String remark = Drain.of(gaveUp(10, 10, 20, 30, 40, 40)).orElseThrow();
        assertTrue(
                remark.startsWith("Its workload drains: 10% of transactions gave up by themselves in the first third of"
                        + " what was measured, and 40% in the last"),
                remark);
    }

    /** Slices of which each has 100 transactions, so many of which gave up. */
    private static Timeline gaveUp(int... counts) {
        Measured measured = new Measured(new Window(0, 1_000_000), 1, Phases.STEADY, Measured.DIGITS);
        TimelineRecorder recorder = new TimelineRecorder(List.of(measured));
        recorder.begin(0, List.of());
        for (int i = 0; i < counts.length; i++) {
            for (int each = 0; each < 100; each++) {
                long atNs = i * 1_000L + each;
                if (each < counts[i]) {
                    measured.aborted(0, AbortReason.APPLICATION, atNs);
                } else {
                    measured.committed(0, atNs, atNs + 1);
                }
            }
            recorder.cut((i + 1) * 1_000L, List.of());
        }
        return recorder.timeline(List.of(), usage -> "");
    }
}

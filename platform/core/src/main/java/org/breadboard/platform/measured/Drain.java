// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.measured;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.measured.Timeline.Slice;

/**
 * A workload that drains: the longer it runs, the more of its transactions give up by themselves, such as payments from
 * accounts that are empty by then. Its figures depend on when it is measured.
 */
public final class Drain {
    /** By how much the share of transactions that give up has to grow from the first third to the last. */
    private static final double GROWTH = 0.05;

    private Drain() {}

    /** What is to be said, or nothing. */
    public static Optional<String> of(Timeline timeline) {
        List<Slice> slices = timeline.slices();
        int third = slices.size() / 3;
        if (third == 0) {
            return Optional.empty();
        }
        double first = share(slices.subList(0, third));
        double last = share(slices.subList(slices.size() - third, slices.size()));
        if (!(last - first >= GROWTH)) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "Its workload drains: %.0f%% of transactions gave up by themselves in the first third of what was"
                        + " measured, and %.0f%% in the last, so its figures depend on when it is measured"
                        + " (time.warmupUs, time.measureUs).",
                first * 100,
                last * 100));
    }

    /** Which share of transactions that came to an end gave up by themselves; NaN if none did come to one. */
    private static double share(List<Slice> slices) {
        double committed = 0;
        double gaveUp = 0;
        for (Slice slice : slices) {
            committed += (double) slice.allCommitted();
            gaveUp += (double) slice.aborted()[AbortReason.APPLICATION.ordinal()];
        }
        return gaveUp / (committed + gaveUp);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.breadboard.platform.measured.AfterCrash;

/** When clients are as fast again as they were before a crash. */
final class FullSpeed {
    /** An interval in which fewer commits are expected tells nothing: their number varies by a tenth by itself. */
    private static final double FEWEST = 100;

    /** By how much later the next instant is that is tried, as a share: as exact as commits are remembered. */
    private static final double STEP = 0.001;

    private FullSpeed() {}

    /**
     * The first instant from which on, for as long as the crash is ago by then, as many commit as at
     * {@link AfterCrash#FULL_SPEED} of the rate before. An interval of that length grows with the time that was lost,
     * so neither a burst nor the next stop that comes soon is taken for full speed.
     *
     * @param commits by ns since the crash
     * @param ratePerNs before it; NaN if unknown
     * @param fromNs the first instant that counts, in ns since the crash
     * @param toNs until when commits are known
     * @return in ns since the crash, or NaN if it did not come to that
     */
    static double afterNs(Histogram commits, double ratePerNs, double fromNs, double toNs) {
        if (!(ratePerNs > 0)) {
            return Double.NaN;
        }
        List<Long> instants = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (HistogramIterationValue value : commits.recordedValues()) {
            instants.add(value.getValueIteratedTo());
            counts.add(value.getTotalCountToThisValue());
        }
        long[] atNs = instants.stream().mapToLong(Long::longValue).toArray();
        for (double ns = Math.max(1, fromNs); ; ns *= 1 + STEP) {
            double lengthNs = Math.max(ns, FEWEST / ratePerNs);
            if (!(ns + lengthNs <= toNs)) {
                return Double.NaN;
            }
            long committed = until(ns + lengthNs, atNs, counts) - until(ns, atNs, counts);
            if (committed >= AfterCrash.FULL_SPEED * ratePerNs * lengthNs) {
                return ns;
            }
        }
    }

    /** How many have committed until an instant. */
    private static long until(double ns, long[] atNs, List<Long> counts) {
        int at = Arrays.binarySearch(atNs, (long) ns);
        int last = at >= 0 ? at : -at - 2;
        return last < 0 ? 0 : counts.get(last);
    }
}

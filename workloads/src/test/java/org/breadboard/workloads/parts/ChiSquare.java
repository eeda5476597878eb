// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Pearson's goodness-of-fit test, with the Wilson-Hilferty approximation of the chi-square distribution. */
public final class ChiSquare {
    /** With fixed seeds the outcome is fixed too; otherwise this would be one test in thirty thousand. */
    private static final double MOST_DEVIATIONS = 4;

    private ChiSquare() {}

    /** Fails if counts are further off from what the probabilities let expect than chance would have them. */
    public static void assertFollows(double[] probabilities, long[] counts, String what) {
        double deviations = deviations(counts, probabilities);
        assertTrue(deviations < MOST_DEVIATIONS, what + ": off by " + deviations + " standard deviations");
    }

    /**
     * By how many standard deviations of a normal distribution the counts are off: about N(0, 1) if they come from the
     * probabilities, large if they do not. Bins are pooled until ten are expected in each; what is left at the end is
     * left out.
     */
    public static double deviations(long[] counts, double[] probabilities) {
        long samples = 0;
        for (long count : counts) {
            samples += count;
        }
        double statistic = 0;
        double expected = 0;
        double observed = 0;
        int bins = 0;
        for (int i = 0; i < counts.length; i++) {
            expected += samples * probabilities[i];
            observed += counts[i];
            if (expected >= 10) {
                statistic += (observed - expected) * (observed - expected) / expected;
                bins++;
                expected = 0;
                observed = 0;
            }
        }
        double freedom = bins - 1;
        double spread = 2 / (9 * freedom);
        return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
    }
}

package org.breadboard.workloads.parts;

/** Pearson's goodness-of-fit test, with the Wilson-Hilferty approximation of the chi-square distribution. */
final class ChiSquare {
    private ChiSquare() {}

    /**
     * By how many standard deviations of a normal distribution the counts are off: about N(0, 1) if they come from the
     * probabilities, large if they do not. Bins are pooled until ten are expected in each.
     */
    static double deviations(long[] counts, double[] probabilities) {
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

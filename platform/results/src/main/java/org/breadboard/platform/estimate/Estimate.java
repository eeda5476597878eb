// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.estimate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with what is known of its error. The interval is Student's, at 95%: of repeats with several seeds, or of the
 * means of a run's batches, either taken as independent.
 *
 * @param mean the mean
 * @param standardError of the mean; NaN if unknown
 * @param freedom degrees of freedom of that error; NaN if unknown
 */
public record Estimate(double mean, double standardError, double freedom) {
    private static final double CONFIDENCE = 0.95;

    /** A value of which nobody knows the error. */
    public static Estimate exactly(double value) {
        return new Estimate(value, Double.NaN, Double.NaN);
    }

    /** The mean of some values; the error of a single one is unknown. */
    public static Estimate of(double... values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (values.length < 2) {
            return exactly(mean);
        }
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double freedom = values.length - 1;
        return new Estimate(mean, Math.sqrt(squares / freedom / values.length), freedom);
    }

    /** A mean whose interval somebody has computed from so many batches; unknown where {@code half} is. */
    public static Estimate ofInterval(double mean, double half, int batches) {
        double freedom = batches - 1;
        return new Estimate(mean, half / quantile(freedom), freedom);
    }

    /** Whether its error is known. */
    public boolean known() {
        return Double.isFinite(standardError);
    }

    /** Half the width of the mean's 95% confidence interval; NaN if unknown. */
    public double half() {
        return known() ? quantile(freedom) * standardError : Double.NaN;
    }

    /** Half the width of the interval as a share of the mean; NaN if unknown. */
    public double spread() {
        return half() / Math.abs(mean);
    }

    /**
     * Its mean and half of its interval, with as many digits as the two first of the half: {@code 4.812 ± 0.016}; a
     * mean of which the error is unknown has four.
     */
    public String text() {
        return text("", mean, half());
    }

    /** The same of a mean and half of an interval that somebody has; {@code signs} are of {@link String#format}. */
    public static String text(String signs, double mean, double half) {
        if (!Double.isFinite(mean)) {
            return "";
        }
        double least = Double.isFinite(half) && half > 0 ? half : mean / 100;
        int digits = mean == 0 && least == 0 ? 0 : 1 - (int) Math.floor(Math.log10(Math.abs(least)));
        String format = "." + Math.max(0, digits) + "f";
        String text = String.format(Locale.ROOT, "%," + signs + format, rounded(mean, digits));
        return Double.isFinite(half)
                ? text + " ± " + String.format(Locale.ROOT, "%," + format, rounded(half, digits))
                : text;
    }

    private static BigDecimal rounded(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP);
    }

    /** By how much it is more than another one, of which it is independent: Welch's difference. */
    public Estimate minus(Estimate other) {
        double mine = standardError * standardError;
        double others = other.standardError * other.standardError;
        double welch = (mine + others) * (mine + others) / (mine * mine / freedom + others * others / other.freedom);
        // Where both are exactly alike in all repeats there is no error.
        double degrees = mine + others == 0 ? freedom + other.freedom : welch;
        return new Estimate(mean - other.mean, Math.sqrt(mine + others), degrees);
    }

    /** How many times as much as another one it is, of which it is independent; its error to the first order. */
    public Estimate over(Estimate other) {
        double ratio = mean / other.mean;
        Estimate mine = times(1 / other.mean);
        Estimate errors = mine.minus(other.times(ratio / other.mean));
        return new Estimate(ratio, errors.standardError, errors.freedom);
    }

    /** The same, so many times as large. */
    public Estimate times(double factor) {
        return new Estimate(mean * factor, standardError * Math.abs(factor), freedom);
    }

    /** Whether its interval leaves out 0; false if unknown. */
    public boolean differsFromZero() {
        return known() && Math.abs(mean) > half();
    }

    private static double quantile(double freedom) {
        return TDistribution.of(freedom).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
    }
}

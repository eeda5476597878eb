// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.runtime.RandomStream;

/**
 * Ranks from 0 to {@code count} (excluded), about as Zipf's distribution has them, as YCSB draws them: by the formula
 * of Gray et al. ("Quickly Generating Billion-Record Synthetic Databases", SIGMOD 1994). The first two ranks have
 * Zipf's probabilities, the others those of a curve through it. {@link Zipf} is the exact one. One draw per number;
 * {@link StrictMath} keeps the ranks the same on every machine. Immutable; any thread.
 */
public final class QuickZipf {
    /** So many terms of the sum are added up one by one. */
    private static final int TERMS = 1_000;

    private final long count;
    private final double exponent;
    private final double power;
    private final double sum;
    private final double sumOfTwo;
    private final double slope;

    /** Ranks below {@code count} (at least 1) with an exponent from 0 to 1, excluded. */
    public QuickZipf(long count, double exponent) {
        this(count, exponent, sum(count, exponent));
        if (count < 1 || !(exponent >= 0 && exponent < 1)) {
            throw new IllegalArgumentException("ranks below " + count + " with exponent " + exponent);
        }
    }

    private QuickZipf(long count, double exponent, double sum) {
        this.count = count;
        this.exponent = exponent;
        this.sum = sum;
        power = 1 / (1 - exponent);
        sumOfTwo = sum(2, exponent);
        slope = (1 - StrictMath.pow(2.0 / count, 1 - exponent)) / (1 - sumOfTwo / sum);
    }

    /** The same with more ranks; it costs less than another one if there are not many more. */
    public QuickZipf widened(long to) {
        double more = 0;
        for (long k = to; k > count; k--) {
            more += StrictMath.exp(-exponent * StrictMath.log((double) k));
        }
        return new QuickZipf(to, exponent, sum + more);
    }

    /** The next rank; 0 is the most frequent. */
    public long next(RandomStream random) {
        return rank(random.nextDouble());
    }

    /** The rank that a number from 0 to 1, excluded, stands for. It rises with the number. */
    public long rank(double uniform) {
        double area = uniform * sum;
        if (area < 1) {
            return 0;
        }
        if (area < sumOfTwo) {
            return 1;
        }
        // A power by exponential and logarithm: StrictMath.pow allocates.
        double share = StrictMath.exp(power * StrictMath.log(slope * uniform - slope + 1));
        return Math.min(count - 1, (long) (count * share));
    }

    /**
     * The sum of k^-exponent for k from 1 to {@code count}: the first terms one by one, the others by the formula of
     * Euler and Maclaurin, to some 15 digits. YCSB's constant for 10^10 and 0.99 is 26.46902820178302.
     */
    public static double sum(long count, double exponent) {
        long first = Math.min(count, TERMS);
        double sum = 0;
        for (long k = first; k >= 1; k--) {
            sum += StrictMath.pow((double) k, -exponent);
        }
        if (first == count) {
            return sum;
        }
        double from = first;
        double to = count;
        double low = StrictMath.pow(from, -exponent);
        double high = StrictMath.pow(to, -exponent);
        double area = (to * high - from * low) / (1 - exponent);
        return sum + area + (high - low) / 2 - exponent * (high / to - low / from) / 12;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.runtime.RandomStream;

/**
 * Zipf-distributed ranks from 0 to {@code count} (excluded): rank r comes with a probability proportional to {@code (r
 * + 1)^-exponent}. By rejection-inversion (Hörmann and Derflinger, ACM TOMACS 6(3), 1996): exact for any exponent from
 * 0 on, without tables, with about one draw per number. {@link StrictMath} keeps the ranks the same on every machine.
 * The exponent 1/2 needs no more than square roots, which are exact everywhere. Immutable; any thread.
 */
public final class Zipf {
    private final long count;
    private final double exponent;
    private final double areaLow;
    private final double areaHigh;
    private final double shortcut;

    /** Ranks below {@code count} (at least 1) with an exponent of 0 (uniform) or more. */
    public Zipf(long count, double exponent) {
        if (count < 1 || !(exponent >= 0) || Double.isInfinite(exponent)) {
            throw new IllegalArgumentException("Zipf over " + count + " with exponent " + exponent);
        }
        this.count = count;
        this.exponent = exponent;
        areaLow = area(1.5) - 1;
        areaHigh = area(count + 0.5);
        shortcut = 2 - abscissa(area(2.5) - height(2));
    }

    /** The next rank; 0 is the most frequent. */
    public long next(RandomStream random) {
        while (true) {
            double u = areaHigh + random.nextDouble() * (areaLow - areaHigh);
            double x = abscissa(u);
            long k = Math.min(count, Math.max(1, (long) (x + 0.5)));
            // Accepted at once where the histogram lies within the hat, otherwise compared with the bar's own area.
            if (k - x <= shortcut || u >= area(k + 0.5) - height((double) k)) {
                return k - 1;
            }
        }
    }

    private double height(double x) {
        if (exponent == 0.5) {
            return 1 / Math.sqrt(x);
        }
        return StrictMath.exp(-exponent * StrictMath.log(x));
    }

    /** The integral of x^-exponent from 1 on: (x^(1-e) - 1) / (1 - e), or log x for e = 1. */
    private double area(double x) {
        if (exponent == 0.5) {
            return 2 * (Math.sqrt(x) - 1);
        }
        double log = StrictMath.log(x);
        return expm1Ratio((1 - exponent) * log) * log;
    }

    /** The inverse of {@link #area}. */
    private double abscissa(double area) {
        if (exponent == 0.5) {
            double root = 1 + area / 2;
            return root * root;
        }
        double t = Math.max(-1, area * (1 - exponent));
        return StrictMath.exp(log1pRatio(t) * area);
    }

    private static double expm1Ratio(double x) {
        return Math.abs(x) > 1e-8 ? StrictMath.expm1(x) / x : 1 + x / 2;
    }

    private static double log1pRatio(double x) {
        return Math.abs(x) > 1e-8 ? StrictMath.log1p(x) / x : 1 - x / 2;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.List;
import java.util.Objects;

/**
 * A unit in which numbers have few digits.
 *
 * @param unit its name
 * @param in how many of what was measured make one of it
 */
public record Magnitude(String unit, double in) {
    private static final double ENOUGH = 2;

    /** Of rates per second, of which the largest is {@code most}. */
    public static Magnitude ofRate(double most) {
        if (most >= ENOUGH * 1e6) {
            return new Magnitude("million per second", 1e6);
        }
        return most >= ENOUGH * 1e3 ? new Magnitude("thousand per second", 1e3) : new Magnitude("per second", 1);
    }

    /** Of times in ns, of which the largest is {@code most}. */
    public static Magnitude ofNs(double most) {
        if (most >= ENOUGH * 10e9) {
            return new Magnitude("s", 1e9);
        }
        return most >= ENOUGH * 10e6 ? new Magnitude("ms", 1e6) : new Magnitude("µs", 1e3);
    }

    /** An axis in this unit. */
    public Axis axis(String words) {
        return Axis.of(words, unit);
    }

    /** A number in this unit. */
    public double of(double measured) {
        return measured / in;
    }

    /** The largest of some numbers, null being none; 0 if there are none. */
    public static double most(List<Double> values) {
        return values.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }
}

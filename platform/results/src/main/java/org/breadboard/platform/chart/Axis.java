// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.math.BigDecimal;
import java.util.List;

/**
 * An axis of a plot.
 *
 * @param words what is on it, in words, such as {@code committed transactions}
 * @param unit of its numbers, or {@code ""}
 * @param names the words for 0, 1, 2, … where it counts words; otherwise empty
 */
public record Axis(String words, String unit, Scale scale, List<String> names) {
    /** How far numbers stand apart. */
    public enum Scale {
        /** Evenly. The axis begins at 0 unless all of a plot's values are below. */
        LINEAR,
        /** By their logarithms; numbers that are not positive are left out. */
        LOG,
        /** Numbers are 1 / (1 − share), and show as percentiles, finer towards 100%. */
        PERCENTILES,
        /** The axis counts words. */
        NAMES
    }

    /** An axis of numbers. */
    public static Axis of(String words, String unit) {
        return new Axis(words, unit, Scale.LINEAR, List.of());
    }

    /** A logarithmic axis. */
    public static Axis log(String words, String unit) {
        return new Axis(words, unit, Scale.LOG, List.of());
    }

    /** An axis of percentiles; numbers on it are {@link #percentile}. */
    public static Axis percentiles(String words) {
        return new Axis(words, "%", Scale.PERCENTILES, List.of());
    }

    /** Where a share below 1 is on an axis of percentiles. */
    public static double percentile(double share) {
        return 1 / (1 - share);
    }

    /** An axis of words. */
    public static Axis names(String words, List<String> names) {
        return new Axis(words, "", Scale.NAMES, List.copyOf(names));
    }

    /** What stands at it: its words, and its unit in brackets. */
    public String title() {
        return unit.isEmpty() || scale == Scale.PERCENTILES ? words : words + " (" + unit + ")";
    }

    /** A number of it as a table has it: a word, a percentile, or all of its digits; nothing for NaN. */
    public String said(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return switch (scale) {
            case NAMES -> names.get((int) value);
            case PERCENTILES -> org.breadboard.platform.chart.Scale.percentile(value);
            default -> {
                BigDecimal plain = new BigDecimal(Double.toString(value)).stripTrailingZeros();
                yield plain.setScale(Math.max(0, plain.scale())).toPlainString();
            }
        };
    }

    /** Whether a number has a place on it. */
    boolean has(double value) {
        return Double.isFinite(value) && (scale != Scale.LOG || value > 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Where an axis has its numbers on paper, and its ticks. */
final class Scale {
    private static final double[] PERCENTILES = {1, 2, 4, 10, 20, 100, 1000, 1e4, 1e5, 1e6, 1e7};
    private static final double AIR = 1.03;
    private static final int DIGITS = 6;
    private static final double LEAST_PLAIN = 1e-4;
    private static final double MOST_PLAIN = 1e9;

    private final Axis axis;
    private final double from;
    private final double to;
    private final double start;
    private final double end;
    private final List<Double> ticks;

    private Scale(Axis axis, double from, double to, double start, double end, List<Double> ticks) {
        this.axis = axis;
        this.from = from;
        this.to = to;
        this.start = start;
        this.end = end;
        this.ticks = ticks;
    }

    /**
     * An axis from {@code start} to {@code end} with about so many ticks.
     *
     * @param values that have to be on it; those that cannot be are left out
     * @param tight whether it has to begin and end with them
     */
    static Scale of(Axis axis, double[] values, boolean tight, double start, double end, int most) {
        if (axis.scale() == Axis.Scale.NAMES) {
            List<Double> ticks = new ArrayList<>();
            for (int i = 0; i < axis.names().size(); i++) {
                ticks.add((double) i);
            }
            return new Scale(axis, -0.5, Math.max(1, axis.names().size()) - 0.5, start, end, ticks);
        }
        boolean log = axis.scale() != Axis.Scale.LINEAR;
        double least = DoubleStream.of(values)
                .filter(value -> !log || value > 0)
                .filter(Double::isFinite)
                .min()
                .orElse(1);
        double greatest = DoubleStream.of(values).filter(Double::isFinite).max().orElse(least);
        if (log) {
            double air = greatest > least && tight ? 1 : AIR;
            return logarithmic(axis, least / air, Math.max(greatest, least) * air, start, end, most);
        }
        double low = tight ? least : Math.min(0, least);
        double high = tight ? greatest : Math.max(0, greatest);
        if (!(high > low)) {
            high = low + 1;
        }
        double step = step((high - low) / most);
        if (!tight) {
            low = Math.floor(low / step + 1e-9) * step;
            high = Math.ceil(high / step - 1e-9) * step;
        }
        return new Scale(axis, low, high, start, end, even(low, high, step));
    }

    private static Scale logarithmic(Axis axis, double low, double high, double start, double end, int most) {
        List<Double> ticks = new ArrayList<>();
        double decades = Math.log10(high / low);
        if (axis.scale() == Axis.Scale.PERCENTILES) {
            DoubleStream.of(PERCENTILES).forEach(ticks::add);
        } else if (decades < 1) {
            ticks.addAll(even(low, high, step((high - low) / most)));
        } else {
            int every = Math.max(1, (int) Math.ceil(decades / most));
            double[] within = decades * 3 <= most ? new double[] {1, 2, 5} : new double[] {1};
            for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power += every) {
                for (double times : within) {
                    ticks.add(times * Math.pow(10, power));
                }
            }
        }
        ticks.removeIf(tick -> tick < low * 0.999 || tick > high * 1.001);
        return new Scale(axis, low, high, start, end, ticks);
    }

    private static List<Double> even(double low, double high, double step) {
        List<Double> ticks = new ArrayList<>();
        for (double n = Math.ceil(low / step - 1e-6); n * step <= high + step * 1e-6; n++) {
            ticks.add(new BigDecimal(n * step).round(new MathContext(12)).doubleValue());
        }
        return ticks;
    }

    /** 1, 2 or 5 times a power of ten, not less than {@code least}. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double times = least / power;
        return power * (times <= 1.0001 ? 1 : times <= 2.0001 ? 2 : times <= 5.0001 ? 5 : 10);
    }

    List<Double> ticks() {
        return ticks;
    }

    private boolean log() {
        return axis.scale() == Axis.Scale.LOG || axis.scale() == Axis.Scale.PERCENTILES;
    }

    /** Where a number is on paper; NaN if it is nowhere. */
    double at(double value) {
        double share = log() ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
        return Double.isFinite(share) ? start + share * (end - start) : Double.NaN;
    }

    /** Where it is, or the end of the axis that it is beyond. */
    double within(double value) {
        return at(Math.max(from, Math.min(to, value)));
    }

    /** What a script needs to find numbers again. */
    String data() {
        return String.format(Locale.ROOT, "%s %s %s %.1f %.1f", log() ? "log" : "lin", from, to, start, end);
    }

    /** What stands at a tick. */
    String text(double value) {
        return switch (axis.scale()) {
            case NAMES -> axis.names().get((int) value);
            case PERCENTILES -> percentile(value);
            default -> number(value);
        };
    }

    /** A place on an axis of percentiles in percent. */
    static String percentile(double value) {
        return new BigDecimal(100 - 100 / value)
                        .round(new MathContext(8))
                        .stripTrailingZeros()
                        .toPlainString() + "%";
    }

    /** Six digits at most, and commas between thousands. */
    static String number(double value) {
        double size = Math.abs(value);
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros();
        if (value != 0 && (size < LEAST_PLAIN || size >= MOST_PLAIN)) {
            return rounded.round(new MathContext(3)).stripTrailingZeros().unscaledValue() + "e"
                    + -rounded.round(new MathContext(3)).stripTrailingZeros().scale();
        }
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A point of a plot. What is unknown is NaN; where an axis counts words, it is the place of one.
 *
 * @param series the place of its series
 * @param place its own place in that
 * @param x where it is; of bars and ranges the place of its name
 * @param y its value
 * @param low where its interval begins
 * @param high where it ends
 * @param label what is to be said at it, or {@code ""}
 */
public record Point(int series, int place, double x, double y, double low, double high, String label) {
    /** All of a plot, series after series. */
    public static List<Point> of(Chart chart) {
        List<Point> points = new ArrayList<>();
        for (int s = 0; s < chart.series().size(); s++) {
            Series series = chart.series().get(s);
            for (int i = 0; i < series.xs().size(); i++) {
                points.add(new Point(
                        s,
                        i,
                        chart.hasRows() ? i : number(series.xs(), i),
                        chart.hasRows() ? number(series.xs(), i) : number(series.ys(), i),
                        number(series.lows(), i),
                        number(series.highs(), i),
                        i < series.labels().size()
                                ? Objects.requireNonNullElse(series.labels().get(i), "")
                                : ""));
            }
        }
        return points;
    }

    private static double number(List<Double> values, int place) {
        Double value = place < values.size() ? values.get(place) : null;
        return value == null ? Double.NaN : value;
    }

    /** Whether its interval is known. */
    public boolean ranged() {
        return !Double.isNaN(low) && !Double.isNaN(high);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One line, or one kind of bar, of a plot. Lists have an entry for each point, or are empty; an entry that is null, or
 * is no finite number, is a gap.
 *
 * @param xs where points are
 * @param ys their values
 * @param lows where each point's interval begins
 * @param highs where it ends
 * @param labels what is to be said at each point
 */
public record Series(
        String name, List<Double> xs, List<Double> ys, List<Double> lows, List<Double> highs, List<String> labels) {
    /** Makes gaps of what is no number. */
    public Series {
        xs = gaps(xs);
        ys = gaps(ys);
        lows = gaps(lows);
        highs = gaps(highs);
        labels = Collections.unmodifiableList(new ArrayList<>(labels));
    }

    private static List<Double> gaps(List<Double> values) {
        List<Double> all = new ArrayList<>(values);
        all.replaceAll(value -> value != null && Double.isFinite(value) ? value : null);
        return Collections.unmodifiableList(all);
    }

    /** A line. */
    public static Series of(String name, List<Double> xs, List<Double> ys) {
        return new Series(name, xs, ys, List.of(), List.of(), List.of());
    }

    /** Bars, of which each belongs to a name of the y axis, in its order. */
    public static Series bars(String name, List<Double> lengths) {
        return new Series(name, lengths, List.of(), List.of(), List.of(), List.of());
    }

    /** The same with an interval around each point. */
    public Series between(List<Double> from, List<Double> to) {
        return new Series(name, xs, ys, from, to, labels);
    }

    /** The same with a label at each point. */
    public Series labelled(List<String> words) {
        return new Series(name, xs, ys, lows, highs, words);
    }
}

package org.breadboard.platform.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chart of lines over one x axis, as data for the page.
 *
 * @param title above it
 * @param x label of the x axis
 * @param y label of the y axis
 * @param ticks words for x = 0, 1, 2, … where x counts words; otherwise empty
 * @param percentiles whether x is a distance from 100%, and is shown as percentiles on a logarithmic axis
 * @param series lines, each with a value per x, or null where it has none
 */
public record Chart(
        String title,
        String x,
        String y,
        List<String> ticks,
        boolean percentiles,
        List<Double> xs,
        Map<String, List<Double>> series) {
    /** A chart of a distribution: {@code xs} are 1 / (1 − share). */
    static Chart percentiles(String title, String y, List<Double> xs, String name, List<Double> ys) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put(name, ys);
        return new Chart(title, "percentile", y, List.of(), true, xs, series);
    }
}

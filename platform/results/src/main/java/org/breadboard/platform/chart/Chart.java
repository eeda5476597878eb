// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A plot as data; {@link ChartPicture} draws it.
 *
 * @param title above it; also the name of the files that it is saved to
 * @param shades what is shaded behind the lines
 * @param legend what its series differ in, with the unit, or {@code ""}
 * @param marked names, of the y axis or of series, that stand out
 * @param reference a value with a line of its own across the plot, or null
 */
public record Chart(
        String title,
        Form form,
        Axis x,
        Axis y,
        String legend,
        List<Series> series,
        List<Shade> shades,
        List<String> marked,
        Double reference) {
    /** Copies the lists. */
    public Chart {
        series = List.copyOf(series);
        shades = List.copyOf(shades);
        marked = List.copyOf(marked);
    }

    /** How points are drawn. */
    public enum Form {
        /** Points, joined by a line for each series, with intervals around them if they have some. */
        LINES,
        /** The same without lines: the points of a series have no order. */
        DOTS,
        /** Steps: a value holds from its x to the next. */
        STEPS,
        /** Areas of steps, one upon the other. */
        STACK,
        /** A bar for each name of the y axis; bars of several series stand one behind the other. */
        BARS,
        /** A dot for each name of the y axis, with an interval. */
        RANGES
    }

    private static Chart of(String title, Form form, Axis x, Axis y) {
        return new Chart(title, form, x, y, "", List.of(), List.of(), List.of(), null);
    }

    /** A plot of lines that has none yet. */
    public static Chart lines(String title, Axis x, Axis y) {
        return of(title, Form.LINES, x, y);
    }

    /** A plot of dots that has none yet. */
    public static Chart dots(String title, Axis x, Axis y) {
        return of(title, Form.DOTS, x, y);
    }

    /** A plot of steps that has none yet. */
    public static Chart steps(String title, Axis x, Axis y) {
        return of(title, Form.STEPS, x, y);
    }

    /** A plot of areas of steps that has none yet. */
    public static Chart stack(String title, Axis x, Axis y) {
        return of(title, Form.STACK, x, y);
    }

    /** Bars to the right, one below the other; {@code names} has a row for each. */
    public static Chart bars(String title, Axis x, Axis names) {
        return of(title, Form.BARS, x, names);
    }

    /** Dots with intervals, one below the other; {@code names} has a row for each. */
    public static Chart ranges(String title, Axis x, Axis names) {
        return of(title, Form.RANGES, x, names);
    }

    /** The same with one more series. */
    public Chart with(Series added) {
        List<Series> all = new ArrayList<>(series);
        all.add(added);
        return new Chart(title, form, x, y, legend, all, shades, marked, reference);
    }

    /** The same with one more part shaded. */
    public Chart with(Shade added) {
        List<Shade> all = new ArrayList<>(shades);
        all.add(added);
        return new Chart(title, form, x, y, legend, series, all, marked, reference);
    }

    /** The same in which a name stands out. */
    public Chart marking(String name) {
        List<String> all = new ArrayList<>(marked);
        all.add(name);
        return new Chart(title, form, x, y, legend, series, shades, all, reference);
    }

    /** The same with a line across it: of bars and ranges upright, else level. */
    public Chart across(double value) {
        return new Chart(title, form, x, y, legend, series, shades, marked, value);
    }

    /** The same with a legend that says what its series differ in. */
    public Chart keyed(String words) {
        return new Chart(title, form, x, y, words, series, shades, marked, reference);
    }

    /** Whether it is of bars or ranges, with a row for each name. */
    public boolean hasRows() {
        return form == Form.BARS || form == Form.RANGES;
    }

    /** The axis that says where a {@link Point} is. */
    public Axis placeAxis() {
        return hasRows() ? y : x;
    }

    /** The axis of its value. */
    public Axis valueAxis() {
        return hasRows() ? x : y;
    }

    /** The names of what is shaded, each once. */
    public List<String> shadeNames() {
        return shades.stream().map(Shade::name).distinct().toList();
    }

    /** Whether no value, and no interval, is below 0. */
    public boolean neverNegative() {
        return Point.of(this).stream().noneMatch(point -> point.y() < 0 || point.low() < 0);
    }

    /** Whether a point has a place on the axes. */
    boolean shows(Point point) {
        return placeAxis().has(point.x()) && valueAxis().has(point.y());
    }
}

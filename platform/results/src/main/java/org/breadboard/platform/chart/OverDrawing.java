// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Draws lines, dots, steps and areas over an x axis. */
final class OverDrawing {
    private static final double HEIGHT = 230;
    private static final double TICK_LINE = 16;
    private static final double TURN = -32;
    private static final double LONGEST_NAME = 200;
    /** More intervals than that of one series are a band. */
    private static final int MOST_BARS = 60;

    private static final int MOST_SYMBOLS = 30;

    private final Chart chart;
    private final List<Point> points;
    private final Canvas canvas;
    private final double width;
    private final boolean steps;
    private final boolean words;
    private Scale x;
    private Scale y;

    OverDrawing(Chart chart, List<Point> points, Canvas canvas, double width) {
        this.chart = chart;
        this.points = points;
        this.canvas = canvas;
        this.width = width;
        steps = chart.form() == Chart.Form.STEPS || chart.form() == Chart.Form.STACK;
        words = chart.x().scale() == Axis.Scale.NAMES;
    }

    ChartDrawing.Drawn draw(double above) {
        double top = above + TICK_LINE + 8;
        double bottom = top + HEIGHT;
        y = Scale.of(chart.y(), values(), false, bottom, top, 5);
        double left = ChartDrawing.widest(ChartDrawing.texts(y), ChartDrawing.SIZE) + 8;
        double band = (width - left) / Math.max(1, chart.x().names().size());
        double longest = Math.min(LONGEST_NAME, ChartDrawing.widest(chart.x().names(), ChartDrawing.SIZE));
        boolean turned = words && longest > band - 6;
        if (turned) {
            left = Math.max(left, longest * Math.cos(Math.toRadians(TURN)) - band / 3);
        }
        double right = width - (words ? 0 : 18);
        boolean fromZero = chart.x().scale() == Axis.Scale.LINEAR
                && !steps
                && shown().stream().allMatch(point -> point.x() >= 0);
        x = Scale.of(
                chart.x(),
                shown().stream().mapToDouble(Point::x).toArray(),
                steps || chart.x().scale() == Axis.Scale.LINEAR && !fromZero,
                left,
                right,
                Math.max(3, (int) ((right - left) / 80)));
        canvas.text(
                0,
                above + TICK_LINE - 4,
                Letters.clipped(chart.y().title(), ChartDrawing.SIZE, width),
                Type.of(Ink.SOFT, ChartDrawing.SIZE));
        shades(top, bottom);
        grid(left, right);
        double below = names(bottom, turned, longest);
        canvas.line(left, bottom, right, bottom, Pen.of(Ink.SOFT, 1));
        canvas.text(
                (left + right) / 2,
                below + 18,
                Letters.clipped(chart.x().title(), ChartDrawing.SIZE, width),
                Type.of(Ink.SOFT, ChartDrawing.SIZE).at(Type.Anchor.MIDDLE));
        if (chart.form() == Chart.Form.STACK) {
            stack();
        } else {
            for (int s = 0; s < chart.series().size(); s++) {
                series(s);
            }
            labels();
        }
        return new ChartDrawing.Drawn(below + 26, x, y);
    }

    /** Whether a series of so many points has a symbol at each. */
    static boolean hasSymbols(Chart chart, int count) {
        return switch (chart.form()) {
            case DOTS -> true;
            case LINES -> count <= MOST_SYMBOLS || chart.x().scale() == Axis.Scale.NAMES;
            default -> false;
        };
    }

    private List<Point> shown() {
        return points.stream().filter(chart::shows).toList();
    }

    /** What the y axis has to have room for. */
    private double[] values() {
        if (chart.form() != Chart.Form.STACK) {
            return shown().stream()
                    .flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()))
                    .toArray();
        }
        Map<Double, Double> sums = new TreeMap<>();
        shown().forEach(point -> sums.merge(point.x(), point.y(), Double::sum));
        return sums.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void shades(double top, double bottom) {
        List<String> names = chart.shadeNames();
        for (Shade shade : chart.shades()) {
            double from = x.within(shade.from());
            double to = x.within(shade.to());
            if (to > from) {
                canvas.rectangle(from, top, to, bottom, Ink.shade(names.indexOf(shade.name())), 0.28);
            }
        }
    }

    private void grid(double left, double right) {
        for (double tick : y.ticks()) {
            canvas.line(left, y.at(tick), right, y.at(tick), Pen.of(Ink.GRID, 1));
            canvas.text(
                    left - 6,
                    y.at(tick) + 4,
                    y.text(tick),
                    Type.of(Ink.TEXT, ChartDrawing.SIZE).at(Type.Anchor.END));
        }
        if (chart.reference() != null) {
            double at = y.at(chart.reference());
            canvas.line(left, at, right, at, new Pen(Ink.SOFT, 1, "4 3"));
        }
    }

    /** Draws the ticks of the x axis, and yields where they end. */
    private double names(double bottom, boolean turned, double longest) {
        Type type = Type.of(Ink.TEXT, ChartDrawing.SIZE);
        double taken = Double.NEGATIVE_INFINITY;
        for (double tick : x.ticks()) {
            double at = x.at(tick);
            canvas.line(at, bottom, at, bottom + 4, Pen.of(Ink.SOFT, 1));
            if (turned) {
                String name = Letters.clipped(x.text(tick), ChartDrawing.SIZE, LONGEST_NAME);
                canvas.text(at + 4, bottom + 14, name, type.at(Type.Anchor.END).turned(TURN));
                continue;
            }
            double half = Letters.width(x.text(tick), ChartDrawing.SIZE) / 2;
            if (at - half > taken) {
                double inside = Math.min(at, width - half);
                canvas.text(inside, bottom + TICK_LINE + 1, x.text(tick), type.at(Type.Anchor.MIDDLE));
                taken = at + half + 6;
            }
        }
        return bottom + TICK_LINE + 1 + (turned ? longest * Math.sin(Math.toRadians(-TURN)) : 0);
    }

    /** Where a point is; over words, those of several series stand side by side. */
    private double at(Point point) {
        double aside = words
                ? (point.series() - (chart.series().size() - 1) / 2.0)
                        * 0.7
                        / Math.max(3, chart.series().size())
                : 0;
        return x.at(point.x() + aside);
    }

    private void series(int s) {
        List<Point> own = points.stream().filter(point -> point.series() == s).toList();
        intervals(s, own);
        boolean apart = words || chart.form() == Chart.Form.DOTS;
        if (!apart) {
            double wide = chart.marked().contains(chart.series().get(s).name()) ? 3.2 : 1.7;
            canvas.line(line(own), Pen.series(s, wide));
        }
        if (hasSymbols(chart, own.size())) {
            own.stream().filter(chart::shows).forEach(point -> Symbols.draw(canvas, s, at(point), y.at(point.y())));
        }
    }

    private List<double[]> line(List<Point> own) {
        List<double[]> line = new ArrayList<>();
        double[] before = null;
        for (Point point : own) {
            double[] now = chart.shows(point) ? new double[] {at(point), y.at(point.y())} : null;
            if (steps && now != null && before != null) {
                line.add(new double[] {now[0], before[1]});
            }
            line.add(now);
            before = now;
        }
        return line;
    }

    private void intervals(int s, List<Point> own) {
        List<Point> ranged = own.stream()
                .filter(point -> point.ranged() && !Double.isNaN(at(point)))
                .toList();
        if (ranged.size() <= MOST_BARS) {
            for (Point point : ranged) {
                double low = y.within(point.low());
                double high = y.within(point.high());
                canvas.line(at(point), low, at(point), high, Pen.of(Ink.series(s), 1.2));
                canvas.line(at(point) - 3, low, at(point) + 3, low, Pen.of(Ink.series(s), 1.2));
                canvas.line(at(point) - 3, high, at(point) + 3, high, Pen.of(Ink.series(s), 1.2));
            }
            return;
        }
        List<double[]> around = new ArrayList<>();
        ranged.forEach(point -> around.add(new double[] {at(point), y.within(point.high())}));
        for (int i = ranged.size() - 1; i >= 0; i--) {
            around.add(new double[] {at(ranged.get(i)), y.within(ranged.get(i).low())});
        }
        canvas.area(around, Ink.series(s), 0.18);
    }

    /** Areas of steps, each upon those before it. */
    private void stack() {
        Map<Double, Double> below = new TreeMap<>();
        for (int s = 0; s < chart.series().size(); s++) {
            int place = s;
            List<Point> own =
                    shown().stream().filter(point -> point.series() == place).toList();
            List<double[]> lower = new ArrayList<>();
            List<double[]> upper = new ArrayList<>();
            for (int i = 0; i < own.size(); i++) {
                Point point = own.get(i);
                double from = below.getOrDefault(point.x(), 0.0);
                double next = x.at(own.get(Math.min(i + 1, own.size() - 1)).x());
                below.put(point.x(), from + point.y());
                for (double each : new double[] {x.at(point.x()), next}) {
                    lower.add(new double[] {each, y.at(from)});
                    upper.add(new double[] {each, y.at(from + point.y())});
                }
            }
            Collections.reverse(lower);
            upper.addAll(lower);
            if (!upper.isEmpty()) {
                canvas.area(upper, Ink.series(s), 0.8);
            }
        }
    }

    /** What is to be said at points, where nothing else is said. */
    private void labels() {
        List<double[]> taken = new ArrayList<>();
        for (Point point : shown()) {
            if (point.label().isEmpty()) {
                continue;
            }
            double half = Letters.width(point.label(), ChartDrawing.SMALL) / 2;
            double middle = Math.max(half, Math.min(width - half, at(point)));
            double base = y.at(point.y()) - 8;
            if (taken.stream()
                    .noneMatch(other -> Math.abs(other[0] - middle) < other[2] + half + 2
                            && Math.abs(other[1] - base) < ChartDrawing.SMALL)) {
                canvas.text(
                        middle,
                        base,
                        point.label(),
                        Type.of(Ink.SOFT, ChartDrawing.SMALL).at(Type.Anchor.MIDDLE));
                taken.add(new double[] {middle, base, half});
            }
        }
    }
}

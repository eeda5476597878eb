// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Draws bars or ranges, a row for each name: the names at their left, or above them where there is no room. */
final class RowsDrawing {
    private static final double ROW = 24;
    private static final double TALL_ROW = 40;
    private static final double BAR = 8.5;
    private static final double MOST_OF_WIDTH = 0.38;

    private final Chart chart;
    private final List<Point> points;
    private final Canvas canvas;
    private final double width;
    private final boolean above;

    RowsDrawing(Chart chart, List<Point> points, Canvas canvas, double width, boolean above) {
        this.chart = chart;
        this.points = points.stream().filter(chart::shows).toList();
        this.canvas = canvas;
        this.width = width;
        this.above = above;
    }

    ChartDrawing.Drawn draw(double top) {
        List<String> names = chart.y().names();
        double left = above ? 6 : Math.min(MOST_OF_WIDTH * width, ChartDrawing.widest(names, ChartDrawing.SIZE)) + 10;
        List<String> labels = points.stream().map(Point::label).toList();
        double right = width
                - (above ? 14 : 14 + Math.min(MOST_OF_WIDTH * width, ChartDrawing.widest(labels, ChartDrawing.SIZE)));
        double row = above ? TALL_ROW : ROW;
        double bottom = top + names.size() * row + 4;
        Scale x = Scale.of(
                chart.x(),
                DoubleStream.concat(
                                DoubleStream.of(chart.reference() == null ? Double.NaN : chart.reference()),
                                points.stream()
                                        .flatMapToDouble(
                                                point -> DoubleStream.of(point.y(), point.low(), point.high())))
                        .toArray(),
                false,
                left,
                right,
                Math.max(2, (int) ((right - left) / 90)));
        Scale y = Scale.of(chart.y(), new double[0], false, top, top + names.size() * row, names.size());
        axis(x, top, bottom);
        double[] ends = new double[names.size()];
        Arrays.fill(ends, x.within(0));
        for (Point point : points) {
            draw(point, x, y, ends);
        }
        String[] said = new String[names.size()];
        points.stream().filter(point -> !point.label().isEmpty()).forEach(point -> said[point.place()] = point.label());
        for (int i = 0; i < names.size(); i++) {
            name(i, said[i], ends[i], left, y.at(i));
        }
        return new ChartDrawing.Drawn(bottom + 40, x, y);
    }

    private void axis(Scale x, double top, double bottom) {
        for (double tick : x.ticks()) {
            canvas.line(x.at(tick), top, x.at(tick), bottom, Pen.of(Ink.GRID, 1));
            canvas.text(
                    x.at(tick),
                    bottom + 15,
                    x.text(tick),
                    Type.of(Ink.TEXT, ChartDrawing.SIZE).at(Type.Anchor.MIDDLE));
        }
        canvas.text(
                Math.min(width, (x.at(x.ticks().get(0)) + width) / 2),
                bottom + 33,
                Letters.clipped(chart.x().title(), ChartDrawing.SIZE, width),
                Type.of(Ink.SOFT, ChartDrawing.SIZE).at(Type.Anchor.MIDDLE));
        if (chart.form() == Chart.Form.BARS && chart.x().scale() == Axis.Scale.LINEAR) {
            canvas.line(x.at(0), top, x.at(0), bottom, Pen.of(Ink.SOFT, 1));
        }
        if (chart.reference() != null) {
            double at = x.at(chart.reference());
            canvas.line(at, top, at, bottom, new Pen(Ink.SOFT, 1, "4 3"));
        }
    }

    /** The middle of a row's bar. */
    private double middle(double y) {
        return above ? y + 8 : y;
    }

    private void draw(Point point, Scale x, Scale y, double[] ends) {
        double middle = middle(y.at(point.place()));
        if (chart.form() == Chart.Form.BARS) {
            double from =
                    point.ranged() ? x.at(point.low()) : chart.series().size() > 1 ? ends[point.place()] : x.within(0);
            double to = point.ranged() ? x.at(point.high()) : from + x.at(point.y()) - x.within(0);
            ends[point.place()] = Math.max(ends[point.place()], Math.max(from, to));
            canvas.rectangle(from, middle - BAR, to, middle + BAR, ink(point), 1);
            return;
        }
        double at = x.at(point.y());
        ends[point.place()] = Math.max(ends[point.place()], at);
        if (point.ranged()) {
            ends[point.place()] = Math.max(ends[point.place()], x.at(point.high()));
            canvas.line(x.at(point.low()), middle, x.at(point.high()), middle, Pen.of(ink(point), 2));
            for (double end : new double[] {point.low(), point.high()}) {
                canvas.line(x.at(end), middle - 4, x.at(end), middle + 4, Pen.of(ink(point), 1.4));
            }
        }
        canvas.circle(at, middle, 4, ink(point));
    }

    private Ink ink(Point point) {
        // A difference whose interval has 0 in it may be chance.
        if (chart.reference() != null
                && chart.reference() == 0
                && point.ranged()
                && point.low() <= 0
                && point.high() >= 0) {
            return Ink.SOFT;
        }
        return chart.marked().contains(chart.y().names().get(point.place())) ? Ink.MARK : Ink.series(point.series());
    }

    private void name(int place, String label, double end, double left, double y) {
        String name = chart.y().names().get(place);
        Type type = Type.of(Ink.TEXT, ChartDrawing.SIZE);
        if (above) {
            String said = label == null ? "" : Letters.clipped(label, ChartDrawing.SIZE, width / 2);
            double room = width - Letters.width(said, ChartDrawing.SIZE) - 10;
            canvas.text(0, y - 6, Letters.clipped(name, ChartDrawing.SIZE, room), type);
            canvas.text(width, y - 6, said, Type.of(Ink.SOFT, ChartDrawing.SIZE).at(Type.Anchor.END));
            return;
        }
        canvas.text(left - 8, y + 4, Letters.clipped(name, ChartDrawing.SIZE, left - 8), type.at(Type.Anchor.END));
        if (label != null) {
            canvas.text(end + 7, y + 4, Letters.clipped(label, ChartDrawing.SIZE, width - end - 7), type);
        }
    }
}

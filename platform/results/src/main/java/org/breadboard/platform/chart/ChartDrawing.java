// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Draws a plot: its title, its legend, and below them what its form asks for. */
final class ChartDrawing {
    static final double SMALL = 10;
    static final double SIZE = 12;
    private static final double TITLE = 14;
    private static final double LINE = 18;
    private static final double SAMPLE = 18;
    private static final double GAP = 14;
    /** A plot that is not as wide has its names above its bars. */
    private static final double ROOMY = 480;

    private ChartDrawing() {}

    /**
     * A drawing that is done.
     *
     * @param height of all of it
     * @param x where numbers of its x axis are
     * @param y where numbers of its y axis are
     */
    record Drawn(double height, Scale x, Scale y) {}

    /** Draws all of it, as wide as it is told. */
    static Drawn draw(Chart chart, Canvas canvas, double width) {
        double y = 0;
        for (String line : Letters.lines(chart.title(), TITLE * 1.06, width)) {
            y += LINE;
            canvas.text(0, y, line, Type.of(Ink.TEXT, TITLE).inBold());
        }
        double top = legend(chart, canvas, width, y + LINE + 2) + 6;
        List<Point> points = Point.of(chart);
        if (points.stream().noneMatch(chart::shows)) {
            canvas.text(0, top + LINE, "Nothing to show.", Type.of(Ink.SOFT, SIZE));
            Scale none = Scale.of(Axis.of("", ""), new double[0], false, 0, width, 2);
            return new Drawn(top + 2 * LINE, none, none);
        }
        return chart.hasRows()
                ? new RowsDrawing(chart, points, canvas, width, width < ROOMY).draw(top)
                : new OverDrawing(chart, points, canvas, width).draw(top);
    }

    private interface Sample {
        void draw(double x, double y);
    }

    private record Entry(String words, Sample sample) {}

    /** Draws what the colours mean, line after line, and yields where it ends. */
    private static double legend(Chart chart, Canvas canvas, double width, double top) {
        List<Entry> entries = entries(chart, canvas);
        if (entries.isEmpty()) {
            return top - LINE;
        }
        double x = 0;
        double y = top;
        if (!chart.legend().isEmpty()) {
            String words = Letters.clipped(chart.legend() + ":", SIZE, width);
            canvas.text(x, y, words, Type.of(Ink.SOFT, SIZE));
            x += Letters.width(words, SIZE) + GAP;
        }
        for (Entry entry : entries) {
            String words = Letters.clipped(entry.words, SIZE, width - SAMPLE - 6);
            double wide = SAMPLE + 6 + Letters.width(words, SIZE);
            if (x > 0 && x + wide > width) {
                x = 0;
                y += LINE;
            }
            entry.sample.draw(x, y - SIZE / 3);
            canvas.text(x + SAMPLE + 6, y, words, Type.of(Ink.TEXT, SIZE));
            x += wide + GAP;
        }
        return y;
    }

    private static List<Entry> entries(Chart chart, Canvas canvas) {
        List<Entry> entries = new ArrayList<>();
        if (chart.series().size() > 1
                || chart.form() == Chart.Form.STACK
                || !chart.legend().isEmpty()) {
            for (int s = 0; s < chart.series().size(); s++) {
                int place = s;
                entries.add(new Entry(chart.series().get(s).name(), (x, y) -> sample(chart, canvas, place, x, y)));
            }
        }
        List<String> shades = chart.shadeNames();
        for (int s = 0; s < shades.size(); s++) {
            int place = s;
            entries.add(new Entry(
                    shades.get(s), (x, y) -> canvas.rectangle(x, y - 5, x + SAMPLE, y + 5, Ink.shade(place), 0.5)));
        }
        return entries;
    }

    private static void sample(Chart chart, Canvas canvas, int place, double x, double y) {
        switch (chart.form()) {
            case LINES, STEPS -> {
                canvas.line(x, y, x + SAMPLE, y, Pen.series(place, 2.4));
                if (OverDrawing.hasSymbols(chart, chart.series().get(place).xs().size())) {
                    Symbols.draw(canvas, place, x + SAMPLE / 2, y);
                }
            }
            case DOTS, RANGES -> Symbols.draw(canvas, place, x + SAMPLE / 2, y);
            default -> canvas.rectangle(x, y - 5, x + SAMPLE, y + 5, Ink.series(place), 0.8);
        }
    }

    /** The widest of some texts. */
    static double widest(List<String> texts, double size) {
        return texts.stream()
                .mapToDouble(text -> Letters.width(text, size))
                .max()
                .orElse(0);
    }

    /** What a scale's ticks say. */
    static List<String> texts(Scale scale) {
        return scale.ticks().stream().map(scale::text).collect(Collectors.toList());
    }
}

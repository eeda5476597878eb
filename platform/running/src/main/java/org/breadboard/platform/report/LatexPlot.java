// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.ChartPicture;
import org.breadboard.platform.chart.Point;
import org.breadboard.platform.result.Figures;

/** A plot for LaTeX with pgfplots, its numbers within it; letters and their size are the paper's. */
final class LatexPlot {
    private static final int[] PERCENTILES = {1, 2, 10, 100, 1000, 10_000, 100_000, 1_000_000};
    private static final int MOST_MARKS = 30;

    private final Chart chart;
    private final StringBuilder text = new StringBuilder();

    private LatexPlot(Chart chart) {
        this.chart = chart;
    }

    static String text(Chart chart) {
        return new LatexPlot(chart).text();
    }

    private String text() {
        text.append("% needs \\usepackage{pgfplots,textcomp} and \\pgfplotsset{compat=1.16}\n\\begin{tikzpicture}\n");
        text.append("\\begin{axis}[\n  title={")
                .append(Latex.escaped(chart.title()))
                .append("},\n");
        text.append("  scale only axis, width=")
                .append(
                        chart.hasRows()
                                ? String.format(
                                        Locale.ROOT,
                                        "0.55\\linewidth, height=%.1fcm",
                                        0.6 + 0.6 * chart.y().names().size())
                                : "0.85\\linewidth, height=0.4\\linewidth")
                .append(",\n  unbounded coords=jump, legend cell align=left, legend columns=3,\n")
                .append("  legend style={font=\\footnotesize, draw=none, at={(0.5,-0.22)}, anchor=north},\n");
        axis("x", chart.x());
        axis("y", chart.y());
        text.append(
                switch (chart.form()) {
                    case STACK -> "  stack plots=y, area style, const plot, enlarge x limits=false,\n";
                    case STEPS -> "  const plot, enlarge x limits=false,\n";
                    case BARS -> "  xbar" + (chart.series().size() > 1 ? " stacked" : "") + ", bar width=7pt,\n";
                    default -> "";
                });
        text.append("]\n");
        shades();
        if (!chart.legend().isEmpty()) {
            text.append("\\addlegendimage{empty legend}\\addlegendentry{")
                    .append(Latex.escaped(chart.legend()))
                    .append("}\n");
        }
        for (int s = 0; s < chart.series().size(); s++) {
            series(s);
        }
        reference();
        return text.append("\\end{axis}\n\\end{tikzpicture}\n").toString();
    }

    private void axis(String name, Axis axis) {
        text.append("  ")
                .append(name)
                .append("label={")
                .append(Latex.escaped(axis.title()))
                .append("},\n");
        if (axis.equals(chart.valueAxis()) && axis.scale() == Axis.Scale.LINEAR && chart.neverNegative()) {
            text.append("  ").append(name).append("min=0,\n");
        }
        switch (axis.scale()) {
            case LOG -> text.append("  ").append(name).append("mode=log,\n");
            case PERCENTILES ->
                ticks(
                        name,
                        IntStream.of(PERCENTILES).mapToObj(String::valueOf).toList(),
                        IntStream.of(PERCENTILES).mapToObj(axis::said).toList(),
                        "mode=log");
            case NAMES ->
                ticks(
                        name,
                        IntStream.range(0, axis.names().size())
                                .mapToObj(String::valueOf)
                                .toList(),
                        axis.names(),
                        chart.hasRows() ? " dir=reverse" : "ticklabel style={rotate=30, anchor=east}");
            default -> {}
        }
    }

    private void ticks(String name, List<String> places, List<String> words, String more) {
        text.append("  ")
                .append(name)
                .append(more)
                .append(", ")
                .append(name)
                .append("tick={")
                .append(String.join(",", places))
                .append("}, ")
                .append(name)
                .append("ticklabels={")
                .append(words.stream()
                        .map(word -> "{" + Latex.escaped(word) + "}")
                        .collect(Collectors.joining(",")))
                .append("},\n");
    }

    private void shades() {
        List<String> names = chart.shadeNames();
        chart.shades()
                .forEach(shade -> text.append(String.format(
                        Locale.ROOT,
                        "\\fill[%s, opacity=0.2] (axis cs:%s,\\pgfkeysvalueof{/pgfplots/ymin}) rectangle"
                                + " (axis cs:%s,\\pgfkeysvalueof{/pgfplots/ymax}); %% %s%n",
                        List.of("orange", "violet", "teal", "olive", "magenta", "gray")
                                .get(names.indexOf(shade.name()) % 6),
                        shade.from(),
                        shade.to(),
                        shade.name().replaceAll("\\s+", " "))));
    }

    private void series(int place) {
        List<Point> own = Point.of(chart).stream()
                .filter(point -> point.series() == place)
                .toList();
        boolean ranged = own.stream().anyMatch(Point::ranged);
        String name = Latex.escaped(chart.series().get(place).name());
        if (chart.form() == Chart.Form.BARS && ranged) {
            plot(style(place, own.size()) + ", bar shift=0pt", own, Point::low);
            plot(style(place, own.size()) + ", bar shift=0pt, forget plot", own, Point::high);
        } else if (ranged) {
            String across = chart.hasRows() ? "x" : "y";
            text.append("\\addplot+[")
                    .append(style(place, own.size()))
                    .append(", error bars/.cd, ")
                    .append(across)
                    .append(" dir=both, ")
                    .append(across)
                    .append(" explicit] table[row sep=\\\\, x=x, y=y, ")
                    .append(across)
                    .append(" error minus=down, ")
                    .append(across)
                    .append(" error plus=up] {\nx y down up\\\\\n");
            own.forEach(point -> text.append(pair(point, point.y()))
                    .append(' ')
                    .append(number(point.y() - point.low(), "0"))
                    .append(' ')
                    .append(number(point.high() - point.y(), "0"))
                    .append("\\\\\n"));
            text.append("};\n");
        } else {
            plot(style(place, own.size()), own, Point::y);
        }
        if (chart.series().size() > 1
                || chart.form() == Chart.Form.STACK
                || !chart.legend().isEmpty()) {
            text.append("\\addlegendentry{").append(name).append("}\n");
        }
    }

    private String style(int place, int points) {
        int rgb = ChartPicture.seriesRgb(place);
        String colour = String.format("{rgb,255:red,%d;green,%d;blue,%d}", rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff);
        return switch (chart.form()) {
            case BARS -> "draw=none, area legend, fill=" + colour;
            case STACK -> "draw=none, area legend, fill=" + colour + ", fill opacity=0.8";
            case STEPS -> "no marks, color=" + colour;
            case LINES ->
                (points > MOST_MARKS ? "no marks" : "mark options={fill=" + colour + "}") + ", color=" + colour;
            default -> "only marks, mark options={fill=" + colour + "}, color=" + colour;
        };
    }

    private void plot(String style, List<Point> own, ToDoubleFunction<Point> value) {
        text.append("\\addplot+[").append(style).append("] table[row sep=\\\\] {\nx y\\\\\n");
        own.forEach(
                point -> text.append(pair(point, value.applyAsDouble(point))).append("\\\\\n"));
        text.append("}")
                .append(chart.form() == Chart.Form.STACK ? " \\closedcycle" : "")
                .append(";\n");
    }

    private String pair(Point point, double value) {
        List<String> pair = new ArrayList<>(List.of(number(point.x(), "nan"), number(value, "nan")));
        return chart.hasRows() ? pair.get(1) + ' ' + pair.get(0) : String.join(" ", pair);
    }

    private static String number(double value, String unknown) {
        return Double.isFinite(value) ? Figures.cell(Figures.rounded(value)) : unknown;
    }

    private void reference() {
        if (chart.reference() != null) {
            String axis = chart.hasRows() ? "y" : "x";
            String at = number(chart.reference(), "0");
            // In sight, also where all values are on one side of it.
            text.append("\\addplot[draw=none, mark=none, sharp plot, forget plot] coordinates {(")
                    .append(chart.hasRows() ? at + ",0" : "0," + at)
                    .append(")};\n");
            String low = "\\pgfkeysvalueof{/pgfplots/" + axis + "min}";
            String high = "\\pgfkeysvalueof{/pgfplots/" + axis + "max}";
            text.append("\\draw[gray, dashed] (axis cs:")
                    .append(chart.hasRows() ? at + "," + low : low + "," + at)
                    .append(") -- (axis cs:")
                    .append(chart.hasRows() ? at + "," + high : high + "," + at)
                    .append(");\n");
        }
    }
}

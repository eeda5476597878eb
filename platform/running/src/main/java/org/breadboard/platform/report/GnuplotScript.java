// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.ChartPicture;
import org.breadboard.platform.chart.Point;

/** A script for gnuplot that draws a plot from its {@link GnuplotData data}, beside it, as SVG. */
final class GnuplotScript {
    private static final List<String> SHADES =
            List.of("#f0965a", "#8f7fd6", "#4fb3a5", "#c9a227", "#d86a8a", "#7d8b99");
    private static final int[] PERCENTILES = {1, 2, 4, 10, 20, 100, 1000, 10_000, 100_000, 1_000_000};

    private final Chart chart;
    private final String name;
    private final StringBuilder text = new StringBuilder();

    private GnuplotScript(Chart chart, String name) {
        this.chart = chart;
        this.name = name;
    }

    /** The script; {@code name} is what the files' names begin with. */
    static String text(Chart chart, String name) {
        return new GnuplotScript(chart, name).text();
    }

    private String text() {
        text.append("# gnuplot ")
                .append(name)
                .append(".gp\nset encoding utf8\nset terminal svg size 800,")
                .append(chart.hasRows() ? 120 + 26 * chart.y().names().size() : 400)
                .append(" noenhanced background rgb 'white'\nset output '")
                .append(name)
                .append(".svg'\nset datafile separator \"\\t\"\nset datafile missing \"?\"\nset title ")
                .append(quoted(chart.title()))
                .append("\nset grid\nset key outside right top\nset style fill solid 0.7 noborder\n");
        if (chart.form() == Chart.Form.STEPS || chart.form() == Chart.Form.STACK) {
            text.append("set autoscale xfix\n");
        }
        if (!chart.legend().isEmpty()) {
            text.append("set key title ").append(quoted(chart.legend())).append('\n');
        }
        axis("x", chart.x());
        axis("y", chart.y());
        if (chart.hasRows()) {
            text.append("set yrange [").append(chart.y().names().size()).append(" - 0.5:-0.5]\n");
        }
        List<String> names = chart.shadeNames();
        chart.shades()
                .forEach(shade -> text.append(String.format(
                        Locale.ROOT,
                        "set object rectangle from %s, graph 0 to %s, graph 1 behind fillcolor rgb '%s' fillstyle"
                                + " transparent solid 0.25 # %s%n",
                        shade.from(),
                        shade.to(),
                        SHADES.get(names.indexOf(shade.name()) % SHADES.size()),
                        shade.name().replaceAll("\\s+", " "))));
        if (chart.reference() != null) {
            text.append(String.format(
                    Locale.ROOT,
                    chart.hasRows()
                            ? "set arrow from %1$s, graph 0 to %1$s, graph 1 nohead dashtype 2%n"
                            : "set arrow from graph 0, first %1$s to graph 1, first %1$s nohead dashtype 2%n",
                    chart.reference()));
        }
        List<String> plots = new ArrayList<>();
        for (int s = 0; s < chart.series().size(); s++) {
            plots.addAll(plots(s));
        }
        return text.append("plot ")
                .append(String.join(", \\\n     ", plots))
                .append('\n')
                .toString();
    }

    private void axis(String axis, Axis of) {
        if (!of.title().isEmpty()) {
            text.append("set ")
                    .append(axis)
                    .append("label ")
                    .append(quoted(of.title()))
                    .append('\n');
        }
        if (of.scale() == Axis.Scale.LOG || of.scale() == Axis.Scale.PERCENTILES) {
            text.append("set logscale ").append(axis).append('\n');
        }
        if (of.equals(chart.valueAxis()) && of.scale() == Axis.Scale.LINEAR && chart.neverNegative()) {
            // With the reference in it, beyond which there may be nothing.
            String to = chart.reference() == null ? "*" : chart.reference() * 1.05 + "<*";
            text.append("set ").append(axis).append("range [0:").append(to).append("]\n");
        }
        if (of.scale() == Axis.Scale.PERCENTILES) {
            ticks(axis, of, PERCENTILES, "");
        } else if (of.scale() == Axis.Scale.NAMES) {
            ticks(axis, of, IntStream.range(0, of.names().size()).toArray(), axis.equals("x") ? " rotate by -30" : "");
        }
    }

    private void ticks(String axis, Axis of, int[] places, String more) {
        text.append("set ")
                .append(axis)
                .append("tics")
                .append(more)
                .append(" (")
                // A percent sign of a tick begins the format of a number.
                .append(IntStream.of(places)
                        .mapToObj(place -> quoted(of.said(place).replace("%", "%%")) + " " + place)
                        .collect(Collectors.joining(", ")))
                .append(")\n");
    }

    private List<String> plots(int place) {
        boolean ranged = Point.of(chart).stream().anyMatch(point -> point.series() == place && point.ranged());
        String from = "'" + name + ".dat' index " + place + " using ";
        String colour = String.format(Locale.ROOT, " linecolor rgb '#%06x'", ChartPicture.seriesRgb(place));
        String title = colour
                + (chart.series().size() > 1 || chart.form() == Chart.Form.STACK
                        ? " title " + quoted(chart.series().get(place).name())
                        : " notitle");
        return switch (chart.form()) {
            case STEPS -> List.of(from + "1:2 with steps" + title);
            case STACK -> List.of(from + "1:3:2 with filledcurves" + title);
            case BARS ->
                List.of(from + (ranged ? "2:1:3:4" : GnuplotData.isStacked(chart) ? "2:1:3:2" : "2:1:(0):2")
                        + ":($1-0.35):($1+0.35) with boxxyerror" + title);
            case RANGES ->
                List.of(from + (ranged ? "2:1:3:4 with xerrorbars" : "2:1 with points") + " pointtype 7" + title);
            case DOTS ->
                List.of(from + (ranged ? "1:2:3:4 with yerrorbars" : "1:2 with points") + " pointtype 7" + title);
            case LINES ->
                ranged
                        ? List.of(
                                from + "1:2 with lines" + title,
                                from + "1:2:3:4 with yerrorbars pointtype 7" + colour + " notitle")
                        : List.of(from + "1:2 with linespoints pointsize 0.4 pointtype 7" + title);
        };
    }

    private static String quoted(String words) {
        return '"' + words.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ") + '"';
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Point;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Figures;

/**
 * Numbers for gnuplot: a block for each series, with two empty lines between them; columns are separated by tabs, and
 * {@code ?} is a gap. The columns are where a point is, its value, where its interval begins and ends, and its label; a
 * stack's value and beginning are those of its area.
 */
final class GnuplotData {
    private GnuplotData() {}

    static String of(PageTable table) {
        StringBuilder text = new StringBuilder("# " + line(table.header()));
        table.texts().forEach(row -> text.append(line(CsvForm.cells(table, row))));
        return text.toString();
    }

    static String of(Chart chart) {
        StringBuilder text = new StringBuilder(
                "# " + chart.placeAxis().title() + "\t" + chart.valueAxis().title() + "\tfrom\tto\tlabel\n");
        Map<Double, Double> below = new TreeMap<>();
        for (int s = 0; s < chart.series().size(); s++) {
            int place = s;
            text.append(s == 0 ? "" : "\n\n")
                    .append("# ")
                    .append(flat(chart.series().get(s).name()))
                    .append('\n');
            List<Point> own = Point.of(chart).stream()
                    .filter(point -> point.series() == place)
                    .toList();
            for (int i = 0; i < own.size(); i++) {
                Point point = own.get(i);
                if (!isStacked(chart)) {
                    text.append(row(point, point.x(), point.y(), point.low(), point.high()));
                    continue;
                }
                double from = below.getOrDefault(point.x(), 0.0);
                double to = from + (Double.isNaN(point.y()) ? 0 : point.y());
                below.put(point.x(), to);
                text.append(row(point, point.x(), to, from, to));
                if (chart.form() == Chart.Form.STACK && i + 1 < own.size()) {
                    text.append(row(point, own.get(i + 1).x(), to, from, to));
                }
            }
        }
        return text.toString();
    }

    /** Whether what one series has stands upon what those before it have. */
    static boolean isStacked(Chart chart) {
        return chart.form() == Chart.Form.STACK
                || chart.form() == Chart.Form.BARS
                        && chart.series().size() > 1
                        && Point.of(chart).stream().noneMatch(Point::ranged);
    }

    private static String row(Point point, double x, double value, double from, double to) {
        return line(Stream.concat(
                        Stream.of(x, value, from, to)
                                .map(each -> Double.isFinite(each) ? Figures.cell(Figures.rounded(each)) : "?"),
                        Stream.of(point.label()))
                .toList());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(GnuplotData::flat).collect(Collectors.joining("\t")) + "\n";
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }
}

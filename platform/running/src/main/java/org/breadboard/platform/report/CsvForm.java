// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Point;
import org.breadboard.platform.chart.Shade;
import org.breadboard.platform.page.Exhibit;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;

/** An exhibit as comma-separated values: of a plot a row for each point. */
final class CsvForm {
    private CsvForm() {}

    static String text(Exhibit exhibit) {
        return exhibit.chart() == null ? text(exhibit.table()) : text(exhibit.chart());
    }

    private static String text(PageTable table) {
        List<List<String>> lines = new ArrayList<>(List.of(table.header()));
        table.texts().forEach(row -> lines.add(cells(table, row)));
        return Csv.text(lines);
    }

    /** A row's cells; numbers are without commas between thousands. */
    static List<String> cells(PageTable table, List<String> row) {
        List<String> cells = new ArrayList<>(row);
        for (int column = 0; column < row.size(); column++) {
            if (table.isOfNumbers(column) && row.get(column).matches("-?[0-9]{1,3}(,[0-9]{3})+(\\.[0-9]+)?")) {
                cells.set(column, row.get(column).replace(",", ""));
            }
        }
        return cells;
    }

    private static String text(Chart chart) {
        String across = chart.placeAxis().title();
        List<List<String>> lines = new ArrayList<>(List.of(List.of(
                "series", across.isEmpty() ? "name" : across, chart.valueAxis().title(), "from", "to", "label")));
        for (Point point : Point.of(chart)) {
            lines.add(List.of(
                    chart.series().get(point.series()).name(),
                    chart.placeAxis().said(point.x()),
                    chart.valueAxis().said(point.y()),
                    chart.valueAxis().said(point.low()),
                    chart.valueAxis().said(point.high()),
                    point.label()));
        }
        for (Shade shade : chart.shades()) {
            String from = Figures.cell(shade.from());
            lines.add(List.of(shade.name(), from, "", from, Figures.cell(shade.to()), "shaded"));
        }
        return Csv.text(lines);
    }
}

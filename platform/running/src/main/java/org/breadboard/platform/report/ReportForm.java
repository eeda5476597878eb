// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.breadboard.platform.chart.ChartPicture;
import org.breadboard.platform.chart.TablePicture;
import org.breadboard.platform.page.Exhibit;
import org.breadboard.platform.page.PageTable;

/** The forms that exhibits are written in. */
enum ReportForm {
    SVG {
        @Override
        Map<String, byte[]> files(String name, Exhibit exhibit) {
            return Map.of(
                    name + ".svg",
                    utf8(
                            exhibit.chart() != null
                                    ? ChartPicture.svg(exhibit.chart())
                                    : table(exhibit).svg(exhibit.name())));
        }
    },
    PDF {
        @Override
        Map<String, byte[]> files(String name, Exhibit exhibit) {
            return Map.of(
                    name + ".pdf",
                    exhibit.chart() != null
                            ? ChartPicture.pdf(exhibit.chart())
                            : table(exhibit).pdf(exhibit.name()));
        }
    },
    CSV {
        @Override
        Map<String, byte[]> files(String name, Exhibit exhibit) {
            return Map.of(name + ".csv", utf8(CsvForm.text(exhibit)));
        }
    },
    LATEX {
        @Override
        Map<String, byte[]> files(String name, Exhibit exhibit) {
            return Map.of(
                    name + ".tex",
                    utf8(exhibit.chart() != null ? LatexPlot.text(exhibit.chart()) : LatexTable.text(exhibit)));
        }
    },
    GNUPLOT {
        @Override
        Map<String, byte[]> files(String name, Exhibit exhibit) {
            Map<String, byte[]> files = new LinkedHashMap<>();
            if (exhibit.chart() == null) {
                files.put(name + ".dat", utf8(GnuplotData.of(exhibit.table())));
            } else {
                files.put(name + ".dat", utf8(GnuplotData.of(exhibit.chart())));
                files.put(name + ".gp", utf8(GnuplotScript.text(exhibit.chart(), name)));
            }
            return files;
        }
    };

    /** The files of an exhibit, by name; {@code name} is what theirs begin with. */
    abstract Map<String, byte[]> files(String name, Exhibit exhibit);

    private static TablePicture table(Exhibit exhibit) {
        PageTable table = exhibit.table();
        List<List<String>> rows = new ArrayList<>(List.of(table.header()));
        rows.addAll(table.texts());
        return new TablePicture(
                rows,
                IntStream.range(0, table.header().size())
                        .mapToObj(table::isOfNumbers)
                        .toList());
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Tables as pictures, SVG and PDF: as wide as their columns; long texts have lines. */
public final class TablePicture {
    private static final double SIZE = 12;
    private static final double LINE = 16;
    private static final double GAP = 18;
    private static final double WIDEST = 230;

    private final List<List<List<String>>> rows = new ArrayList<>();
    private final List<Double> widths = new ArrayList<>();
    private final List<Boolean> numbers;

    /**
     * A table.
     *
     * @param rows its cells, the headings first; all have as many
     * @param numbers for each column whether it is of numbers, which stand to the right
     */
    public TablePicture(List<List<String>> rows, List<Boolean> numbers) {
        this.numbers = List.copyOf(numbers);
        for (List<String> row : rows) {
            this.rows.add(
                    row.stream().map(cell -> Letters.lines(cell, SIZE, WIDEST)).toList());
        }
        for (int column = 0; column < numbers.size(); column++) {
            double widest = 0;
            for (List<List<String>> row : this.rows) {
                widest = Math.max(widest, ChartDrawing.widest(row.get(column), SIZE));
            }
            widths.add(widest);
        }
    }

    private double width() {
        return widths.stream().mapToDouble(width -> width + GAP).sum();
    }

    /** A file that any viewer shows. */
    public String svg(String title) {
        SvgCanvas canvas = new SvgCanvas(false);
        return canvas.file(width(), draw(canvas), title);
    }

    /** A file of one page, with its font. */
    public byte[] pdf(String title) {
        PdfCanvas canvas = new PdfCanvas();
        return canvas.file(width(), draw(canvas), title);
    }

    private double draw(Canvas canvas) {
        double y = 4;
        canvas.line(0, y, width(), y, Pen.of(Ink.TEXT, 1));
        for (List<List<String>> row : rows) {
            boolean heading = row.equals(rows.get(0));
            double x = GAP / 2;
            for (int column = 0; column < row.size(); column++) {
                Type type = Type.of(heading ? Ink.SOFT : Ink.TEXT, SIZE)
                        .at(numbers.get(column) ? Type.Anchor.END : Type.Anchor.START);
                double base = y;
                for (String line : row.get(column)) {
                    base += LINE;
                    canvas.text(numbers.get(column) ? x + widths.get(column) : x, base, line, type);
                }
                x += widths.get(column) + GAP;
            }
            y += LINE * Collections.max(row.stream().map(List::size).toList()) + 6;
            canvas.line(0, y, width(), y, Pen.of(heading ? Ink.TEXT : Ink.GRID, 1));
        }
        return y + 4;
    }
}

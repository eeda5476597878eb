// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A table of a page. A column of numbers stands to the right, with its heading. */
public final class PageTable {
    /** A number with a sign, or an interval, and a unit. */
    private static final Pattern NUMBER =
            Pattern.compile("[-+±×x]?[\\s\u00a0]?[0-9][0-9.,]*(UNIT)?([\\s\u00a0]±[\\s\u00a0][0-9][0-9.,]*(UNIT)?)?"
                    .replace("UNIT", "[\\s\u00a0]?(%|[nµm]?s|[kM]?/s|B|[kMGT]B|Mtps)"));

    private static final int LONG = 20;

    private final List<String> header;
    private final List<List<Cell>> rows = new ArrayList<>();

    /** A table with no rows yet. */
    public PageTable(String... header) {
        this(List.of(header));
    }

    /** The same. */
    public PageTable(List<String> header) {
        this.header = List.copyOf(header);
    }

    /**
     * What stands in a cell.
     *
     * @param target where it links to, relative to the page; null for no link
     * @param style {@code good}, {@code bad}, or null
     */
    public record Cell(String text, String target, String style) {
        /** Text alone. */
        public static Cell of(String text) {
            return new Cell(text, null, null);
        }

        /** Text that leads to another page. */
        public static Cell link(String text, String target) {
            return new Cell(text, target, null);
        }

        /** Text that something is wrong with. */
        public static Cell bad(String text) {
            return new Cell(text, null, "bad");
        }
    }

    /** Adds a row; each cell is a {@link Cell}, or anything else that shows as its text. */
    public PageTable row(Object... cells) {
        return row(List.of(cells));
    }

    /** The same. */
    public PageTable row(List<?> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(cells.size() + " cells under " + header.size() + " headings");
        }
        rows.add(cells.stream()
                .map(cell -> cell instanceof Cell done ? done : Cell.of(cell.toString()))
                .toList());
        return this;
    }

    /** Whether it has no rows. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The headings of its columns. */
    public List<String> header() {
        return header;
    }

    /** What stands in its cells, row by row. */
    public List<List<String>> texts() {
        return rows.stream().map(row -> row.stream().map(Cell::text).toList()).toList();
    }

    String markup() {
        StringBuilder table = new StringBuilder("<div class=\"wide\"><table><thead><tr>");
        List<Boolean> numbers = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            numbers.add(isOfNumbers(column));
            table.append(numbers.get(column) ? "<th class=\"n\">" : "<th>")
                    // A key may be broken behind its points.
                    .append(Page.escape(header.get(column)).replaceAll("([.,=/])(?=\\S)", "$1<wbr>"))
                    .append("</th>");
        }
        table.append("</tr></thead><tbody>");
        for (List<Cell> row : rows) {
            table.append("<tr>");
            for (int column = 0; column < row.size(); column++) {
                String text = row.get(column).text();
                // Where a screen has no room for columns, each cell says its heading.
                table.append("<td data-of=\"")
                        .append(Page.escape(header.get(column)))
                        .append(numbers.get(column) ? "\" class=\"n\">" : isLong(text) ? "\" class=\"long\">" : "\">");
                append(table, row.get(column));
                table.append("</td>");
            }
            table.append("</tr>\n");
        }
        return table.append("</tbody></table></div>").toString();
    }

    /** Whether a text wants a wide column, and may be broken anywhere if there is none. */
    private static boolean isLong(String text) {
        return text.length() > LONG;
    }

    /** Whether all cells of a column that are not empty are numbers. */
    public boolean isOfNumbers(int column) {
        List<String> texts = rows.stream()
                .map(row -> row.get(column).text().strip())
                .filter(text -> !text.isEmpty())
                .toList();
        return !texts.isEmpty()
                && texts.stream().allMatch(text -> NUMBER.matcher(text).matches());
    }

    private static void append(StringBuilder table, Cell cell) {
        String text = Page.escape(cell.text());
        if (cell.target() != null) {
            text = "<a href=\"" + Page.escape(cell.target()) + "\">" + text + "</a>";
        }
        table.append(
                cell.style() == null ? text : "<span class=\"" + Page.escape(cell.style()) + "\">" + text + "</span>");
    }
}

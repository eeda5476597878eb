// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;

/**
 * A tidy table as comma-separated values. Columns are the union of the rows' keys, in the order of their first
 * appearance.
 */
public final class Csv {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private final List<Map<String, String>> rows = new ArrayList<>();

    /** Adds a row. */
    public void add(Map<String, String> row) {
        row.keySet().forEach(key -> columns.putIfAbsent(key, columns.size()));
        rows.add(row);
    }

    /** The text, with a header line; lines end with {@code \n} everywhere. */
    public String text() {
        StringBuilder out = new StringBuilder();
        line(out, new ArrayList<>(columns.keySet()));
        for (Map<String, String> row : rows) {
            List<String> cells = new ArrayList<>();
            columns.keySet().forEach(column -> cells.add(row.getOrDefault(column, "")));
            line(out, cells);
        }
        return out.toString();
    }

    /** The text of lines of cells, of which the first is the header. */
    public static String text(List<List<String>> lines) {
        StringBuilder out = new StringBuilder();
        lines.forEach(cells -> line(out, cells));
        return out.toString();
    }

    private static void line(StringBuilder out, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
            out.append(i == 0 ? "" : ",").append(plain ? cell : '"' + cell.replace("\"", "\"\"") + '"');
        }
        out.append('\n');
    }

    /** Reads what {@link #text} writes: a row per line, by the names in the header. */
    public static List<Map<String, String>> parse(String text) {
        List<List<String>> lines = cells(text);
        List<Map<String, String>> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            Map<String, String> row = new LinkedHashMap<>();
            for (int column = 0; column < lines.get(0).size(); column++) {
                row.put(
                        lines.get(0).get(column),
                        column < lines.get(i).size() ? lines.get(i).get(column) : "");
            }
            rows.add(row);
        }
        return rows;
    }

    /**
     * A row of somebody's own file.
     *
     * @param file as it was named
     * @param line the line that it begins in
     * @param cells by the names in the heading, without blanks around them
     */
    public record Row(Path file, int line, Map<String, String> cells) {
        /** The file and the line. */
        public String place() {
            return file + ":" + line;
        }

        /** A cell; {@code ""} where the file has no such column. */
        public String text(String column) {
            return cells.getOrDefault(column, "");
        }

        /**
         * A cell that has to be a number.
         *
         * @throws RefusedException if it is none
         */
        public double number(String column) {
            try {
                double number = Double.parseDouble(text(column));
                if (Double.isFinite(number)) {
                    return number;
                }
            } catch (NumberFormatException word) {
                // Told below.
            }
            throw refuse(column, "has to be a number, such as 12.5");
        }

        /** A refusal of a cell, with its place and what stands there; {@code wanted} ends the sentence. */
        public RefusedException refuse(String column, String wanted) {
            return new RefusedException(
                    place() + ", column '" + column + "': '" + text(column) + "' stands there, and it " + wanted + ".");
        }
    }

    /**
     * Reads a file that somebody wrote, with the tools that they have: a byte order mark and lines that end in two
     * characters do no harm.
     *
     * @param needed the columns that it has to have
     * @throws RefusedException if it is not UTF-8 text, lacks a column, or has a row with more or fewer cells than its
     *     heading, or with a quote that is not closed
     */
    public static List<Row> read(Path file, List<String> needed) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException other) {
            throw new RefusedException(file + " is not UTF-8 text; save it as that.");
        }
        return rows(file, text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text, needed);
    }

    private static List<Row> rows(Path file, String text, List<String> needed) {
        List<Row> rows = new ArrayList<>();
        List<String> heading = List.of();
        String[] lines = text.split("\\R", -1);
        for (int i = 0; i < lines.length; i++) {
            int first = i + 1;
            String place = file + ":" + first;
            StringBuilder row = new StringBuilder(lines[i]);
            while (isOpen(row)) {
                i++;
                if (i == lines.length) {
                    throw new RefusedException(place + ": a quote is opened here, and not closed.");
                }
                row.append('\n').append(lines[i]);
            }
            if (row.toString().isBlank()) {
                continue;
            }
            List<String> cells = new ArrayList<>(cells(row.toString()).get(0));
            cells.replaceAll(String::strip);
            if (heading.isEmpty()) {
                heading = heading(place, cells, needed);
                continue;
            }
            if (cells.size() != heading.size()) {
                throw new RefusedException(place + ": this row has " + cells.size() + " cells, and the heading "
                        + heading.size() + " columns; a comma within a cell needs quotes around the cell.");
            }
            Map<String, String> named = new LinkedHashMap<>();
            for (int column = 0; column < cells.size(); column++) {
                named.put(heading.get(column), cells.get(column));
            }
            rows.add(new Row(file, first, named));
        }
        if (heading.isEmpty()) {
            throw new RefusedException(
                    file + " is empty; its heading has the columns " + String.join(",", needed) + ".");
        }
        return rows;
    }

    private static List<String> heading(String place, List<String> cells, List<String> needed) {
        for (String column : needed) {
            if (!cells.contains(column)) {
                throw new RefusedException(place + ": there is no column '" + column + "'"
                        + (cells.size() == 1
                                ? "; columns are separated by commas."
                                : "; there are: " + String.join(",", cells) + "."));
            }
        }
        for (int i = 0; i < cells.size(); i++) {
            if (cells.indexOf(cells.get(i)) < i) {
                throw new RefusedException(place + ": there are two columns '" + cells.get(i) + "'.");
            }
        }
        return List.copyOf(cells);
    }

    private static boolean isOpen(StringBuilder row) {
        return row.chars().filter(c -> c == '"').count() % 2 != 0;
    }

    private static List<List<String>> cells(String text) {
        List<List<String>> lines = new ArrayList<>();
        List<String> line = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                line.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    lines.add(line);
                    line = new ArrayList<>();
                }
            } else if (quoted || c != '\r') {
                cell.append(c);
            }
        }
        if (cell.length() > 0 || !line.isEmpty()) {
            line.add(cell.toString());
            lines.add(line);
        }
        lines.removeIf(each -> each.size() == 1 && each.get(0).isBlank());
        return lines;
    }
}

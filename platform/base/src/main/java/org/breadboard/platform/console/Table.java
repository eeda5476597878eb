// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Rows under named columns that print as a table, JSON or CSV. For one thread. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> columns;
    private final List<List<Object>> rows = new ArrayList<>();

    /** A table without rows; column names become JSON keys, and end with their unit where there is one. */
    public Table(String... columns) {
        this.columns = List.of(columns);
    }

    /** Adds a row: for each column a string, a number, a boolean, a list of strings or null. */
    public void add(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        List<Object> row = new ArrayList<>(cells.length);
        for (Object cell : cells) {
            row.add(cell);
        }
        rows.add(row);
    }

    /** Whether it has no row. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints all rows in a form; JSON is an array of objects. */
    public void print(OutputFormat format, PrintStream out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> out.println(json());
            case CSV -> printCsv(out);
        }
        out.flush();
    }

    private void printTable(PrintStream out) {
        int[] widths = new int[columns.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = columns.get(column).length();
            for (List<Object> row : rows) {
                widths[column] = Math.max(widths[column], text(row.get(column)).length());
            }
        }
        out.println(aligned(columns, widths));
        for (List<Object> row : rows) {
            out.println(aligned(row, widths));
        }
    }

    private static String aligned(List<?> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String text = text(cells.get(column));
            String padding = " ".repeat(widths[column] - text.length());
            line.append(cells.get(column) instanceof Number ? padding + text : text + padding);
            line.append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private void printCsv(PrintStream out) {
        out.println(csv(columns));
        rows.forEach(row -> out.println(csv(row)));
    }

    private static String csv(List<?> cells) {
        return String.join(",", cells.stream().map(Table::quoted).toList());
    }

    private static String quoted(Object cell) {
        String text = text(cell);
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartArray();
            for (List<Object> row : rows) {
                json.writeStartObject();
                for (int column = 0; column < columns.size(); column++) {
                    json.writeFieldName(columns.get(column));
                    write(json, row.get(column));
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object cell) throws IOException {
        if (cell == null) {
            json.writeNull();
        } else if (cell instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (cell instanceof Long || cell instanceof Integer) {
            json.writeNumber(((Number) cell).longValue());
        } else if (cell instanceof Number number) {
            json.writeNumber(number.doubleValue());
        } else if (cell instanceof List<?> strings) {
            json.writeStartArray();
            for (Object each : strings) {
                json.writeString(each.toString());
            }
            json.writeEndArray();
        } else {
            json.writeString(cell.toString());
        }
    }

    private static String text(Object cell) {
        if (cell instanceof List<?> strings) {
            return String.join(", ", strings.stream().map(Object::toString).toList());
        }
        return cell == null ? "" : cell.toString();
    }
}

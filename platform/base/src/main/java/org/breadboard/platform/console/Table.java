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
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rows under named columns that print as a table, JSON or CSV. On a {@link Screen} that is too narrow, cells break
 * between words and the parts of names. Where that takes more lines, or words are too wide, each row is a block of
 * lines, one for each column that it has something in. For one thread.
 */
public final class Table {
    private static final String GAP = "  ";
    /** A cell may go on in the next line after a blank, and within a name or path after such a character. */
    private static final Pattern CELL_ENDS = Pattern.compile(" |(?<=\\w[-/:=])(?=\\w)");

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

    /**
     * Prints all rows in a form. JSON is an object with {@code version}, {@code kind} and {@code rows}, an object for
     * each row.
     *
     * @param kind what the rows are; who reads JSON tells documents apart by it
     * @param version of JSON with this kind: grows when a column goes or means something else
     */
    public void print(OutputFormat format, String kind, int version, PrintStream out) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> Screen.verbatim(out).println(json(kind, version));
            case CSV -> printCsv(Screen.verbatim(out));
        }
        out.flush();
    }

    /** Prints all rows for people. */
    public void print(PrintStream out) {
        printTable(out);
        out.flush();
    }

    private void printTable(PrintStream screen) {
        int columnsOfScreen = Screen.columns(screen);
        PrintStream out = Screen.verbatim(screen);
        int[] widths = new int[columns.size()];
        int[] least = new int[columns.size()];
        for (int column = 0; column < widths.length; column++) {
            measure(columns.get(column), column, widths, least);
            for (List<Object> row : rows) {
                measure(row.get(column), column, widths, least);
            }
        }
        boolean wide = IntStream.of(widths).asLongStream().sum() + gaps() > columnsOfScreen;
        boolean fits = narrowed(widths, least, columnsOfScreen);
        List<String> blocks = wide && !rows.isEmpty() ? blocks(columnsOfScreen) : List.of();
        List<String> table = fits || rows.isEmpty() ? lines(widths) : blocks;
        (!blocks.isEmpty() && blocks.size() < table.size() ? blocks : table).forEach(out::println);
    }

    private int gaps() {
        return GAP.length() * (columns.size() - 1);
    }

    private static void measure(Object cell, int column, int[] widths, int[] least) {
        String text = text(cell);
        widths[column] = Math.max(widths[column], text.length());
        int word = cell instanceof Number
                ? text.length()
                : CELL_ENDS
                        .splitAsStream(text.strip())
                        .mapToInt(String::length)
                        .max()
                        .orElse(0);
        least[column] = Math.max(least[column], indent(text) + word);
    }

    private static int indent(String text) {
        return text.length() - text.stripLeading().length();
    }

    /** Takes from the widest what there is too much, as far as words bear it; whether all fit then. */
    private boolean narrowed(int[] widths, int[] least, int most) {
        for (long over = IntStream.of(widths).asLongStream().sum() + gaps() - most; over > 0; over--) {
            int widest = -1;
            for (int column = 0; column < widths.length; column++) {
                if (widths[column] > least[column] && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return false;
            }
            widths[widest]--;
        }
        return true;
    }

    private List<String> lines(int[] widths) {
        List<String> lines = new ArrayList<>();
        add(columns, widths, lines);
        rows.forEach(row -> add(row, widths, lines));
        return lines;
    }

    private static void add(List<?> cells, int[] widths, List<String> lines) {
        List<List<String>> folded = new ArrayList<>();
        int height = 1;
        for (int column = 0; column < widths.length; column++) {
            String text = text(cells.get(column));
            folded.add(Screen.folded(text, widths[column], indent(text), CELL_ENDS));
            height = Math.max(height, folded.get(column).size());
        }
        for (int line = 0; line < height; line++) {
            StringBuilder printed = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                List<String> own = folded.get(column);
                String text = line < own.size() ? own.get(line) : "";
                String padding = " ".repeat(widths[column] - text.length());
                printed.append(cells.get(column) instanceof Number ? padding + text : text + padding)
                        .append(GAP);
            }
            lines.add(printed.toString().stripTrailing());
        }
    }

    /** Each row as lines with the names of the columns that it has something in. */
    private List<String> blocks(int most) {
        List<String> lines = new ArrayList<>();
        int label =
                columns.stream().mapToInt(name -> name.strip().length()).max().orElse(0);
        for (List<Object> row : rows) {
            for (int column = 0; column < columns.size(); column++) {
                String name = columns.get(column).strip();
                String text = text(row.get(column)).strip();
                if (!text.isEmpty()) {
                    String line = name + " ".repeat(label - name.length()) + GAP + text;
                    lines.addAll(Screen.folded(line, most, label + GAP.length()));
                }
            }
            lines.add("");
        }
        return lines;
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

    private String json(String kind, int version) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeNumberField("version", version);
            json.writeStringField("kind", kind);
            json.writeArrayFieldStart("rows");
            for (List<Object> row : rows) {
                json.writeStartObject();
                for (int column = 0; column < columns.size(); column++) {
                    json.writeFieldName(columns.get(column));
                    write(json, row.get(column));
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tidy table as comma-separated values. Columns are the union of the rows' keys, in the order of their first
 * appearance.
 */
public final class Csv {
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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.result.Json;

/**
 * All that is said of one thing.
 *
 * @param description one line
 * @param needs what others have to offer, in the words in which they do
 * @param offers what it offers
 * @param promises what it promises of a run
 * @param more by key what else is true of it: texts, numbers, answers, and lists of texts
 * @param prefix how a mix begins the keys of its settings, or {@code ""} where names are whole keys, or null where a
 *     mix cannot set them
 */
public record Description(
        Kind kind,
        String id,
        String description,
        List<String> needs,
        List<String> offers,
        List<String> promises,
        Map<String, Object> more,
        String prefix,
        List<Described> settings) {

    private static final String KIND = "description";

    /** Prints it: JSON is one object, CSV has a row for each setting. */
    public void print(OutputFormat output, PrintStream out) {
        switch (output) {
            case TABLE -> {
                printText(out);
                if (!settings.isEmpty()) {
                    table().print(out);
                }
            }
            case JSON -> out.println(Json.text(json()));
            case CSV -> csv().print(output, KIND, 2, out);
        }
    }

    private void printText(PrintStream out) {
        out.println(kind.singular() + " " + id + (description.isEmpty() ? "" : ": " + description));
        out.println();
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put("needs", needs);
        lines.put("offers", offers);
        lines.put("promises", promises);
        lines.putAll(more);
        int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        lines.forEach((key, value) -> {
            out.println(key + " ".repeat(width - key.length() + 2) + text(value));
        });
        if (settings.isEmpty()) {
            out.println("It has no settings.");
            return;
        }
        out.println();
        if (prefix != null && !prefix.isEmpty()) {
            out.println("A mix sets these as " + prefix + ".NAME:");
        }
    }

    private static String text(Object value) {
        if (value instanceof List<?> list) {
            return list.isEmpty()
                    ? "none"
                    : String.join(", ", list.stream().map(String::valueOf).toList());
        }
        return value instanceof Boolean answer ? (answer ? "yes" : "no") : String.valueOf(value);
    }

    private Table table() {
        boolean kinds = settings.stream().anyMatch(setting -> setting.kind() != null);
        boolean set = kinds || prefix != null && prefix.isEmpty();
        Table table = new Table("name", set ? "value" : "default", "unit", "legal", "source", "description");
        for (Described setting : settings) {
            table.add(
                    setting.name(),
                    setting.value(),
                    setting.unit(),
                    setting.legal(),
                    setting.known(),
                    setting.description());
        }
        return table;
    }

    private Table csv() {
        Table table =
                new Table("id", "kind", "name", "default", "unit", "min", "max", "choices", "description", "source");
        for (Described setting : settings) {
            table.add(
                    id,
                    kind.singular(),
                    setting.name(),
                    setting.value(),
                    setting.unit(),
                    setting.min(),
                    setting.max(),
                    String.join(
                            "|", setting.choices().stream().map(String::valueOf).toList()),
                    setting.description(),
                    setting.known());
        }
        return table;
    }

    private Map<String, Object> json() {
        Map<String, Object> json = Json.document(KIND, 2);
        json.put("of", kind.singular());
        json.put("id", id);
        json.put("description", description);
        json.put("needs", needs);
        json.put("offers", offers);
        json.put("promises", promises);
        json.putAll(more);
        json.put("settings", settings.stream().map(Described::json).toList());
        return json;
    }
}

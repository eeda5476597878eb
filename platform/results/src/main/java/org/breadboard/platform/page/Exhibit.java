// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.chart.Chart;

/**
 * A plot or a table of a page.
 *
 * @param name what it shows
 * @param chart the plot, or null
 * @param table the table, or null
 */
public record Exhibit(String name, Chart chart, PageTable table) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEGIN = "<script type=\"application/json\" id=\"exhibits\">";
    private static final String END = "</script>";

    /** All of a page as an element of it. */
    static String element(List<Exhibit> exhibits) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Exhibit each : exhibits) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", each.name);
            if (each.chart == null) {
                one.put("header", each.table.header());
                one.put("rows", each.table.texts());
            } else {
                one.put("chart", each.chart);
            }
            all.add(one);
        }
        try {
            return BEGIN
                    + JSON.writeValueAsString(all)
                            .replace("<", "\\u003c")
                            .replace("\u2028", "\\u2028")
                            .replace("\u2029", "\\u2029")
                    + END + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Reads them from a page's text, in the order of the page.
     *
     * @param file that it is of, for what is said of it
     * @throws RefusedException if it is no page with exhibits
     */
    public static List<Exhibit> read(String file, String page) {
        int begin = page.lastIndexOf(BEGIN);
        int end = page.indexOf(END, begin);
        if (begin < 0 || end < 0) {
            throw refusal(file);
        }
        try {
            List<Exhibit> exhibits = new ArrayList<>();
            for (JsonNode one : JSON.readTree(page.substring(begin + BEGIN.length(), end))) {
                exhibits.add(
                        one.has("chart")
                                ? new Exhibit(
                                        one.path("name").asText(),
                                        JSON.treeToValue(one.path("chart"), Chart.class),
                                        null)
                                : new Exhibit(one.path("name").asText(), null, table(one)));
            }
            return exhibits;
        } catch (JsonProcessingException | IllegalArgumentException damaged) {
            throw refusal(file);
        }
    }

    private static PageTable table(JsonNode one) {
        PageTable table = new PageTable(texts(one.path("header")));
        one.path("rows").forEach(row -> table.row(texts(row)));
        return table;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static RefusedException refusal(String file) {
        return new RefusedException("'" + file + "' is not a report as this version of Breadboard writes it, with the"
                + " data of its plots and tables; run again what it is of.");
    }
}

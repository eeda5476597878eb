// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void shouldAlignColumnsAndPutNumbersToTheRight() {
        List<String> lines = printed(OutputFormat.TABLE).lines().toList();
        assertEquals("name    rateMops", lines.get(0));
        assertEquals("a, \"b\"       1.5", lines.get(1));
        assertEquals("c             10", lines.get(2));
    }

    @Test
    void shouldQuoteCommasAndQuotesInCsv() {
        List<String> lines = printed(OutputFormat.CSV).lines().toList();
        assertEquals("name,rateMops", lines.get(0));
        assertEquals("\"a, \"\"b\"\"\",1.5", lines.get(1));
    }

    @Test
    void shouldPrintTypedJson() throws Exception {
        JsonNode json = new ObjectMapper().readTree(printed(OutputFormat.JSON));
        assertEquals(2, json.get("version").intValue());
        assertEquals("rates", json.get("kind").textValue());
        JsonNode rows = json.get("rows");
        assertEquals("a, \"b\"", rows.get(0).get("name").textValue());
        assertEquals(1.5, rows.get(0).get("rateMops").doubleValue());
        assertEquals(10, rows.get(1).get("rateMops").intValue());
    }

    @Test
    void shouldRefuseARowOfAnotherWidth() {
        assertThrows(IllegalArgumentException.class, () -> new Table("one").add(1, 2));
    }

    private static String printed(OutputFormat format) {
        Table table = new Table("name", "rateMops");
        table.add("a, \"b\"", 1.5);
        table.add("c", 10);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.print(format, "rates", 2, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

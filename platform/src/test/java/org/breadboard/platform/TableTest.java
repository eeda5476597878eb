package org.breadboard.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void shouldAlignColumnsAndPutNumbersToTheRight() {
        String[] lines = printed(OutputFormat.TABLE).split(System.lineSeparator());
        assertEquals("name    rateMops", lines[0]);
        assertEquals("a, \"b\"       1.5", lines[1]);
        assertEquals("c             10", lines[2]);
    }

    @Test
    void shouldQuoteCommasAndQuotesInCsv() {
        String[] lines = printed(OutputFormat.CSV).split(System.lineSeparator());
        assertEquals("name,rateMops", lines[0]);
        assertEquals("\"a, \"\"b\"\"\",1.5", lines[1]);
    }

    @Test
    void shouldPrintTypedJson() throws Exception {
        JsonNode json = new ObjectMapper().readTree(printed(OutputFormat.JSON));
        assertEquals("a, \"b\"", json.get(0).get("name").textValue());
        assertEquals(1.5, json.get(0).get("rateMops").doubleValue());
        assertEquals(10, json.get(1).get("rateMops").intValue());
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
        table.print(format, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

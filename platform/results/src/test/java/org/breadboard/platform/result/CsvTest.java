// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that somebody wrote with a spreadsheet, an editor or a script. */
final class CsvTest {
    @TempDir
    private Path folder;

    private List<Csv.Row> read(String text) throws IOException {
        return Csv.read(Files.writeString(folder.resolve("own.csv"), text), List.of("id", "value"));
    }

    @Test
    void shouldReadWhatASpreadsheetWrites() throws IOException {
        List<Csv.Row> rows = read("\uFEFFid,value,note\r\na, 1.5 ,\"x, \"\"y\"\"\"\r\n\r\nb,0,\"two\r\nlines\"\r\n");
        assertEquals(List.of("a", "b"), rows.stream().map(row -> row.text("id")).toList());
        assertEquals(1.5, rows.get(0).number("value"));
        assertEquals(0, rows.get(1).number("value"));
        assertEquals("x, \"y\"", rows.get(0).text("note"));
        assertEquals("two\nlines", rows.get(1).text("note"));
        assertTrue(rows.get(1).place().endsWith("own.csv:4"), rows.get(1).place());
        assertEquals("", rows.get(0).text("nothing"));
    }

    @Test
    void shouldReadWhatItWrites() throws IOException {
        Csv csv = new Csv();
        csv.add(Map.of("id", "a,\"b\"\nc", "value", "1"));
        assertEquals(
                Map.of("id", "a,\"b\"\nc", "value", "1"),
                read(csv.text()).get(0).cells());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "''~own.csv is empty; its heading has the columns id,value.",
                "id;value|a;1~own.csv:1: there is no column 'id'; columns are separated by commas.",
                "id,values|a,1~own.csv:1: there is no column 'value'; there are: id,values.",
                "id,value,id|a,1,b~own.csv:1: there are two columns 'id'.",
                "id,value|a,1|b~own.csv:3: this row has 1 cells, and the heading 2 columns",
                "id,value|a,1,0~own.csv:2: this row has 3 cells, and the heading 2 columns; a comma within a cell needs quotes",
                "id,value|a,1|\"b,2|c,3~own.csv:3: a quote is opened here, and not closed.",
            })
    void shouldSayWhereItIsNoTable(String text, String sentence) {
        String said = assertThrows(RefusedException.class, () -> read(text.replace('|', '\n')))
                .getMessage();
        assertTrue(said.contains(sentence), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {"1,0", "''", "1e999", "NaN", "12 %", "1.234.567"})
    void shouldSayWhichCellIsNoNumber(String cell) throws IOException {
        Csv.Row row = read("id,value\na,1\nb,\"" + cell + "\"\n").get(1);
        String said =
                assertThrows(RefusedException.class, () -> row.number("value")).getMessage();
        assertTrue(
                said.endsWith("own.csv:3, column 'value': '" + cell
                        + "' stands there, and it has to be a number, such as 12.5."),
                said);
    }

    @Test
    void shouldRefuseAnotherEncoding() throws IOException {
        Path file =
                Files.write(folder.resolve("own.csv"), "id,value\n\u00b5,1\n".getBytes(StandardCharsets.ISO_8859_1));
        String said = assertThrows(RefusedException.class, () -> Csv.read(file, List.of("id")))
                .getMessage();
        assertTrue(said.endsWith("own.csv is not UTF-8 text; save it as that."), said);
    }
}

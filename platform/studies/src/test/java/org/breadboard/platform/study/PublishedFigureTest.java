// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims of somebody's own. */
final class PublishedFigureTest {
    private static final String HEADING = "id,paper,where,testbed,mix,quantity,comparator,value,unit,kind";

    @TempDir
    private Path folder;

    private PublishedFigure only(String text) throws IOException {
        Files.writeString(folder.resolve("own.csv"), text);
        return PublishedFigure.read(List.of(folder)).values().iterator().next();
    }

    @Test
    void shouldReadWhatASpreadsheetWrites() throws IOException {
        PublishedFigure figure =
                only("\uFEFF" + HEADING + "\r\nown-a,own,4,x,y,\"most, of all\",=,0,Mtps,prediction\r\n");
        assertEquals("own-a", figure.id());
        assertEquals("0", figure.value());
        assertEquals("most, of all", figure.quantity());
        assertEquals("=", only("value,id\n1.5,b\n").comparator(), "where there is none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "own-a,own,4,x,y,most,=,\"1,0\",Mtps,prediction~own.csv:2, column 'value': '1,0' stands there, and it has to be a number",
                "own-a,own,4,x,y,most,trend,1,Mtps,prediction~own.csv:2, column 'value': '1' stands there, and it is yes or no for a trend",
                "own-a,own,4,x,y,most,==,1,Mtps,prediction~own.csv:2, column 'comparator': '==' stands there, and it is one of =, >, trend.",
                "'',own,4,x,y,most,=,1,Mtps,prediction~own.csv:2, column 'id': '' stands there, and it names a claim",
                "a,b,4,x,y,most,=,1,Mtps,prediction|a,own,4,x,y,most,=,1,Mtps,prediction~own.csv:3, column 'id': 'a' stands there, and it stands in this folder twice.",
            })
    void shouldSayWhichCellIsWrong(String rows, String sentence) {
        String text = HEADING + "\n" + rows.replace("''", "").replace('|', '\n') + "\n";
        String said = assertThrows(RefusedException.class, () -> only(text)).getMessage();
        assertTrue(said.contains(sentence), said);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream plain = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final PrintStream screen = Screen.of(plain, 30);

    private List<String> shown() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void shouldGoOnBehindTheLabelOfALine() {
        screen.println("latency     mean 61.00 µs, p50 63.68 µs, p95 83.52 µs");
        assertEquals(
                List.of("latency     mean 61.00 µs, p50", "            63.68 µs, p95", "            83.52 µs"),
                shown());
    }

    @Test
    void shouldLeaveWhatFitsAndWhatIsOneWord() {
        screen.println("exactly thirty characters, so.");
        screen.println("  results/fasst-smallbank/20261129T081651.653/report.html");
        assertEquals(
                List.of("exactly thirty characters, so.", "  results/fasst-smallbank/20261129T081651.653/report.html"),
                shown());
    }

    @Test
    void shouldNeverBreakWithinAWord() {
        screen.println("Replay results/fasst-smallbank/20261129T081651 with this");
        assertEquals(List.of("Replay", "results/fasst-smallbank/20261129T081651", "with this"), shown());
    }

    @Test
    void shouldShowAQuestionBeforeItsLineEnds() {
        screen.print("Enter runs it, s skips it, q leaves, and so on: ");
        screen.flush();
        assertEquals("Enter runs it, s skips it, q leaves, and so on: ", bytes.toString(StandardCharsets.UTF_8));
        screen.println("what is typed behind it, as a terminal shows it");
        assertEquals(
                List.of("Enter runs it, s skips it, q leaves, and so on: what is typed behind it, as a"
                        + " terminal shows it"),
                shown());
    }

    @Test
    void shouldGiveWhatIsReadByProgramsAsItIs() {
        screen.print("a");
        Screen.verbatim(screen).println(" line that is longer than the screen is wide");
        assertEquals(List.of("a line that is longer than the screen is wide"), shown());
        assertSame(plain, Screen.verbatim(plain));
    }

    @Test
    void shouldBreakCellsBetweenWordsAndPartsOfNames() {
        Table table = new Table("name", "count", "description");
        table.add("fasst-smallbank", 12, "the write-intensive one");
        table.add("  tatp", 3, "short");
        table.print(screen);
        assertEquals(
                List.of(
                        "name        count  description",
                        "fasst-         12  the write-",
                        "smallbank          intensive",
                        "                   one",
                        "  tatp          3  short"),
                shown());
    }

    @Test
    void shouldShowRowsAsBlocksWhereWordsAreTooWide() {
        Table table = new Table("name", "sha256", "where");
        table.add("fasst", "0123456789abcdef0123", "plugins");
        table.print(screen);
        assertEquals(List.of("name    fasst", "sha256  0123456789abcdef0123", "where   plugins", ""), shown());
    }

    @Test
    void shouldShowRowsAsBlocksWhereThatTakesFewerLines() {
        Table table = new Table("name", "unit", "source", "description");
        table.add("slots", "", "published", "how many of them a bucket has, and so on");
        table.print(screen);
        assertEquals(
                List.of(
                        "name         slots",
                        "source       published",
                        "description  how many of them",
                        "             a bucket has, and",
                        "             so on",
                        ""),
                shown());
    }

    @Test
    void shouldShowTheHeadingOfATableWithoutRows() {
        new Table("name", "value", "where").print(Screen.of(plain, 20));
        assertEquals(List.of("name  value  where"), shown());
        new Table("name", "value", "where").print(Screen.of(plain, 10));
        assertEquals("name  value  where", shown().get(1));
    }

    @Test
    void shouldPrintCsvAndJsonInFullWidth() {
        Table table = new Table("name", "description");
        table.add("fasst-smallbank", "the write-intensive one of all");
        table.print(OutputFormat.CSV, "things", 1, screen);
        assertEquals("fasst-smallbank,the write-intensive one of all", shown().get(1));
    }
}

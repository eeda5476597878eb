// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.chart.Shade;
import org.breadboard.platform.page.PageTable.Cell;
import org.junit.jupiter.api.Test;

final class PageTest {
    private static final String HOSTILE = "</script><script>alert(1)</script>";

    @Test
    void shouldEscapeEverything() {
        Chart chart = Chart.lines(HOSTILE, Axis.of(HOSTILE, HOSTILE), Axis.names(HOSTILE, List.of(HOSTILE)))
                .with(Series.of(HOSTILE, List.of(1.0), List.of(0.0)).labelled(List.of(HOSTILE)))
                .with(new Shade(HOSTILE, 0, 1))
                .marking(HOSTILE);
        String text = new Page(HOSTILE)
                .head(HOSTILE, HOSTILE)
                .section(HOSTILE)
                .note("bad", HOSTILE)
                .code(HOSTILE)
                .tiles(List.of(new Page.Tile(HOSTILE, HOSTILE)))
                .table(new PageTable(HOSTILE).row(HOSTILE).row(Cell.link(HOSTILE, "\"><script>alert(1)")))
                .folded(HOSTILE, new PageTable(HOSTILE).row(Cell.bad(HOSTILE)))
                .chart(chart)
                .text();
        assertFalse(text.contains("<script>alert"), "no name becomes markup");
        assertFalse(text.contains("\"><script"), "nor ends an attribute");
        assertTrue(text.contains("&lt;script&gt;alert(1)"), "they show as they are");
    }

    @Test
    void shouldBringWhatItDrawsWithAndNothingElse() {
        Chart chart =
                Chart.lines("t", Axis.of("x", ""), Axis.of("y", "")).with(Series.of("s", List.of(1.0), List.of(2.0)));
        String text = new Page("p").chart(chart).text();
        assertTrue(text.contains("<svg viewBox="), "the plot is in the page, drawn");
        assertTrue(text.contains("var charts ="), "and what hovering needs");
        assertTrue(text.contains("default-src 'none'"), "a browser may fetch nothing");
        assertFalse(text.contains("src=\"http"));
        assertFalse(new Page("p").note("", "words").text().contains("<script>"), "a page without plots needs none");
    }

    @Test
    void shouldAlignNumbersWithTheirHeadings() {
        PageTable table = new PageTable("name", "count", "rate", "spread", "mixed", "none")
                .row("a", 1, "4.81 M/s", "± 3.1%", "7", "")
                .row("2", -3.5, "12.0 k/s", "", "seven", "");
        String text = table.markup();
        assertTrue(
                text.contains("<th>name</th><th class=\"n\">count</th><th class=\"n\">rate</th>"
                        + "<th class=\"n\">spread</th><th>mixed</th><th>none</th>"),
                text);
        assertTrue(
                text.contains("<td data-of=\"name\">2</td><td data-of=\"count\" class=\"n\">-3.5</td>"
                        + "<td data-of=\"rate\" class=\"n\">12.0 k/s</td>"),
                text);
    }

    @Test
    void shouldRefuseARowThatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> new PageTable("one", "two").row("alone"));
    }

    @Test
    void shouldMakeGapsOfWhatIsNoNumber() {
        Series series = Series.of("s", List.of(1.0, 2.0), List.of(Double.NaN, Double.POSITIVE_INFINITY));
        assertEquals(Arrays.asList(null, null), series.ys());
    }

    @Test
    void shouldListSectionsWhereThereAreMany() {
        Page few = new Page("p").section("one").section("two");
        assertFalse(few.text().contains("<nav>"));
        assertTrue(few.section("three").section("four").text().contains("<nav><a href=\"#s1\">one</a>"));
    }

    @Test
    void shouldHaveItsPlotsAndTablesAsDataToBeReadAgain() {
        Chart chart = Chart.dots(HOSTILE, Axis.log("x", "µs"), Axis.names("y", List.of("a", "b")))
                .keyed("load.contexts")
                .with(Series.of("s", List.of(1.0, 2.5), Arrays.asList(null, 1.0))
                        .between(List.of(0.5, 0.5), List.of(1.5, 1.5)))
                .with(new Shade("pause", 1, 2))
                .across(0);
        String text = new Page("p")
                .section("first")
                .table(new PageTable("name", "count").row(HOSTILE, 1))
                .table("others", new PageTable("name").row(Cell.link("linked", "there")))
                .chart(chart)
                .text();
        List<Exhibit> exhibits = Exhibit.read("report.html", text);
        assertEquals(
                List.of("first", "first: others", HOSTILE),
                exhibits.stream().map(Exhibit::name).toList());
        assertEquals(List.of("name", "count"), exhibits.get(0).table().header());
        assertEquals(List.of(List.of(HOSTILE, "1")), exhibits.get(0).table().texts());
        assertEquals(List.of(List.of("linked")), exhibits.get(1).table().texts());
        assertEquals(chart, exhibits.get(2).chart());
    }

    @Test
    void shouldRefuseWhatIsNoPageOfThisVersion() {
        String refusal = assertThrows(RefusedException.class, () -> Exhibit.read("old.html", "<html></html>"))
                .getMessage();
        assertTrue(refusal.startsWith("'old.html' is not a report"), refusal);
    }
}

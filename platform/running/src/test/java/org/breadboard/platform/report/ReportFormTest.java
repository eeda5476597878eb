// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.chart.Shade;
import org.breadboard.platform.page.Exhibit;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Csv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFormTest {
    private static final String ODD = "50% of a_b & <c> \"d\", {e}\\f~g^h#i $j µs ± 2";

    private static final Exhibit PLOT = new Exhibit(
            "Throughput: by contexts",
            Chart.lines("Throughput: by contexts", Axis.of("contexts", ""), Axis.of(ODD, "µs"))
                    .with(Series.of(ODD, List.of(1.0, 2.0, 4.0), Arrays.asList(10.0, null, 40.5))
                            .between(Arrays.asList(8.0, null, 40.0), Arrays.asList(12.0, null, 42.0)))
                    .with(Series.of("other", List.of(1.0, 2.0), List.of(5.0, 6.0)))
                    .with(new Shade("pause", 1, 2)),
            null);

    private static final Exhibit TABLE = new Exhibit(
            "Claims",
            null,
            new PageTable("quantity", "transactions", "empty", "model, ± at 95%")
                    .row(ODD, "53,854", "", "4.812 ± 0.016")
                    .row("plain", "7", "", "1.5"));

    @TempDir
    private Path temp;

    private String text(ReportForm form, Exhibit exhibit, String file) throws IOException {
        new ExhibitFiles(form, List.of(exhibit)).write(temp);
        return Files.readString(temp.resolve(file));
    }

    @Test
    void shouldWriteAPlotsNumbersWithTheirIntervals() throws IOException {
        List<Map<String, String>> rows = Csv.parse(text(ReportForm.CSV, PLOT, "throughput-by-contexts.csv"));
        assertEquals(6, rows.size(), "five points and a shade");
        assertEquals(ODD, rows.get(0).get("series"));
        assertEquals("8", rows.get(0).get("from"));
        assertEquals("12", rows.get(0).get("to"));
        assertEquals("", rows.get(1).get(ODD + " (µs)"), "a gap");
        assertEquals("40.5", rows.get(2).get(ODD + " (µs)"));
    }

    @Test
    void shouldWriteATablesNumbersWithoutCommas() throws IOException {
        List<Map<String, String>> rows = Csv.parse(text(ReportForm.CSV, TABLE, "claims.csv"));
        assertEquals("53854", rows.get(0).get("transactions"));
        assertEquals(ODD, rows.get(0).get("quantity"));
    }

    @Test
    void shouldEscapeNamesForLatexAndLeaveOutEmptyColumns() throws IOException {
        String table = text(ReportForm.LATEX, TABLE, "claims.tex");
        assertTrue(table.contains("\\toprule") && table.contains("\\bottomrule"), table);
        assertFalse(table.contains("empty"), table);
        assertTrue(table.contains("4.812 $\\pm$ 0.016"), table);
        assertTrue(table.contains("50\\% of a\\_b \\& $<$c$>$"), table);
        assertTrue(Latex.escaped("\\f~g^h").equals("\\textbackslash{}f\\textasciitilde{}g\\textasciicircum{}h"));
        assertEquals("?", Latex.escaped("\u4e2d"));
        String whole = Files.readString(temp.resolve("report.tex"));
        assertTrue(whole.contains("\\input{claims}"), whole);
    }

    @Test
    void shouldGiveLatexErrorBarsAndGaps() throws IOException {
        String plot = text(ReportForm.LATEX, PLOT, "throughput-by-contexts.tex");
        assertTrue(plot.contains("y error minus=down, y error plus=up"), plot);
        assertTrue(plot.contains("1 10 2 2\\\\"), plot);
        assertTrue(plot.contains("2 nan 0 0\\\\"), plot);
        assertTrue(plot.contains("4 40.5 0.5 1.5\\\\"), plot);
    }

    @Test
    void shouldGiveGnuplotErrorBarsAndGaps() throws IOException {
        String data = text(ReportForm.GNUPLOT, PLOT, "throughput-by-contexts.dat");
        assertTrue(data.contains("\n1\t10\t8\t12\t\n2\t?\t?\t?\t\n4\t40.5\t40\t42\t\n"), data);
        String script = Files.readString(temp.resolve("throughput-by-contexts.gp"));
        assertTrue(script.contains("index 0 using 1:2:3:4 with yerrorbars"), script);
        assertTrue(script.contains("title \"50% of a_b & <c> \\\"d\\\", {e}\\\\f~g^h#i $j µs ± 2\""), script);
    }

    @Test
    void shouldStackBarsOfSeveralSeries() throws IOException {
        Exhibit bars = new Exhibit(
                "bars",
                Chart.bars("bars", Axis.of("attempts", ""), Axis.names("", List.of("locked", "validation")))
                        .with(Series.bars("a", List.of(3.0, 1.0)))
                        .with(Series.bars("b", List.of(4.0, 2.0))),
                null);
        assertTrue(text(ReportForm.GNUPLOT, bars, "bars.dat").contains("# b\n0\t7\t3\t7\t\n1\t3\t1\t3\t\n"));
    }

    @Test
    void shouldDrawPicturesOfPlotsAndTables() throws IOException {
        for (Exhibit exhibit : List.of(PLOT, TABLE)) {
            String name = exhibit.equals(PLOT) ? "throughput-by-contexts" : "claims";
            assertTrue(text(ReportForm.SVG, exhibit, name + ".svg").contains("50% of a_b &amp; &lt;c&gt;"));
            new ExhibitFiles(ReportForm.PDF, List.of(exhibit)).write(temp);
            byte[] pdf = Files.readAllBytes(temp.resolve(name + ".pdf"));
            assertTrue(new String(pdf, StandardCharsets.ISO_8859_1).startsWith("%PDF-1.4"));
        }
    }

    @Test
    void shouldKeepTheLegendsKeyAndTheReferenceInSight() throws IOException {
        Exhibit ranges = new Exhibit(
                "ranges",
                Chart.ranges("ranges", Axis.of("model / paper", ""), Axis.names("", List.of("claim")))
                        .keyed("hardware.linkGbps (Gbit/s)")
                        .across(1)
                        .with(Series.bars("25", List.of(0.1)).between(List.of(0.05), List.of(0.2))),
                null);
        String script = text(ReportForm.GNUPLOT, ranges, "ranges.gp");
        assertTrue(script.contains("set key title \"hardware.linkGbps (Gbit/s)\""), script);
        assertTrue(script.contains("set xrange [0:1.05<*]"), script);
        String plot = text(ReportForm.LATEX, ranges, "ranges.tex");
        assertTrue(plot.contains("\\addlegendimage{empty legend}\\addlegendentry{hardware.linkGbps (Gbit/s)}"), plot);
        assertTrue(plot.contains("coordinates {(1,0)}"), plot);
    }

    @Test
    void shouldNameNoTwoFilesAlike() {
        Exhibit same = new Exhibit("claims!", null, TABLE.table());
        Exhibit nameless = new Exhibit("\u4e2d", null, TABLE.table());
        Exhibit taken = new Exhibit("Report", null, TABLE.table());
        List<Path> files = new ExhibitFiles(ReportForm.LATEX, List.of(TABLE, same, nameless, taken)).write(temp);
        assertEquals(
                List.of("claims.tex", "claims-2.tex", "exhibit.tex", "report-2.tex", "report.tex"),
                files.stream().map(file -> file.getFileName().toString()).toList());
    }

    @Test
    void shouldReplaceFilesWholeAndLeaveNothingElse() throws IOException {
        Files.writeString(temp.resolve("claims.csv"), "old");
        text(ReportForm.CSV, TABLE, "claims.csv");
        try (Stream<Path> files = Files.list(temp)) {
            assertEquals(
                    List.of("claims.csv"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void shouldRefuseAFolderThatCannotTakeThem() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "in the way");
        String refusal = assertThrows(
                        RefusedException.class, () -> new ExhibitFiles(ReportForm.SVG, List.of(PLOT)).write(file))
                .getMessage();
        assertTrue(refusal.startsWith("The files cannot be written to " + file), refusal);
        assertTrue(refusal.endsWith("or choose another folder with --out DIR."), refusal);
    }
}

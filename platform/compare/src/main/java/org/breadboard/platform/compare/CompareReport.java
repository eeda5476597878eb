// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Words;

/** What differs, as tables and as a page. */
final class CompareReport {
    private static final String HOW =
            "Intervals are at 95%, Student's: of the mean over seeds, or of one run's batches."
                    + " A difference is told as such if its own interval (Welch's) leaves out 0.";
    private static final int MOST_RANGES = 60;

    private final Comparison comparison;
    private final Map<String, Object> summary;

    CompareReport(Comparison comparison, Map<String, Object> summary) {
        this.comparison = comparison;
        this.summary = summary;
    }

    /** What JSON says of a comparison. */
    static Map<String, Object> json(Comparison comparison) {
        Map<String, Object> map = new LinkedHashMap<>();
        List<String> names = comparison.names();
        List<Map<String, Object>> subjects = new ArrayList<>();
        for (Subject subject : comparison.subjects()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", subject.name());
            row.put("kind", subject.study() ? "study" : "run");
            row.put("source", subject.source());
            subjects.add(row);
        }
        map.put("subjects", subjects);
        map.put(
                "figures",
                comparison.figures().stream().map(row -> row.json(names)).toList());
        List<Map<String, Object>> groups = new ArrayList<>();
        for (Comparison.Usage usage : comparison.usage()) {
            Map<String, Object> row = new LinkedHashMap<>();
            if (!usage.point().isEmpty()) {
                row.put("point", usage.point());
            }
            row.put("resource", usage.name());
            row.put(
                    "utilisation",
                    usage.busy().values().stream().map(Difference::json).toList());
            row.put(
                    "nsPerCommitted",
                    usage.nsPerCommitted().values().stream()
                            .map(Difference::json)
                            .toList());
            groups.add(row);
        }
        map.put("resources", groups);
        if (comparison.studies()) {
            map.put(
                    "claims",
                    comparison.claims().stream().map(row -> row.json(names)).toList());
            map.put("answers", comparison.answers());
            map.put("pointsNotInAll", comparison.unshared());
        }
        map.put("configuration", comparison.configuration());
        map.put("remarks", comparison.promisesDiffer() == null ? List.of() : List.of(comparison.promisesDiffer()));
        return map;
    }

    void print(OutputFormat output, PrintStream out) {
        switch (output) {
            case JSON -> out.println(Json.text(summary));
            case CSV -> out.print(csv());
            case TABLE -> {
                for (Subject subject : comparison.subjects()) {
                    out.println(subject.name() + ": " + subject.source());
                }
                for (Sheet sheet : sheets()) {
                    out.println();
                    Table table = new Table(sheet.header().toArray(String[]::new));
                    sheet.rows().forEach(row -> table.add(row.toArray()));
                    table.print(out);
                }
                if (comparison.promisesDiffer() != null) {
                    out.println();
                    out.println(comparison.promisesDiffer());
                }
                if (!configuration(false).isEmpty()) {
                    out.println();
                    out.println(configuration(false).size()
                            + " keys that not all of them have, since their parts differ, are in the report.");
                }
                if (comparison.studies() && !comparison.usage().isEmpty()) {
                    out.println();
                    out.println("How busy stages and resources are, point by point, is in the report.");
                }
                if (!comparison.unshared().isEmpty()) {
                    out.println();
                    out.println(comparison.unshared().size() + " points are not in all of them.");
                }
            }
        }
    }

    /** A row for each figure, claim and group, and each subject. */
    String csv() {
        Csv csv = new Csv();
        comparison.figures().forEach(row -> add(csv, "figure", row));
        comparison.claims().forEach(row -> add(csv, "claim", row));
        comparison.usage().forEach(usage -> {
            add(csv, "utilisation", usage.busy());
            add(csv, "nsPerCommitted", usage.nsPerCommitted());
        });
        return csv.text();
    }

    private void add(Csv csv, String part, Difference row) {
        for (int subject = 0; subject < row.values().size(); subject++) {
            Map<String, String> cells = new LinkedHashMap<>();
            cells.put("part", part);
            cells.put("point", row.point());
            cells.put("name", row.figure());
            cells.put("of", comparison.names().get(subject));
            cells.put("mean", number(row.values().get(subject).mean()));
            cells.put("ci95", number(row.values().get(subject).half()));
            if (subject > 0) {
                cells.put("difference", number(row.of(subject).mean()));
                cells.put("differenceCi95", number(row.of(subject).half()));
                cells.put("percent", number(row.share(subject).mean() * 100));
                cells.put("percentCi95", number(row.share(subject).half() * 100));
                cells.put(
                        "differs",
                        row.differs(subject) == null ? "" : row.differs(subject).toString());
            }
            csv.add(cells);
        }
    }

    private static String number(double value) {
        return Figures.cell(Figures.rounded(value));
    }

    // Tables.

    /** A table with its heading. */
    private record Sheet(String title, List<String> header, List<List<String>> rows) {}

    private List<Sheet> sheets() {
        List<Sheet> sheets = new ArrayList<>();
        List<Difference> claims = comparison.claims();
        if (!claims.isEmpty()) {
            sheets.add(sheet("Claims", "claim", claims));
        }
        if (!comparison.answers().isEmpty()) {
            sheets.add(words("Answers", "claim", comparison.answers()));
        }
        List<Difference> figures = comparison.figures();
        sheets.add(sheet("Figures", comparison.studies() ? "point and figure" : "figure", figures));
        if (!comparison.studies() && !comparison.usage().isEmpty()) {
            sheets.add(usage());
        }
        Map<String, List<String>> shared = configuration(true);
        if (!shared.isEmpty()) {
            sheets.add(words("What differs in configuration", "key", shared));
        }
        return sheets;
    }

    /** What differs in keys that all have, or in those that some have. */
    private Map<String, List<String>> configuration(boolean ofAll) {
        Map<String, List<String>> rows = new LinkedHashMap<>(comparison.configuration());
        rows.values().removeIf(values -> values.contains("") == ofAll);
        return rows;
    }

    private Sheet sheet(String title, String what, List<Difference> rows) {
        List<String> header = new ArrayList<>(List.of(what));
        header.addAll(comparison.names());
        for (int subject = 1; subject < comparison.names().size(); subject++) {
            header.add(against(subject));
            header.add("differs");
        }
        List<List<String>> cells = new ArrayList<>();
        for (Difference row : rows) {
            List<String> line = new ArrayList<>(List.of(label(row)));
            row.values().forEach(value -> line.add(shown(row.figure(), value)));
            for (int subject = 1; subject < row.values().size(); subject++) {
                line.add(difference(row, subject));
                Boolean differs = row.differs(subject);
                line.add(differs == null ? "not known" : differs ? "yes" : "no");
            }
            cells.add(line);
        }
        return new Sheet(title, header, cells);
    }

    private String against(int subject) {
        return comparison.names().size() == 2
                ? "difference"
                : comparison.names().get(subject) + " against "
                        + comparison.names().get(0);
    }

    private static String label(Difference row) {
        return row.point().isEmpty() ? row.figure() : row.figure() + " " + row.point();
    }

    private Sheet usage() {
        List<String> header =
                new ArrayList<>(List.of(comparison.studies() ? "stage or resource, and point" : "stage or resource"));
        comparison.names().forEach(name -> header.add(name + " busy %"));
        comparison.names().forEach(name -> header.add(name + " ns per committed"));
        List<List<String>> rows = new ArrayList<>();
        for (Comparison.Usage usage : comparison.usage()) {
            List<String> row = new ArrayList<>(List.of(label(usage.busy())));
            usage.groups()
                    .forEach(group -> row.add(interval("%.1f", group.busy().times(100))));
            usage.groups().forEach(group -> row.add(interval("%.0f", group.nsPerCommitted())));
            rows.add(row);
        }
        return new Sheet("Stages and resources", header, rows);
    }

    private Sheet words(String title, String what, Map<String, List<String>> values) {
        List<String> header = new ArrayList<>(List.of(what));
        header.addAll(comparison.names());
        List<List<String>> rows = new ArrayList<>();
        values.forEach((key, texts) -> {
            List<String> row = new ArrayList<>(List.of(key));
            texts.forEach(text -> row.add(text.isEmpty() ? "–" : text));
            rows.add(row);
        });
        return new Sheet(title, header, rows);
    }

    private static String interval(String format, Estimate value) {
        if (!Double.isFinite(value.mean())) {
            return "–";
        }
        return value.known() ? value.text() : String.format(Locale.ROOT, format, value.mean());
    }

    private static String shown(String figure, Estimate value) {
        if (!Double.isFinite(value.mean())) {
            return "–";
        }
        if (figure.endsWith("PerSecond")) {
            return Words.rate(value.mean(), value.half());
        }
        boolean us = figure.endsWith("Us");
        return value.known() ? value.text() + (us ? " µs" : "") : us ? Words.micros(value.mean()) : four(value.mean());
    }

    /** In percent of what the first subject has; in units where that is nothing. */
    private static String difference(Difference row, int subject) {
        Estimate difference = row.of(subject);
        if (row.values().get(0).mean() != 0 || !Double.isFinite(difference.mean())) {
            return percent(row.share(subject));
        }
        return (difference.mean() > 0 ? "+" : "") + shown(row.figure(), difference);
    }

    private static String four(double value) {
        return Figures.cell(new java.math.BigDecimal(value)
                .round(new java.math.MathContext(4))
                .doubleValue());
    }

    private static String percent(Estimate share) {
        if (!Double.isFinite(share.mean())) {
            return "";
        }
        return share.known()
                ? Estimate.text("+", share.mean() * 100, share.half() * 100) + "%"
                : String.format(Locale.ROOT, "%+.1f%%", share.mean() * 100);
    }

    // The page.

    Page page(String command) {
        String title = String.join(" and ", comparison.names());
        Page page = new Page(title + " – Breadboard");
        page.head(title, "What differs, and by how much.");
        if (Boolean.TRUE.equals(summary.get("partial"))) {
            page.note("bad", "Partial: it was stopped; what is here is what was measured until then.");
        }
        bottlenecks(page);
        comparison
                .subjects()
                .forEach(each -> page.note(
                        "", each.name() + ": " + each.source() + (each.source().endsWith(".") ? "" : ".")));
        if (comparison.promisesDiffer() != null) {
            page.note("", comparison.promisesDiffer());
        }
        page.note("sub", HOW + " The same again:");
        page.code(command);
        List<Difference> rows = comparison.studies() ? comparison.claims() : comparison.figures();
        if (!rows.isEmpty() && comparison.names().size() > 1) {
            page.chart(ranges(rows.stream().limit(MOST_RANGES).toList()));
        }
        for (Sheet sheet : sheets()) {
            page.section(sheet.title()).table(table(sheet));
        }
        Map<String, List<String>> others = configuration(false);
        if (!others.isEmpty()) {
            page.folded(
                    others.size() + " keys that not all of them have, since their parts differ",
                    table(words("", "key", others)));
        }
        if (comparison.studies() && !comparison.usage().isEmpty()) {
            page.section("Stages and resources").folded("How busy each is, point by point", table(usage()));
        }
        if (!comparison.unshared().isEmpty()) {
            page.note("", "Not in all of them: " + String.join("; ", comparison.unshared()) + ".");
        }
        return page;
    }

    /** What is busiest in each run. */
    private void bottlenecks(Page page) {
        if (comparison.studies() || comparison.usage().isEmpty()) {
            return;
        }
        List<Page.Tile> tiles = new ArrayList<>();
        for (int i = 0; i < comparison.names().size(); i++) {
            int subject = i;
            comparison.usage().stream()
                    .filter(each ->
                            Double.isFinite(each.busy().values().get(subject).mean()))
                    .max(Comparator.comparingDouble(
                            each -> each.busy().values().get(subject).mean()))
                    .ifPresent(each -> tiles.add(new Page.Tile(
                            each.name() + " "
                                    + Words.percent(
                                            each.busy().values().get(subject).mean()),
                            "bottleneck of " + comparison.names().get(subject))));
        }
        page.tiles(tiles);
    }

    private static PageTable table(Sheet sheet) {
        PageTable table = new PageTable(sheet.header());
        sheet.rows().forEach(table::row);
        return table;
    }

    private Chart ranges(List<Difference> rows) {
        List<String> names = rows.stream().map(CompareReport::label).toList();
        Chart chart = Chart.ranges(
                        "Difference from " + comparison.names().get(0),
                        Axis.of("difference", "%"),
                        Axis.names("", names))
                .across(0);
        for (int i = 1; i < comparison.names().size(); i++) {
            int subject = i;
            List<Double> means = new ArrayList<>();
            List<Double> lows = new ArrayList<>();
            List<Double> highs = new ArrayList<>();
            rows.forEach(row -> {
                Estimate share = row.share(subject).times(100);
                double half = share.known() ? share.half() : 0;
                means.add(share.mean());
                lows.add(share.mean() - half);
                highs.add(share.mean() + half);
            });
            List<String> labels =
                    rows.stream().map(row -> percent(row.share(subject))).toList();
            chart = chart.with(Series.bars(comparison.names().get(i), means)
                    .between(lows, highs)
                    .labelled(labels));
        }
        return chart;
    }
}

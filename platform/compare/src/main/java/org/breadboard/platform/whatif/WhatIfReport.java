// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Words;

/** What would be, as tables and as a page. */
final class WhatIfReport {
    private static final String HOW =
            "A change of a percent makes throughput change by as many percent as its elasticity"
                    + " says; all runs have one seed and differ in the change alone.";

    private final ResolvedMix resolved;
    private final Measurement baseline;
    private final List<Step> steps;
    private final List<Ladder.Rung> rungs;
    private final String ladderEnd;
    private final Map<String, Object> summary;

    WhatIfReport(
            ResolvedMix resolved, Measurement baseline, List<Step> steps, Ladder ladder, Map<String, Object> summary) {
        this.resolved = resolved;
        this.baseline = baseline;
        this.steps = steps;
        this.summary = summary;
        rungs = ladder == null ? List.of() : ladder.rungs();
        ladderEnd = ladder == null ? "" : ladder.end();
    }

    void print(OutputFormat output, PrintStream out) {
        switch (output) {
            case JSON -> out.println(Json.text(summary));
            case CSV -> out.print(csv());
            case TABLE -> printTables(out);
        }
    }

    String csv() {
        Csv csv = new Csv();
        steps.forEach(step -> csv.add(cells("step", step.json())));
        rungs.forEach(rung -> csv.add(cells("ladder", rung.json())));
        return csv.text();
    }

    private static Map<String, String> cells(String part, Map<String, Object> row) {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("part", part);
        row.forEach((key, value) -> cells.put(
                key, value instanceof Double number ? Figures.cell(number) : value == null ? "" : value.toString()));
        return cells;
    }

    private String headline() {
        return Words.rate(baseline.committedPerSecond()) + spread() + ", p50 " + Words.micros(baseline.p50Us())
                + ", p99 " + Words.micros(baseline.p99Us()) + "; bottleneck "
                + (baseline.bottleneck() == null
                        ? "not known"
                        : baseline.bottleneck() + ", " + Words.percent(baseline.utilisation()) + " busy");
    }

    private String spread() {
        double spread = baseline.ci95PerSecond() / baseline.committedPerSecond();
        return Double.isFinite(spread) ? " ± " + Words.percent(spread) : "";
    }

    private void printTables(PrintStream out) {
        out.println("mix       " + resolved.mix().name() + ", seed "
                + resolved.mix().seed());
        out.println("baseline  " + headline());
        baseline.remarks().forEach(remark -> out.println("remark    " + remark));
        out.println();
        Table table = new Table(header().toArray(String[]::new));
        rows().forEach(row -> table.add(row.toArray()));
        table.print(out);
        if (!rungs.isEmpty() || !ladderEnd.isEmpty()) {
            out.println();
            Table ladder = new Table(LADDER.toArray(String[]::new));
            ladderRows().forEach(row -> ladder.add(row.toArray()));
            ladder.print(out);
            out.println(ladderEnd);
        }
    }

    private static final List<String> LADDER =
            List.of("rung", "twice as fast", "busy %", "speed", "throughput", "gain", "p50 us");

    private List<List<Object>> ladderRows() {
        List<List<Object>> rows = new ArrayList<>();
        for (Ladder.Rung rung : rungs) {
            rows.add(List.of(
                    rows.size() + 1,
                    rung.resource(),
                    percent(rung.utilisation()),
                    "x " + Figures.cell(rung.speed()),
                    Words.rate(rung.then().committedPerSecond()),
                    String.format(Locale.ROOT, "%.2f", rung.gain()),
                    Figures.cell(Figures.rounded(rung.then().p50Us()))));
        }
        return rows;
    }

    private List<Double> factors() {
        return steps.stream()
                .map(step -> step.change().factor())
                .distinct()
                .sorted()
                .toList();
    }

    private List<String> header() {
        List<String> header = new ArrayList<>(List.of("faster", "busy %"));
        for (double factor : factors()) {
            String by = "x " + Figures.cell(factor) + " ";
            header.addAll(List.of(by + "throughput", by + "p50", by + "elasticity"));
        }
        return header;
    }

    /** A row for each thing that was changed, the one that moves throughput most first. */
    private List<List<Object>> rows() {
        Map<String, List<Step>> byResource = new LinkedHashMap<>();
        steps.forEach(step -> byResource
                .computeIfAbsent(step.change().resource(), key -> new ArrayList<>())
                .add(step));
        List<List<Step>> sorted = new ArrayList<>(byResource.values());
        sorted.sort(Comparator.comparingDouble(WhatIfReport::weight).reversed());
        List<List<Object>> rows = new ArrayList<>();
        for (List<Step> of : sorted) {
            List<Object> row = new ArrayList<>(
                    List.of(of.get(0).change().resource(), percent(of.get(0).utilisation())));
            for (double factor : factors()) {
                Step step = of.stream()
                        .filter(each -> each.change().factor() == factor)
                        .findFirst()
                        .orElse(null);
                boolean known = step != null && step.then() != null;
                row.add(known ? throughput(step) : "");
                row.add(known ? signed(step.latencyGain()) : "");
                row.add(known ? elasticity(step) : "");
            }
            rows.add(row);
        }
        return rows;
    }

    private static double weight(List<Step> of) {
        return of.stream()
                .mapToDouble(step -> Math.abs(step.throughputGain()))
                .filter(Double::isFinite)
                .max()
                .orElse(-1);
    }

    private static String elasticity(Step step) {
        if (!Double.isFinite(step.elasticity())) {
            return "";
        }
        double ci = step.elasticityCi95();
        return String.format(Locale.ROOT, "%.2f", step.elasticity()).replace("-0.00", "0.00")
                + (Double.isFinite(ci) ? String.format(Locale.ROOT, " ± %.2f", ci) : "");
    }

    private static String throughput(Step step) {
        double half = step.throughputGainCi95();
        return signed(step.throughputGain())
                + (Double.isFinite(half) ? String.format(Locale.ROOT, " ± %.1f%%", half * 100) : "");
    }

    private static String signed(double share) {
        return Double.isFinite(share)
                ? String.format(Locale.ROOT, "%+.1f%%", share * 100).replace("-0.0%", "+0.0%")
                : "";
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f", share * 100) : "";
    }

    Page page(String command) {
        String name = resolved.mix().name();
        Page page = new Page("What if: " + name + " – Breadboard");
        page.head("What if: " + name, resolved.description());
        if (Boolean.TRUE.equals(summary.get("partial"))) {
            page.note("bad", "Partial: it was stopped; what is here is what was measured until then.");
        }
        List<Page.Tile> tiles = new ArrayList<>();
        if (baseline.bottleneck() != null) {
            tiles.add(new Page.Tile(
                    baseline.bottleneck() + " " + Words.percent(baseline.utilisation()),
                    "bottleneck without a change, busy"));
        }
        steps.stream()
                .filter(step -> Double.isFinite(step.throughputGain()))
                .max(Comparator.comparingDouble(Step::throughputGain))
                .ifPresent(step -> tiles.add(new Page.Tile(
                        throughput(step), "throughput with " + step.change().name())));
        page.tiles(tiles);
        page.note("", "Without a change: " + headline() + ".");
        baseline.remarks().forEach(remark -> page.note("", remark));
        page.note("sub", "Seed " + resolved.mix().seed() + ". The same again:");
        page.code(command);
        page.section("What each buys").note("sub", HOW);
        for (double factor : factors()) {
            String by = ", each " + Figures.cell(factor) + " times as fast";
            page.chart(ranges("Throughput" + by, factor));
            page.chart(bars("Median latency" + by, factor));
        }
        chance().ifPresent(words -> page.note("sub", words));
        PageTable table = new PageTable(header());
        rows().forEach(table::row);
        page.table(table);
        if (!rungs.isEmpty()) {
            PageTable ladder = new PageTable(LADDER);
            ladderRows().forEach(ladder::row);
            page.section("The ladder of bottlenecks")
                    .note("sub", "On each rung, what is busiest is made twice as fast, and stays so. " + ladderEnd)
                    .chart(ladder())
                    .table(ladder);
        }
        return page;
    }

    /** What cannot be told from chance, if anything was measured. */
    private Optional<String> chance() {
        return steps.stream().mapToDouble(Step::throughputGainCi95).filter(Double::isFinite).max().stream()
                .mapToObj(half ->
                        "Grey is what may be chance: this window is too short to tell changes of throughput of less than "
                                + Words.percent(half) + "; a longer one tells more (--set time.measureUs=N).")
                .findAny();
    }

    /** The steps of a factor, in the order in which they change throughput. */
    private List<Step> of(double factor) {
        return steps.stream()
                .filter(step -> step.change().factor() == factor && step.then() != null)
                .sorted(Comparator.comparingDouble(Step::throughputGain).reversed())
                .toList();
    }

    private static Axis names(List<Step> of) {
        return Axis.names("", of.stream().map(step -> step.change().resource()).toList());
    }

    private Chart ranges(String title, double factor) {
        List<Step> of = of(factor);
        List<Double> gains =
                of.stream().map(step -> step.throughputGain() * 100).toList();
        List<Double> halves =
                of.stream().map(step -> step.throughputGainCi95() * 100).toList();
        return Chart.ranges(title, Axis.of("change", "%"), names(of))
                .across(0)
                .with(Series.bars("change", gains)
                        .between(
                                IntStream.range(0, of.size())
                                        .mapToObj(i -> gains.get(i) - halves.get(i))
                                        .toList(),
                                IntStream.range(0, of.size())
                                        .mapToObj(i -> gains.get(i) + halves.get(i))
                                        .toList())
                        .labelled(of.stream().map(WhatIfReport::throughput).toList()));
    }

    private Chart bars(String title, double factor) {
        List<Step> of = of(factor);
        List<Double> shares = of.stream().map(Step::latencyGain).toList();
        return Chart.bars(title, Axis.of("change", "%"), names(of))
                .with(Series.bars(
                                "change",
                                shares.stream().map(share -> share * 100).toList())
                        .labelled(shares.stream().map(WhatIfReport::signed).toList()));
    }

    private Chart ladder() {
        List<String> names = new ArrayList<>(List.of("as it is"));
        List<Measurement> all = new ArrayList<>(List.of(baseline));
        for (Ladder.Rung rung : rungs) {
            names.add(rung.resource() + " x " + Figures.cell(rung.speed()));
            all.add(rung.then());
        }
        List<Double> xs =
                IntStream.range(0, all.size()).mapToObj(x -> (double) x).toList();
        List<Double> rates =
                all.stream().map(each -> each.committedPerSecond() / 1e6).toList();
        List<Double> halves =
                all.stream().map(each -> each.ci95PerSecond() / 1e6).toList();
        List<Double> lows = IntStream.range(0, all.size())
                .mapToObj(i -> rates.get(i) - halves.get(i))
                .toList();
        List<Double> highs = IntStream.range(0, all.size())
                .mapToObj(i -> rates.get(i) + halves.get(i))
                .toList();
        return Chart.lines(
                        "Throughput, one bottleneck after another twice as fast",
                        Axis.names("made twice as fast", names),
                        Axis.of("committed transactions", "M/s"))
                .with(Series.of("committed", xs, rates).between(lows, highs));
    }
}

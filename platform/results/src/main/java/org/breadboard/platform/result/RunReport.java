// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;

/** One run as a page for people. */
final class RunReport {
    private static final double WHOLE = 100;
    /** What other runs are compared with. */
    private static final List<String> DIGESTED = List.of("points.csv", ResultFolder.TIMELINE, ResultFolder.HISTORY);

    private final RunRecord record;
    private final RunResult result;
    private final Page page;

    private RunReport(RunRecord record) {
        this.record = record;
        result = record.result();
        page = new Page(record.resolved().mix().name() + " – Breadboard");
    }

    /**
     * The page.
     *
     * @param folder where the other files of the result are
     */
    static String html(RunRecord record, Path folder) throws IOException {
        return new RunReport(record).text(folder);
    }

    private String text(Path folder) throws IOException {
        page.head(record.resolved().mix().name(), record.resolved().description());
        verdict();
        tiles();
        remarks();
        replay();
        TimelineCharts.add(page, result);
        afterCrashes();
        LatencyCharts.add(page, result);
        usage();
        kinds();
        search();
        counters();
        Provenance.section(page, record.resolved().plugins(), folder, DIGESTED);
        mix();
        return page.text();
    }

    private void verdict() {
        if (result.partial()) {
            page.note("bad", "Partial: the run was stopped; what is here is what was measured until then.");
        }
        if (result.failure() != null) {
            page.note("bad", "Failed: " + result.failure().sentence());
        }
        page.note(result.claim() == null ? "" : result.verified() ? "good" : "bad", Words.verdict(result));
    }

    private void remarks() {
        result.remarks().forEach(remark -> page.note("", remark));
        if (!result.crashes().isEmpty()) {
            page.note("", "Crashes, from the beginning of the run: " + Words.crashes(result) + ".");
        }
        RunVerdict verdict = result.verdict();
        if (verdict != null && !verdict.anomalies().isEmpty()) {
            page.section("Anomalies");
            verdict.anomalies().forEach(anomaly -> page.note("bad", anomaly));
        }
    }

    private void tiles() {
        List<UsageGroup> groups = UsageGroup.of(result.usage());
        double half = result.committedCi95PerSecond();
        List<Page.Tile> tiles = new ArrayList<>();
        if (!groups.isEmpty() && !Double.isNaN(groups.get(0).busiest())) {
            UsageGroup first = groups.get(0);
            tiles.add(new Page.Tile(first.name() + " " + Words.percent(first.busiest()), "bottleneck, busy"));
        }
        tiles.add(new Page.Tile(Words.rate(result.committedPerNodePerSecond()), "committed per second and node"));
        tiles.add(new Page.Tile(
                Words.rate(result.committedPerSecond(), half),
                "committed per second" + (Double.isFinite(half) ? ", ± at 95%" : "")));
        if (result.latencyNs().getTotalCount() > 0) {
            tiles.add(new Page.Tile(Words.micros(Figures.percentileUs(result.latencyNs(), 50)), "median latency"));
            tiles.add(new Page.Tile(Words.micros(Figures.percentileUs(result.latencyNs(), 99)), "99th percentile"));
        }
        page.tiles(tiles);
    }

    private void replay() {
        Mix mix = result.mix();
        page.note(
                "sub",
                "Seed " + mix.seed() + ", "
                        + (mix.mode().live() ? "on real threads, in wall-clock time" : "in virtual time")
                        + (mix.mode().explore() ? ", exploring interleavings: not for figures" : "") + ", "
                        + Figures.cell(Figures.rounded(result.measuredNs() / 1e3))
                        + " µs measured. The same again"
                        + (mix.mode().live() ? ", as far as real threads repeat themselves:" : ":"));
        page.code(record.summary().replay());
    }

    private void afterCrashes() {
        if (result.afterCrashes().isEmpty()) {
            return;
        }
        PageTable table =
                new PageTable("crash of node", "at (µs)", "shard commits (µs)", "full speed (µs)", "all copies (µs)");
        result.afterCrashes()
                .forEach(crash -> table.row(
                        crash.machines().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                        micros((double) crash.atNs()),
                        micros(crash.shardCommitNs()),
                        micros(crash.fullSpeedNs()),
                        micros(crash.fullReplicationNs())));
        page.folded(Words.afterCrashes(result.afterCrashes()), table);
    }

    private static String micros(double ns) {
        return Figures.cell(Figures.rounded(ns / 1e3));
    }

    private void usage() {
        List<String> labels = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        List<String> captions = new ArrayList<>();
        for (UsageGroup group : UsageGroup.of(result.usage())) {
            if (!Double.isNaN(group.busiest())) {
                labels.add(group.name() + " × " + group.members() + (labels.isEmpty() ? " (bottleneck)" : ""));
                shares.add(Figures.rounded(group.busiest() * WHOLE));
                captions.add(Words.percent(group.busiest()) + ", mean " + Words.percent(group.mean()));
            }
        }
        if (!labels.isEmpty()) {
            page.section("Utilisation")
                    .chart(Chart.bars(
                                    "Stages and resources",
                                    Axis.of("busy, at the busiest node", "%"),
                                    Axis.names("", labels))
                            .with(Series.bars("busy", shares).labelled(captions))
                            .marking(labels.get(0)));
            page.note("sub", "Bottleneck: " + UsageGroup.RULE + ".");
        }
    }

    private void kinds() {
        Kinds kinds = result.kinds();
        if (!result.aborts().isEmpty()) {
            page.section("Attempts that did not commit").chart(aborts());
        }
        double seconds = result.measuredNs() / 1e9;
        kinds("By type of transaction", "type", kinds.types(), type -> seconds);
        kinds(
                "By phase of the load",
                "phase",
                kinds.phases(),
                phase -> result.mix().load().phases().timeNs(phase, (double) result.measuredNs()) / 1e9);
        kinds(
                "By protocol that ran",
                "protocol",
                kinds.protocols().stream().map(Kinds.Period::kind).toList(),
                index -> kinds.protocols().get(index).seconds());
        kinds("Workloads side by side", "tenant", kinds.tenants(), tenant -> seconds);
    }

    /** A bar for each reason, with a part for each type. */
    private Chart aborts() {
        List<AbortReason> reasons = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (AbortReason reason : AbortReason.values()) {
            if (result.aborts().containsKey(reason.name())) {
                reasons.add(reason);
                names.add(TimelineCharts.words(reason));
            }
        }
        Chart chart = Chart.bars("By reason", Axis.of("attempts", ""), Axis.names("", names));
        List<Kinds.Kind> types = result.kinds().types().stream()
                .filter(type -> type.allAborted() > 0)
                .toList();
        for (int i = 0; i < types.size(); i++) {
            Kinds.Kind type = types.get(i);
            Series bars = Series.bars(
                    type.name(),
                    reasons.stream()
                            .map(reason -> (double) type.aborted(reason))
                            .toList());
            boolean last = i == types.size() - 1;
            chart = chart.with(
                    last
                            ? bars.labelled(reasons.stream()
                                    .map(reason -> String.format(
                                            Locale.ROOT, "%,d", result.aborts().get(reason.name())))
                                    .toList())
                            : bars);
        }
        return chart;
    }

    private void kinds(String heading, String what, List<Kinds.Kind> kinds, IntToDoubleFunction seconds) {
        if (kinds.size() < 2) {
            return;
        }
        PageTable table = new PageTable(
                what,
                "committed",
                "committed per second",
                "conflicts per second",
                "given up per second",
                "median (µs)",
                "95th percentile (µs)",
                "99th percentile (µs)",
                "longest (µs)");
        for (int i = 0; i < kinds.size(); i++) {
            Kinds.Kind kind = kinds.get(i);
            table.row(
                    kind.name(),
                    String.format(Locale.ROOT, "%,d", kind.committed()),
                    rate(kind.committed(), seconds.applyAsDouble(i)),
                    rate(kind.abortedByConflict(), seconds.applyAsDouble(i)),
                    rate(kind.abortedByApplication(), seconds.applyAsDouble(i)),
                    latency(kind, 50),
                    latency(kind, 95),
                    latency(kind, 99),
                    kind.latencyNs().getTotalCount() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT, "%,.2f", kind.latencyNs().getMaxValue() / 1e3));
        }
        page.section(heading).table(table);
        page.note(
                "sub",
                "Conflicts are attempts that other transactions, or something used up, kept from committing; they are"
                        + " tried again. Given up are those whose own logic ended them.");
    }

    private static String rate(long count, double seconds) {
        return seconds > 0 ? Words.rate(count / seconds) : "";
    }

    private static String latency(Kinds.Kind kind, double percentile) {
        double us = Figures.percentileUs(kind.latencyNs(), percentile);
        return Double.isNaN(us) ? "" : String.format(Locale.ROOT, "%,.2f", us);
    }

    private void search() {
        if (record.tried().size() < 2) {
            return;
        }
        page.section("Search for the peak").chart(LatencyCharts.ofSearch(record.tried()));
        page.note("sub", record.summary().peakRule());
    }

    private void counters() {
        PageTable table = new PageTable("counter", "count");
        result.counters().forEach((name, count) -> {
            if (count != 0) {
                table.row(name, String.format(Locale.ROOT, "%,d", count));
            }
        });
        if (!table.isEmpty()) {
            page.section("Counted in the whole run").table(table);
            page.note(
                    "sub", "From the first packet to the last, so with what was not measured; those not named are 0.");
        }
    }

    private void mix() {
        PageTable table = new PageTable("key", "value", "unit", "from");
        record.resolved().values().forEach(value -> table.row(value.key(), value.text(), value.unit(), value.origin()));
        page.section("Resolved mix").folded("All keys, their values, and where these come from", table);
    }
}

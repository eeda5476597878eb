package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.ResolvedMix;
import org.breadboard.platform.page.Axis;
import org.breadboard.platform.page.Chart;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.page.Series;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;

/** One run as a page for people. */
final class RunReport {
    private static final double WHOLE = 100;

    private RunReport() {}

    static String html(ResolvedMix resolved, RunResult result, Map<String, Object> summary) {
        String name = resolved.mix().name();
        Page page = new Page(name + " – Breadboard");
        page.head(name, resolved.description());
        verdict(page, result, summary);
        tiles(page, result);
        latency(page, result);
        usage(page, result);
        aborts(page, result);
        types(page, result);
        tenants(page, result);
        counters(page, result);
        mix(page, resolved);
        return page.text();
    }

    private static void verdict(Page page, RunResult result, Map<String, Object> summary) {
        if (result.partial()) {
            page.note("bad", "Partial: the run was stopped; what is here is what was measured until then.");
        }
        if (result.failure() != null) {
            page.note("bad", "Failed: " + result.failure());
        }
        page.note(result.claim() == null ? "" : result.verified() ? "good" : "bad", Words.verdict(result));
        result.remarks().forEach(remark -> page.note("", remark));
        RunVerdict verdict = result.verdict();
        if (verdict != null && !verdict.anomalies().isEmpty()) {
            page.section("Anomalies");
            verdict.anomalies().forEach(anomaly -> page.note("bad", anomaly));
            page.note("sub", "Replay: " + summary.get("replay"));
        }
    }

    private static void tiles(Page page, RunResult result) {
        List<UsageGroup> groups = UsageGroup.of(result.usage());
        List<Page.Tile> tiles = new ArrayList<>(List.of(
                new Page.Tile(Words.rate(result.committedPerNodePerSecond()), "committed per second and node"),
                new Page.Tile(Words.rate(result.committedPerSecond()), "committed per second"),
                new Page.Tile(Words.micros(result.latencyNs().getValueAtPercentile(50) / 1e3), "median latency"),
                new Page.Tile(Words.micros(result.latencyNs().getValueAtPercentile(99) / 1e3), "99th percentile")));
        if (!groups.isEmpty() && !Double.isNaN(groups.get(0).busiest())) {
            UsageGroup first = groups.get(0);
            tiles.add(new Page.Tile(first.name() + " " + Words.percent(first.busiest()), "bottleneck"));
        }
        page.tiles(tiles);
    }

    private static void latency(Page page, RunResult result) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (LatencyFiles.Step step : LatencyFiles.steps(result.latencyNs())) {
            if (step.percentile() < WHOLE) {
                xs.add(Axis.percentile(step.percentile() / WHOLE));
                ys.add(step.latencyUs());
            }
        }
        if (!xs.isEmpty()) {
            page.section("Latency");
            page.chart(Chart.lines("Latency by percentile", Axis.percentiles("percentile"), Axis.of("latency", "µs"))
                    .with(Series.of("latency", xs, ys)));
        }
    }

    private static void usage(Page page, RunResult result) {
        List<String> labels = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        List<String> captions = new ArrayList<>();
        for (UsageGroup group : UsageGroup.of(result.usage())) {
            if (!Double.isNaN(group.busiest())) {
                labels.add(group.name() + " × " + group.members());
                shares.add(group.busiest() * WHOLE);
                captions.add(Words.percent(group.busiest()) + ", mean " + Words.percent(group.mean()));
            }
        }
        if (!labels.isEmpty()) {
            page.section("Utilisation")
                    .chart(Chart.bars("Utilisation", Axis.of("busy", "%"), Axis.names("", labels))
                            .with(Series.bars("busy", shares).labelled(captions))
                            .marking(labels.get(0)));
            page.note("sub", "Bottleneck: " + UsageGroup.RULE + ".");
        }
    }

    private static void aborts(Page page, RunResult result) {
        List<String> labels = new ArrayList<>();
        List<Double> counts = new ArrayList<>();
        List<String> captions = new ArrayList<>();
        result.aborts().forEach((reason, count) -> {
            labels.add(reason.toLowerCase(Locale.ROOT));
            counts.add((double) count);
            captions.add(Long.toString(count));
        });
        if (!labels.isEmpty()) {
            page.section("Attempts that did not commit")
                    .chart(Chart.bars("Attempts that did not commit", Axis.of("attempts", ""), Axis.names("", labels))
                            .with(Series.bars("attempts", counts).labelled(captions)));
        }
    }

    private static void types(Page page, RunResult result) {
        if (result.types().size() < 2) {
            return;
        }
        PageTable table = new PageTable("type", "committed");
        result.types().forEach(table::row);
        page.section("Committed by type").table(table);
    }

    private static void tenants(Page page, RunResult result) {
        PageTable table = new PageTable("tenant", "workload", "cores per node", "committed", "aborted");
        for (Mix.Tenant tenant : result.mix().tenants()) {
            RunResult.Attempts attempts = result.tenants().get(tenant.name());
            table.row(
                    tenant.name(), tenant.workload(), tenant.cores().size(), attempts.committed(), attempts.aborted());
        }
        if (!table.isEmpty()) {
            page.section("Workloads side by side").table(table);
        }
    }

    private static void counters(Page page, RunResult result) {
        PageTable table = new PageTable("counter", "count");
        result.counters().forEach((name, count) -> {
            if (count != 0) {
                table.row(name, count);
            }
        });
        if (!table.isEmpty()) {
            page.section("Counted in the whole run").table(table);
            page.note(
                    "sub", "From the first packet to the last, so with what was not measured; those not named are 0.");
        }
    }

    private static void mix(Page page, ResolvedMix resolved) {
        PageTable table = new PageTable("key", "value", "unit", "from");
        resolved.values().forEach(value -> table.row(value.key(), value.text(), value.unit(), value.origin()));
        page.section("Resolved mix").table(table);
    }
}

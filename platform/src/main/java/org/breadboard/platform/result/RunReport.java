package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.ResolvedMix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;

/** One run as a page for people. */
final class RunReport {
    private static final double WHOLE = 100;

    private RunReport() {}

    static String html(ResolvedMix resolved, RunResult result, Map<String, Object> summary) {
        String name = resolved.mix().name();
        Html page = new Html(name + " – Breadboard");
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
        return page.page();
    }

    private static void verdict(Html page, RunResult result, Map<String, Object> summary) {
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

    private static void tiles(Html page, RunResult result) {
        List<UsageGroup> groups = UsageGroup.of(result.usage());
        StringBuilder tiles = new StringBuilder("<div class=\"tiles\">");
        tiles.append(page.tile(Words.rate(result.committedPerNodePerSecond()), "committed per second and node"));
        tiles.append(page.tile(Words.rate(result.committedPerSecond()), "committed per second"));
        tiles.append(page.tile(Words.micros(result.latencyNs().getValueAtPercentile(50) / 1e3), "median latency"));
        tiles.append(page.tile(Words.micros(result.latencyNs().getValueAtPercentile(99) / 1e3), "99th percentile"));
        if (!groups.isEmpty() && !Double.isNaN(groups.get(0).busiest())) {
            UsageGroup first = groups.get(0);
            tiles.append(page.tile(first.name() + " " + Words.percent(first.busiest()), "bottleneck"));
        }
        page.raw(tiles.append("</div>").toString());
    }

    private static void latency(Html page, RunResult result) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (LatencyFiles.Step step : LatencyFiles.steps(result.latencyNs())) {
            if (step.percentile() < WHOLE) {
                xs.add(WHOLE / (WHOLE - step.percentile()));
                ys.add(step.latencyUs());
            }
        }
        if (!xs.isEmpty()) {
            page.section("Latency");
            page.chart(Chart.percentiles("Latency by percentile", "µs", xs, "latency, µs", ys));
        }
    }

    private static void usage(Html page, RunResult result) {
        List<String> labels = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        List<String> captions = new ArrayList<>();
        for (UsageGroup group : UsageGroup.of(result.usage())) {
            if (!Double.isNaN(group.busiest())) {
                labels.add(group.name() + " × " + group.members());
                shares.add(group.busiest());
                captions.add(Words.percent(group.busiest()) + ", mean " + Words.percent(group.mean()));
            }
        }
        if (!labels.isEmpty()) {
            page.section("Utilisation").bars(labels, shares, captions);
            page.note("sub", "Bottleneck: " + UsageGroup.RULE + ".");
        }
    }

    private static void aborts(Html page, RunResult result) {
        long most = result.aborts().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        if (most == 0) {
            return;
        }
        List<String> labels = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        List<String> captions = new ArrayList<>();
        result.aborts().forEach((reason, count) -> {
            labels.add(reason.toLowerCase(Locale.ROOT));
            shares.add((double) count / most);
            captions.add(Long.toString(count));
        });
        page.section("Attempts that did not commit, by reason").bars(labels, shares, captions);
    }

    private static void types(Html page, RunResult result) {
        if (result.types().size() < 2) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        result.types().forEach((type, count) -> rows.add(List.of(type, Long.toString(count))));
        page.section("Committed by type").table(List.of("type", "committed"), rows);
    }

    private static void tenants(Html page, RunResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (Mix.Tenant tenant : result.mix().tenants()) {
            RunResult.Attempts attempts = result.tenants().get(tenant.name());
            rows.add(List.of(
                    tenant.name(),
                    tenant.workload(),
                    Integer.toString(tenant.cores().size()),
                    Long.toString(attempts.committed()),
                    Long.toString(attempts.aborted())));
        }
        if (!rows.isEmpty()) {
            page.section("Workloads side by side")
                    .table(List.of("tenant", "workload", "cores per node", "committed", "aborted"), rows);
        }
    }

    private static void counters(Html page, RunResult result) {
        List<List<String>> rows = new ArrayList<>();
        result.counters().forEach((name, count) -> {
            if (count != 0) {
                rows.add(List.of(name, Long.toString(count)));
            }
        });
        if (!rows.isEmpty()) {
            page.section("Counted in the whole run").table(List.of("counter", "count"), rows);
            page.note(
                    "sub", "From the first packet to the last, so with what was not measured; those not named are 0.");
        }
    }

    private static void mix(Html page, ResolvedMix resolved) {
        List<List<String>> rows = new ArrayList<>();
        resolved.values().forEach(value -> rows.add(List.of(value.key(), value.text(), value.unit(), value.origin())));
        page.section("Resolved mix").table(List.of("key", "value", "unit", "from"), rows);
    }
}

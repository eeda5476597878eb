// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.result.UsageGroup;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.run.RunResult;

/** A run's result for people at a terminal, where what was printed last is seen first: its verdict. */
final class RunTable {
    private static final int RESOURCES_SHOWN = 8;
    private static final double WORTH_SHOWING = 0.001;

    private RunTable() {}

    static void print(RunResult result, Summary summary, PrintStream out) {
        Mix mix = result.mix();
        line(
                out,
                "mix",
                String.format(
                        Locale.ROOT,
                        "%s, %s%s, seed %d, %s",
                        mix.name(),
                        mix.mode().runtime(),
                        mix.mode().explore() ? " (explore: not for figures)" : "",
                        mix.seed(),
                        machines(mix)));
        if (summary.peakRule() != null) {
            line(out, "", summary.peakRule());
        }
        result.remarks().forEach(remark -> line(out, "remark", remark));
        line(
                out,
                "throughput",
                String.format(
                        Locale.ROOT,
                        "%s committed per node, %s in all%s; %s aborted%s",
                        Words.rate(result.committedPerNodePerSecond()),
                        Words.rate(result.committedPerSecond()),
                        confidence(result),
                        Words.rate(result.abortedPerSecond()),
                        result.abortedByApplicationPerSecond() > 0
                                ? ", " + Words.rate(result.abortedByApplicationPerSecond())
                                        + " of them by the application"
                                : ""));
        for (Mix.Tenant tenant : mix.tenants()) {
            Kinds.Kind attempts = result.tenants().get(tenant.name());
            double seconds = result.measuredNs() / 1e9;
            line(
                    out,
                    "tenant",
                    String.format(
                            Locale.ROOT,
                            "%s (%s, %d cores per node): %s committed, %s aborted%s",
                            tenant.name(),
                            tenant.workload(),
                            tenant.cores().size(),
                            Words.rate(attempts.committed() / seconds),
                            Words.rate(attempts.allAborted() / seconds),
                            attempts.committed() == 0
                                    ? ""
                                    : ", p50 " + micros(attempts.latencyNs(), 50) + ", p99 "
                                            + micros(attempts.latencyNs(), 99)));
        }
        if (result.committed() > 0) {
            line(
                    out,
                    "latency",
                    String.format(
                            Locale.ROOT,
                            "mean %s, p50 %s, p95 %s, p99 %s, max %s",
                            Words.micros(result.latencyNs().getMean() / 1e3),
                            micros(result.latencyNs(), 50),
                            micros(result.latencyNs(), 95),
                            micros(result.latencyNs(), 99),
                            Words.micros(result.latencyNs().getMaxValue() / 1e3)));
        }
        kinds("  type", result.kinds().types(), out);
        kinds("  phase", result.kinds().phases(), out);
        protocols(result.kinds().protocols(), out);
        usage(result, out);
        if (result.sentBytes() > 0 && result.committed() > 0) {
            line(
                    out,
                    "wire",
                    String.format(
                            Locale.ROOT,
                            "%,.0f B per committed transaction or operation",
                            result.wirePerCommittedBytes()));
        }
        if (!result.afterCrashes().isEmpty()) {
            line(out, "recovery", Words.afterCrashes(result.afterCrashes()));
        }
        if (!result.aborts().isEmpty()) {
            line(
                    out,
                    "aborts",
                    summary.aborts().toString().replaceAll("[{}]", "").replace('=', ' '));
        }
        if (!result.crashes().isEmpty()) {
            line(out, "crashes", Words.crashes(result));
        }
        line(
                out,
                "work",
                String.format(
                        Locale.ROOT,
                        "%,d messages in %.1f s: %s",
                        result.work().messages(),
                        summary.workSeconds().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum(),
                        summary.workSeconds().entrySet().stream()
                                .map(phase -> phase(phase.getKey(), phase.getValue()))
                                .collect(Collectors.joining(", "))));
        rate("messages", summary.messagesPerSecond())
                .ifPresent(messages -> line(
                        out,
                        "speed",
                        messages
                                + rate("events", summary.eventsPerSecond())
                                        .map(events -> ", " + events)
                                        .orElse("")
                                + " of the wall clock, while it measured"));
        if (summary.resultDir() != null) {
            line(out, "result", summary.resultDir() + "/report.html");
        }
        line(out, "verdict", Words.verdict(result));
    }

    /** A row for each kind, where there are several. */
    private static String phase(String key, double seconds) {
        return String.format(Locale.ROOT, "%s %.1f", key.replace("Seconds", ""), seconds);
    }

    private static Optional<String> rate(String what, double perSecond) {
        return Double.isNaN(perSecond)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "%,.0f %s/s", perSecond, what));
    }

    private static void kinds(String heading, List<Kinds.Kind> kinds, PrintStream out) {
        if (kinds.size() < 2) {
            return;
        }
        Table table = new Table(heading, "committed", "conflicts", "given up", "p50 us", "p95 us", "p99 us");
        for (Kinds.Kind kind : kinds) {
            table.add(
                    "  " + kind.name(),
                    kind.committed(),
                    kind.abortedByConflict(),
                    kind.abortedByApplication(),
                    latency(kind, 50),
                    latency(kind, 95),
                    latency(kind, 99));
        }
        table.print(out);
    }

    /** A row for each protocol of a live cluster, where there were several. */
    private static void protocols(List<Kinds.Period> periods, PrintStream out) {
        if (periods.size() < 2) {
            return;
        }
        Table table =
                new Table("  protocol", "from s", "to s", "committed/s", "aborted/s", "p50 us", "p95 us", "p99 us");
        for (Kinds.Period period : periods) {
            Kinds.Kind kind = period.kind();
            table.add(
                    "  " + kind.name(),
                    Math.round(period.fromNs() / 1e7) / 100.0,
                    Math.round(period.toNs() / 1e7) / 100.0,
                    Math.round(kind.committed() / period.seconds()),
                    Math.round(kind.allAborted() / period.seconds()),
                    latency(kind, 50),
                    latency(kind, 95),
                    latency(kind, 99));
        }
        table.print(out);
    }

    private static String micros(Histogram latencyNs, double percentile) {
        return Words.micros(Figures.percentileUs(latencyNs, percentile));
    }

    private static Object latency(Kinds.Kind kind, double percentile) {
        double us = Figures.percentileUs(kind.latencyNs(), percentile);
        return Double.isNaN(us) ? "" : Math.round(us * 100) / 100.0;
    }

    private static String machines(Mix mix) {
        Mix.Cluster cluster = mix.cluster();
        if (cluster.clientNodes() == 0) {
            return String.format(
                    Locale.ROOT,
                    "%d nodes × %d threads%s × %d contexts",
                    cluster.nodes(),
                    cluster.threads(),
                    mix.mode().live() ? " (on " + cores() + ")" : "",
                    mix.load().contexts());
        }
        int threads = cluster.clientNodes() * cluster.threads();
        return String.format(
                Locale.ROOT,
                "%s, %s × %d threads with %d clients",
                cluster.nodes() == 1 ? "1 node" : cluster.nodes() + " nodes",
                cluster.clientNodes() == 1 ? "1 machine" : cluster.clientNodes() + " machines",
                cluster.threads(),
                cluster.clients() > 0 ? cluster.clients() : threads * mix.load().contexts());
    }

    private static String cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        return cores == 1 ? "1 core" : cores + " cores";
    }

    private static String confidence(RunResult result) {
        double half = result.committedCi95PerSecond();
        double rate = result.committedPerSecond();
        return Double.isNaN(half) || rate == 0 ? "" : " ± " + Words.percent(half / rate);
    }

    private static void usage(RunResult result, PrintStream out) {
        List<UsageGroup> groups = UsageGroup.of(result.usage()).stream()
                .filter(group -> !Double.isNaN(group.busiest()))
                .toList();
        if (groups.isEmpty()) {
            return;
        }
        line(
                out,
                "bottleneck",
                groups.get(0).name() + ", " + Words.percent(groups.get(0).busiest()) + " busy");
        Table table = new Table("  stage or resource", "members", "busy %", "mean %", "max %");
        groups.stream()
                .filter(group -> group.max() >= WORTH_SHOWING)
                .limit(RESOURCES_SHOWN)
                .forEach(group -> table.add(
                        "  " + group.name(),
                        group.members(),
                        tenth(group.busiest()),
                        tenth(group.mean()),
                        tenth(group.max())));
        table.print(out);
    }

    private static double tenth(double share) {
        return Math.round(share * 1000) / 10.0;
    }

    private static void line(PrintStream out, String label, String text) {
        out.printf(Locale.ROOT, "%-11s %s%n", label, text);
    }
}

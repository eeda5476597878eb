// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Magnitude;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.run.RunResult;

/** Latencies of a run as plots, of all transactions and by type. */
final class LatencyCharts {
    private static final double WHOLE = 100;
    private static final int MOST_TYPES = 7;

    private LatencyCharts() {}

    static void add(Page page, RunResult result) {
        if (result.latencyNs().getTotalCount() == 0) {
            return;
        }
        Magnitude unit = Magnitude.ofNs((double) result.latencyNs().getMaxValue());
        Chart percentiles = Chart.lines("Latency by percentile", Axis.percentiles("percentile"), unit.axis("latency"));
        Chart shares = Chart.lines(
                "Share of transactions within a latency",
                Axis.log("latency", unit.unit()),
                Axis.of("committed within it", "%"));
        percentiles = percentiles.with(percentiles("all", result.latencyNs(), unit));
        shares = shares.with(shares("all", result.latencyNs(), unit));
        List<Kinds.Kind> types = result.kinds().types().stream()
                .filter(type -> type.committed() > 0)
                .toList();
        if (types.size() > 1 && types.size() <= MOST_TYPES) {
            for (Kinds.Kind type : types) {
                percentiles = percentiles.with(percentiles(type.name(), type.latencyNs(), unit));
                shares = shares.with(shares(type.name(), type.latencyNs(), unit));
            }
            percentiles = percentiles.marking("all");
            shares = shares.marking("all");
        }
        page.section("Latency").chart(percentiles).chart(shares);
        page.note("sub", "From a transaction's intended start to its completion, retries included.");
    }

    private static Series percentiles(String name, Histogram latencyNs, Magnitude unit) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (LatencyFiles.Step step : LatencyFiles.steps(latencyNs)) {
            if (step.percentile() < WHOLE) {
                xs.add(Axis.percentile(step.percentile() / WHOLE));
                ys.add(Figures.rounded(unit.of(step.latencyUs() * 1e3)));
            }
        }
        return Series.of(name, xs, ys);
    }

    private static Series shares(String name, Histogram latencyNs, Magnitude unit) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (LatencyFiles.Step step : LatencyFiles.steps(latencyNs)) {
            xs.add(Figures.rounded(unit.of(step.latencyUs() * 1e3)));
            ys.add(Figures.rounded(WHOLE * step.count() / latencyNs.getTotalCount()));
        }
        return Series.of(name, xs, ys);
    }

    /** Throughput against latency of the runs of a search for a peak, each named by its contexts. */
    static Chart ofSearch(List<RunResult> tried) {
        Magnitude rate = Magnitude.ofRate(
                tried.stream().mapToDouble(RunResult::committedPerSecond).max().orElse(0));
        Magnitude unit = Magnitude.ofNs(tried.stream()
                .mapToDouble(each -> (double) each.latencyNs().getValueAtPercentile(99))
                .max()
                .orElse(0));
        List<Double> xs = new ArrayList<>();
        List<Double> medians = new ArrayList<>();
        List<Double> tails = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (RunResult each : tried) {
            xs.add(Figures.rounded(rate.of(each.committedPerSecond())));
            medians.add(Figures.rounded(unit.of((double) each.latencyNs().getValueAtPercentile(50))));
            tails.add(Figures.rounded(unit.of((double) each.latencyNs().getValueAtPercentile(99))));
            labels.add(Integer.toString(each.mix().load().contexts()));
        }
        return Chart.lines(
                        "Throughput against latency, by outstanding transactions per thread",
                        rate.axis("committed transactions"),
                        unit.axis("latency"))
                .with(Series.of("median", xs, medians).labelled(labels))
                .with(Series.of("99th percentile", xs, tails).labelled(labels));
    }
}

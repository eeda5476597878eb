package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.page.Chart;
import org.breadboard.platform.page.Series;
import org.breadboard.platform.run.RunResult;

/** Throughput against latency, as plots. */
public final class Tradeoff {
    private Tradeoff() {}

    /**
     * A plot that has no lines yet.
     *
     * @param rate of the throughput
     * @param latency of the latency
     */
    public static Chart of(String title, Magnitude rate, Magnitude latency) {
        return Chart.lines(title, rate.axis("committed transactions"), latency.axis("latency"));
    }

    /** Of the runs of a search for a peak, each named by its contexts. */
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
        return of("Throughput against latency, by outstanding transactions per thread", rate, unit)
                .with(Series.of("median", xs, medians).labelled(labels))
                .with(Series.of("99th percentile", xs, tails).labelled(labels));
    }
}

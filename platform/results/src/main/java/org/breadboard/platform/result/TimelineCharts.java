// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Magnitude;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.chart.Shade;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.measured.Timeline.Slice;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.run.RunResult;

/** What a run did over its measured time, as plots; windows of faults, swaps, protocols and phases are shaded. */
final class TimelineCharts {
    private static final int GROUPS_SHOWN = 6;
    private static final double WORTH_SHOWING = 0.005;
    /** A load with more changes than that would be all shades. */
    private static final int MOST_PARTS = 40;

    private static final double WHOLE = 100;

    private final RunResult result;
    private final Timeline timeline;
    private final Magnitude time;

    private TimelineCharts(RunResult result) {
        this.result = result;
        timeline = result.timeline();
        time = Magnitude.ofNs((double) timeline.toNs());
    }

    /** Adds them; nothing, if the run was not measured. */
    static void add(Page page, RunResult result) {
        if (result.timeline().slices().isEmpty()) {
            return;
        }
        page.section("Over time");
        new TimelineCharts(result).add(page);
    }

    private void add(Page page) {
        page.chart(throughput());
        page.chart(latency());
        if (!result.aborts().isEmpty()) {
            page.chart(aborts());
        }
        if (!timeline.places().isEmpty()) {
            page.chart(utilisation());
        }
        if (result.kinds().types().size() > 1) {
            page.chart(types());
        }
        if (!timeline.marks().isEmpty()) {
            PageTable table = new PageTable("what", "whom", "from (" + time.unit() + ")", "to (" + time.unit() + ")");
            timeline.marks()
                    .forEach(mark -> table.row(
                            mark.what(), mark.whom(), number((double) mark.fromNs()), number((double) mark.toNs())));
            page.folded("What happened meanwhile, " + timeline.marks().size() + " in all", table);
        }
        page.note(
                "sub",
                "Each step is a slice of the measured time, "
                        + timeline.slices().size() + " in all; " + ResultFolder.TIMELINE + " has their numbers.");
    }

    private String number(double ns) {
        return Figures.cell(Figures.rounded(time.of(ns)));
    }

    private Chart throughput() {
        double most = most(slice -> slice.allCommitted() / slice.seconds());
        Magnitude rate = Magnitude.ofRate(most);
        Chart chart = Chart.steps("Throughput", x(), rate.axis("committed transactions"))
                .with(series("committed", slice -> rate.of(slice.allCommitted() / slice.seconds())));
        return shaded(chart);
    }

    private Chart latency() {
        Magnitude unit = Magnitude.ofNs(most(slice -> (double) slice.latencyNs().getValueAtPercentile(99)));
        Chart chart = Chart.steps("Latency", x(), unit.axis("latency"));
        for (int percentile : new int[] {50, 95, 99}) {
            String name = percentile == 50 ? "median" : percentile + "th percentile";
            chart = chart.with(series(
                    name,
                    slice -> slice.allCommitted() == 0
                            ? Double.NaN
                            : unit.of((double) slice.latencyNs().getValueAtPercentile(percentile))));
        }
        return shaded(chart);
    }

    private Chart aborts() {
        double most = most(slice -> {
            double sum = 0;
            for (long each : slice.aborted()) {
                sum += (double) each;
            }
            return sum / slice.seconds();
        });
        Magnitude rate = Magnitude.ofRate(most);
        Chart chart = Chart.stack("Attempts that did not commit", x(), rate.axis("attempts"));
        for (AbortReason reason : AbortReason.values()) {
            if (result.aborts().containsKey(reason.name())) {
                chart = chart.with(
                        series(words(reason), slice -> rate.of(slice.aborted()[reason.ordinal()] / slice.seconds())));
            }
        }
        return shaded(chart);
    }

    /** A reason as people read it. */
    static String words(AbortReason reason) {
        return reason == AbortReason.APPLICATION
                ? "given up by the application"
                : reason.name().toLowerCase(Locale.ROOT);
    }

    private Chart utilisation() {
        UsageGroup.Members members = UsageGroup.Members.of(timeline.places());
        List<List<UsageGroup>> bySlice = timeline.slices().stream()
                .map(slice -> members.groups(TimelineFile.shares(slice)))
                .toList();
        List<UsageGroup> busiest = UsageGroup.of(result.usage()).stream()
                .filter(group -> group.busiest() >= WORTH_SHOWING)
                .limit(GROUPS_SHOWN)
                .toList();
        Chart chart = Chart.steps("Utilisation", x(), Axis.of("busy, at the busiest node", "%"));
        for (UsageGroup group : busiest) {
            List<Double> ys = new ArrayList<>();
            for (List<UsageGroup> slice : bySlice) {
                ys.add(slice.stream()
                                .filter(each -> each.name().equals(group.name()))
                                .findFirst()
                                .orElseThrow()
                                .busiest()
                        * WHOLE);
            }
            String name = group.equals(busiest.get(0)) ? group.name() + " (bottleneck)" : group.name();
            chart = chart.with(closed(name, ys));
        }
        return shaded(busiest.isEmpty() ? chart : chart.marking(busiest.get(0).name() + " (bottleneck)"));
    }

    private Chart types() {
        double most = most(slice -> slice.allCommitted() / slice.seconds());
        Magnitude rate = Magnitude.ofRate(most);
        List<Kinds.Kind> types = result.kinds().types();
        Chart chart = Chart.stack("Throughput by type", x(), rate.axis("committed transactions"));
        for (int i = 0; i < types.size(); i++) {
            int type = i;
            chart = chart.with(
                    series(types.get(i).name(), slice -> rate.of(slice.committed()[type] / slice.seconds())));
        }
        return shaded(chart);
    }

    private Axis x() {
        return time.axis("time since the run began");
    }

    private double most(ToDoubleFunction<Slice> value) {
        return timeline.slices().stream().mapToDouble(value).max().orElse(0);
    }

    private Series series(String name, ToDoubleFunction<Slice> value) {
        return closed(name, timeline.slices().stream().map(value::applyAsDouble).toList());
    }

    /** A step for each slice, and the end of the last one. */
    private Series closed(String name, List<Double> values) {
        List<Double> xs = new ArrayList<>();
        timeline.slices().forEach(slice -> xs.add(time.of((double) slice.fromNs())));
        xs.add(time.of((double) timeline.toNs()));
        List<Double> ys = new ArrayList<>(values);
        ys.replaceAll(Figures::rounded);
        ys.add(ys.get(ys.size() - 1));
        return Series.of(name, xs, ys);
    }

    private Chart shaded(Chart plain) {
        Chart chart = plain;
        for (Timeline.Mark mark : timeline.marks()) {
            chart = chart.with(new Shade(mark.what(), time.of((double) mark.fromNs()), time.of((double) mark.toNs())));
        }
        if (result.kinds().protocols().size() > 1) {
            for (Kinds.Period period : result.kinds().protocols()) {
                chart = chart.with(new Shade(
                        "protocol " + period.kind().name(), time.of((double) period.fromNs()), time.of((double)
                                period.toNs())));
            }
        }
        if (timeline.marks().isEmpty() && !result.kinds().phases().isEmpty()) {
            Phases phases = result.mix().load().phases();
            for (Phases.Part part : phases.parts((double) result.measuredNs(), MOST_PARTS)) {
                chart = chart.with(new Shade(
                        "phase " + result.kinds().phases().get(part.phase()).name(),
                        time.of(timeline.fromNs() + part.fromNs()),
                        time.of(timeline.fromNs() + part.toNs())));
            }
        }
        return chart;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.run.RunResult;

/** The figures of one run by name, as claims and tables refer to them; the unit is the end of the name. */
public final class Figures {
    /** The figures that every run has. */
    public static final List<String> ALWAYS = List.of(
            "committedPerSecond",
            "committedPerNodePerSecond",
            "committedPerThreadPerSecond",
            "committedCi95PerSecond",
            "abortedPerSecond",
            "latencyMeanUs",
            "latencyP50Us",
            "latencyP95Us",
            "latencyP99Us",
            "latencyMaxUs",
            "bottleneckUtilisation",
            "wirePerCommittedBytes");

    /** The figure of runs with work in the background: {@link RunResult#backgroundLag()}. */
    public static final String BACKGROUND_LAG = "backgroundLag";

    /** What the names of figures of runs with crashes begin with. */
    static final String AFTER_CRASH = "afterCrash.";

    /** What the names of the others begin with. */
    public static final List<String> PREFIXES = List.of(
            BACKGROUND_LAG, AFTER_CRASH, "utilisation.", "abortedPerSecond.", "committedPerSecond.", "counter.");

    private static final MathContext DIGITS = new MathContext(7);

    private Figures() {}

    /** Whether a column of a table of points is a figure. */
    public static boolean isFigure(String column) {
        return ALWAYS.contains(column) || PREFIXES.stream().anyMatch(column::startsWith);
    }

    /** A figure that a run does not have: 0 where what never happened was never counted; else NaN, unknown. */
    public static double absent(String name) {
        return name.startsWith("abortedPerSecond.") || name.startsWith("counter.") ? 0 : Double.NaN;
    }

    /** All figures; NaN where one is unknown. Depends on nothing but what the run's seed decides. */
    public static Map<String, Double> of(RunResult result) {
        Map<String, Double> figures = new LinkedHashMap<>();
        Histogram latency = result.latencyNs();
        List<UsageGroup> groups = UsageGroup.of(result.usage());
        double seconds = result.measuredNs() / 1e9;
        figures.put("committedPerSecond", result.committedPerSecond());
        figures.put("committedPerNodePerSecond", result.committedPerNodePerSecond());
        figures.put(
                "committedPerThreadPerSecond",
                result.committedPerNodePerSecond() / result.mix().cluster().threads());
        figures.put("committedCi95PerSecond", result.committedCi95PerSecond());
        figures.put("abortedPerSecond", result.abortedPerSecond());
        double us = latency.getTotalCount() == 0 ? Double.NaN : 1e3;
        figures.put("latencyMeanUs", latency.getMean() / us);
        figures.put("latencyP50Us", percentileUs(latency, 50));
        figures.put("latencyP95Us", percentileUs(latency, 95));
        figures.put("latencyP99Us", percentileUs(latency, 99));
        figures.put("latencyMaxUs", latency.getMaxValue() / us);
        figures.put(
                "bottleneckUtilisation",
                groups.isEmpty() ? Double.NaN : groups.get(0).busiest());
        figures.put("wirePerCommittedBytes", result.wirePerCommittedBytes());
        if (!Double.isNaN(result.backgroundLag())) {
            figures.put(BACKGROUND_LAG, result.backgroundLag());
        }
        if (result.mix().faults().crash()) {
            addCrashes(figures, result.afterCrashes());
        }
        result.aborts()
                .forEach((reason, count) ->
                        figures.put("abortedPerSecond." + reason.toLowerCase(Locale.ROOT), count / seconds));
        result.types().forEach((type, count) -> figures.put("committedPerSecond." + type, count / seconds));
        result.tenants().forEach((tenant, attempts) -> {
            figures.put("committedPerSecond." + tenant, attempts.committed() / seconds);
            figures.put("abortedPerSecond." + tenant, attempts.allAborted() / seconds);
        });
        List<UsageGroup> byName = new ArrayList<>(groups);
        byName.sort(java.util.Comparator.comparing(UsageGroup::name));
        byName.forEach(group -> figures.put("utilisation." + group.name(), group.mean()));
        result.counters().forEach((name, count) -> figures.put("counter." + name, count.doubleValue()));
        figures.replaceAll((name, value) -> rounded(value));
        return figures;
    }

    /** Medians over crashes, and the longest of those that are known. */
    private static void addCrashes(Map<String, Double> figures, List<AfterCrash> crashes) {
        figures.put(AFTER_CRASH + "crashes", (double) crashes.size());
        for (AfterCrash.Phase phase : AfterCrash.Phase.values()) {
            String name = AFTER_CRASH + phase.id();
            figures.put(name + "Us", phase.medianNs(crashes) / 1e3);
            figures.put(name + "MostUs", phase.mostNs(crashes) / 1e3);
        }
    }

    /**
     * A percentile in µs; NaN of so few samples that none is to be expected beyond it, since it would say no more than
     * the longest: of less than 100 the 99th, of less than 20 the 95th.
     */
    public static double percentileUs(AbstractHistogram latencyNs, double percentile) {
        return latencyNs.getTotalCount() * (100 - percentile) < 100
                ? Double.NaN
                : latencyNs.getValueAtPercentile(percentile) / 1e3;
    }

    /** Seven significant digits, which is more than any figure here deserves. */
    public static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : Double.NaN;
    }

    /** A number as a cell: whole numbers without a fraction, no exponent, nothing for NaN. */
    public static String cell(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal plain = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0).toPlainString() : plain.toPlainString();
    }
}

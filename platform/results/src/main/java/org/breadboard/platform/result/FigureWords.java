// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.Map;
import org.breadboard.platform.chart.Magnitude;

/**
 * Figures in words, for axes and headings.
 *
 * @param words what it is
 * @param unit of its numbers, or {@code ""}
 * @param rate whether it is a rate per second, which may be told in thousands or millions
 */
public record FigureWords(String words, String unit, boolean rate) {
    private static final Map<String, FigureWords> KNOWN = Map.ofEntries(
            rate("committedPerSecond", "committed transactions"),
            rate("committedPerNodePerSecond", "committed transactions per node"),
            rate("committedPerThreadPerSecond", "committed transactions per thread"),
            rate("committedCi95PerSecond", "half of the 95% confidence interval of the rate"),
            rate("abortedPerSecond", "attempts that did not commit"),
            in("latencyMeanUs", "mean latency", "µs"),
            in("latencyP50Us", "median latency", "µs"),
            in("latencyP95Us", "95th percentile of latency", "µs"),
            in("latencyP99Us", "99th percentile of latency", "µs"),
            in("latencyMaxUs", "longest latency", "µs"),
            in("bottleneckUtilisation", "utilisation of the bottleneck", "share"),
            in("wirePerCommittedBytes", "on the wire per committed transaction", "B"),
            in("afterCrash.crashes", "crashes while it was measured", ""),
            in("afterCrash.shardCommitUs", "from a crash until the shard commits again, median", "µs"),
            in("afterCrash.shardCommitMostUs", "from a crash until the shard commits again, longest", "µs"),
            in("afterCrash.fullSpeedUs", "from a crash to full speed, median", "µs"),
            in("afterCrash.fullSpeedMostUs", "from a crash to full speed, longest", "µs"),
            in("afterCrash.fullReplicationUs", "from a crash until all copies are back, median", "µs"),
            in("afterCrash.fullReplicationMostUs", "from a crash until all copies are back, longest", "µs"),
            in(Figures.BACKGROUND_LAG, "background's work that was left", "share"));

    private static Map.Entry<String, FigureWords> rate(String name, String words) {
        return Map.entry(name, new FigureWords(words, "per second", true));
    }

    private static Map.Entry<String, FigureWords> in(String name, String words, String unit) {
        return Map.entry(name, new FigureWords(words, unit, false));
    }

    /** The heading of a column. */
    public String heading() {
        return unit.isEmpty() ? words : words + ", " + unit;
    }

    /** Of a figure, by its name as {@link Figures} has it; of any other name, that name. */
    public static FigureWords of(String name) {
        FigureWords known = KNOWN.get(name);
        if (known != null) {
            return known;
        }
        int dot = name.indexOf('.');
        String rest = name.substring(dot + 1);
        return switch (dot < 0 ? "" : name.substring(0, dot)) {
            case "utilisation" -> new FigureWords("utilisation of " + rest, "share", false);
            case "counter" -> new FigureWords("counted: " + rest, rest.endsWith("Ns") ? "ns" : "", false);
            case "committedPerSecond" -> new FigureWords("committed transactions, " + rest, "per second", true);
            case "abortedPerSecond" -> new FigureWords("attempts that did not commit, " + rest, "per second", true);
            default -> new FigureWords(name, "", false);
        };
    }

    /** Whether a name is that of a figure, and not of a key of a mix. */
    public static boolean isFigure(String name) {
        return KNOWN.containsKey(name)
                || Figures.PREFIXES.stream().anyMatch(prefix -> prefix.endsWith(".") && name.startsWith(prefix));
    }

    /** The unit of numbers of which the largest is {@code most}. */
    public Magnitude magnitude(double most) {
        return rate ? Magnitude.ofRate(most) : new Magnitude(unit, 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many times as fast stages and resources are as plug-ins say, by {@linkplain GroupName group}. A faster stage
 * takes less time for each step, memory and all. A faster resource takes less time for a message, and lets it leave
 * sooner; of one that serves nothing and only delays, the delay is shorter. What a message travels behind a resource
 * that serves it (a wire, a pipeline) is {@link #TRAVEL}. Immutable; any thread.
 */
public final class Speeds {
    /** The name of the way behind resources that serve: no group's. */
    public static final String TRAVEL = "travel";

    /** Everything is as fast as plug-ins say. */
    public static final Speeds USUAL = new Speeds(Map.of());

    private static final double LEAST = 1e-3;
    private static final double MOST = 1e3;

    private final Map<String, Double> factors;

    private Speeds(Map<String, Double> factors) {
        this.factors = Collections.unmodifiableMap(new TreeMap<>(factors));
    }

    /**
     * Reads what {@link #toString} writes: {@code host=2, nic.engine=1.1}.
     *
     * @throws IllegalArgumentException if it says something else; the message is the end of a sentence
     */
    public static Speeds parse(String text) {
        Speeds speeds = USUAL;
        for (String each : text.isBlank() ? new String[0] : text.split(",", -1)) {
            int equals = each.lastIndexOf('=');
            String group = equals < 0 ? "" : each.substring(0, equals).strip();
            double factor = factor(equals < 0 ? "" : each.substring(equals + 1).strip());
            if (group.isEmpty() || !(factor >= LEAST && factor <= MOST)) {
                throw new IllegalArgumentException(
                        "takes groups of stages or resources with a factor between " + cell(LEAST) + " and "
                                + cell(MOST) + ", as host=2, nic.engine=1.1, and not '" + each.strip() + "'.");
            }
            speeds = speeds.with(group, factor);
        }
        return speeds;
    }

    private static double factor(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException word) {
            return Double.NaN;
        }
    }

    /** The same but for one group, which is so many times as fast as plug-ins say. */
    public Speeds with(String group, double factor) {
        Map<String, Double> more = new TreeMap<>(factors);
        more.put(group, factor);
        if (factor == 1) {
            more.remove(group);
        }
        return new Speeds(more);
    }

    /** How many times as fast a group is. */
    public double of(String group) {
        return factors.getOrDefault(group, 1.0);
    }

    /** What is not as fast as plug-ins say. */
    public Set<String> groups() {
        return factors.keySet();
    }

    /** As a mix says it; {@code ""} where everything is as usual. */
    @Override
    public String toString() {
        return factors.entrySet().stream()
                .map(each -> each.getKey() + "=" + cell(each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String cell(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Speeds speeds && factors.equals(speeds.factors);
    }

    @Override
    public int hashCode() {
        return factors.hashCode();
    }
}

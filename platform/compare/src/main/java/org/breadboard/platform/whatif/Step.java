// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;

/**
 * What one change bought.
 *
 * @param usual what there is without the change
 * @param then what there is with it, or null if that run failed
 */
record Step(Change change, double utilisation, Measurement usual, Measurement then) {
    /** By how many percent throughput grows for each percent that the change makes something faster. */
    double elasticity() {
        return then == null ? Double.NaN : logarithm(then.committedPerSecond() / usual.committedPerSecond());
    }

    /** Half the width of the elasticity's 95% confidence interval, from those of both rates; NaN if unknown. */
    double elasticityCi95() {
        if (then == null) {
            return Double.NaN;
        }
        double before = usual.ci95PerSecond() / usual.committedPerSecond();
        double after = then.ci95PerSecond() / then.committedPerSecond();
        return Math.hypot(before, after) / Math.abs(Math.log(change.made()));
    }

    /** The same as {@link #elasticity} of the median latency: below 0 where that falls. */
    double latencyElasticity() {
        return then == null ? Double.NaN : logarithm(then.p50Us() / usual.p50Us());
    }

    private double logarithm(double ratio) {
        double elasticity = Math.log(ratio) / Math.log(change.made());
        if (Double.isInfinite(elasticity)) {
            return Double.NaN;
        }
        // A sum of nothing is no negative nothing.
        return elasticity == 0 ? 0 : elasticity;
    }

    /** By what share throughput grows. */
    double throughputGain() {
        return then == null ? Double.NaN : then.committedPerSecond() / usual.committedPerSecond() - 1;
    }

    /** Half the width of its 95% confidence interval, from those of both rates; NaN if unknown. */
    double throughputGainCi95() {
        return then == null
                ? Double.NaN
                : Math.hypot(usual.ci95PerSecond(), then.ci95PerSecond()) / usual.committedPerSecond();
    }

    /** By what share the median latency grows. */
    double latencyGain() {
        return then == null ? Double.NaN : then.p50Us() / usual.p50Us() - 1;
    }

    Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("resource", change.resource());
        row.put("kind", change.kind());
        row.put("utilisation", Json.number(utilisation));
        row.put("factor", change.factor());
        if (!change.value().isEmpty()) {
            row.put("value", change.value());
            row.put("madeFactor", Json.number(change.made()));
        }
        row.putAll(
                then == null
                        ? new Measurement(
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN,
                                        null,
                                        0,
                                        java.util.List.of(),
                                        java.util.List.of())
                                .figures()
                        : then.figures());
        row.put("elasticity", number(elasticity()));
        row.put("elasticityCi95", number(elasticityCi95()));
        row.put("p50Elasticity", number(latencyElasticity()));
        return row;
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? Figures.rounded(Math.round(value * 1e4) / 1e4) : null;
    }
}

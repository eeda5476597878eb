// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.outcome;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.run.Steadiness;

/**
 * The outcome of one run of one point.
 *
 * @param sweep the sweep's name
 * @param parameters what distinguishes the point within its sweep
 * @param seed the run's seed
 * @param row the point as a row of a table; empty if it never ran
 * @param figures by name; empty if there are none
 * @param verified whether everything that was promised was found to hold; null if nothing was found broken, but too
 *     little was checked to say
 * @param failure one sentence, or null: why there are no figures, or why they are not to be trusted
 */
public record PointOutcome(
        String sweep,
        Map<String, String> parameters,
        long seed,
        Map<String, String> row,
        Map<String, Double> figures,
        Boolean verified,
        String failure) {
    private static final String RATE = "committed";

    /** Half the width of its rate's 95% confidence interval as a share of the rate; 0 if unknown. */
    double spread() {
        double spread = figure("committedCi95PerSecond") / figure("committedPerSecond");
        return Double.isFinite(spread) ? spread : 0;
    }

    /** The same with rates by a factor higher. */
    PointOutcome scaled(double factor) {
        Map<String, Double> scaled = new LinkedHashMap<>(figures);
        scaled.replaceAll((name, value) -> name.startsWith(RATE) ? value * factor : value);
        return new PointOutcome(sweep, parameters, seed, row, scaled, verified, failure);
    }

    /** Whether it has figures that are to be trusted. */
    public boolean failed() {
        return failure != null;
    }

    /** Whether nothing was found broken, but too little was checked to call it verified. */
    public boolean checkedTooLittle() {
        return !failed() && verified == null;
    }

    /** Whether its warm-up or window is fewer median latencies long than a figure needs that is quoted. */
    public boolean tooShort() {
        Double warmupUs = Filter.number(setting("time.warmupUs"));
        Double measureUs = Filter.number(setting("time.measureUs"));
        double latencyUs = figure("latencyP50Us");
        if (warmupUs == null || measureUs == null || !(latencyUs > 0)) {
            return false;
        }
        boolean untilSteady = warmupUs == 0 && "live".equals(setting("runtime"));
        return !new Steadiness(latencyUs, spread())
                .longEnough(untilSteady ? Double.POSITIVE_INFINITY : warmupUs, measureUs);
    }

    /** Whether its background fell so far behind that its rate does not last. */
    public boolean fellBehind() {
        return !Steadiness.keepsUp(figure(Figures.BACKGROUND_LAG));
    }

    /**
     * What its row says of a key, whether or not the title of the key's column has a unit; null if there is no such
     * column.
     */
    public String setting(String key) {
        String value = row.get(key);
        return value != null
                ? value
                : row.entrySet().stream()
                        .filter(column -> column.getKey().startsWith(key + " ["))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
    }

    private double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }

    /** The point's name in sentences. */
    public String name() {
        return sweep + parameters.toString().replace('{', '[').replace('}', ']');
    }
}

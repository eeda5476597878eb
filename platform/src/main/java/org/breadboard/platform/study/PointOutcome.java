package org.breadboard.platform.study;

import java.util.Map;

/**
 * What came of one run of one point.
 *
 * @param sweep the sweep's name
 * @param parameters what distinguishes the point within its sweep
 * @param seed the run's seed
 * @param row the point as a row of a table; empty if it never ran
 * @param figures by name; empty if there are none
 * @param verified whether everything that was promised was found to hold
 * @param failure one sentence, or null: why there are no figures, or why they are not to be trusted
 */
public record PointOutcome(
        String sweep,
        Map<String, String> parameters,
        long seed,
        Map<String, String> row,
        Map<String, Double> figures,
        boolean verified,
        String failure) {
    /** The point's name in sentences. */
    public String name() {
        return sweep + parameters.toString().replace('{', '[').replace('}', ']');
    }
}

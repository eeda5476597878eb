// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Summary;

/**
 * One of what is compared.
 *
 * @param name what tables call it
 * @param source where it is from, for people
 * @param points what it measured: one point without a name of a run, those of a study by name
 * @param claims of a study, by id
 */
record Subject(String name, String source, Map<String, Point> points, Map<String, Claim> claims) {
    /** The name of the point of what is no study. */
    static final String WHOLE = "";

    /** Whether it is a study, and not a run. */
    boolean study() {
        return !points.containsKey(WHOLE);
    }

    /** The same under another name. */
    Subject called(String other) {
        return new Subject(other, source, points, claims);
    }

    /**
     * What was measured at one point.
     *
     * @param figures by name, as {@code points.csv} has them
     * @param groups stages and resources, by name
     * @param settings what its mix resolved to, by key
     */
    record Point(Map<String, Estimate> figures, Map<String, Group> groups, Map<String, String> settings) {
        Estimate figure(String name) {
            return figures.getOrDefault(name, Estimate.exactly(Double.NaN));
        }
    }

    /**
     * Identical stages or resources.
     *
     * @param busy the mean share of time that a member is busy
     * @param nsPerCommitted how long all members together are busy for each transaction that commits
     */
    record Group(Estimate busy, Estimate nsPerCommitted) {
        /** From what was measured of a run. */
        static Group of(int members, Estimate busy, Estimate committedPerSecond) {
            return new Group(busy, busy.times(members * 1e9).over(committedPerSecond));
        }
    }

    /**
     * A claim of a study.
     *
     * @param value a number, or null for an answer
     * @param text the value, for people
     */
    record Claim(String unit, Estimate value, String text) {}

    /** One that is no study. */
    static Subject of(String name, String source, Point point) {
        Map<String, Point> points = new LinkedHashMap<>();
        points.put(WHOLE, point);
        return new Subject(name, source, points, Map.of());
    }

    /** What a run's summary remarks, to be put behind where a subject is from; {@code ""} if it remarks nothing. */
    static String remarks(Summary summary) {
        return summary.remarks().isEmpty() ? "" : ". " + String.join(" ", summary.remarks());
    }

    /** Mean figures of some runs that differ in their seeds. */
    static Map<String, Estimate> means(List<Map<String, Double>> runs) {
        Map<String, Estimate> means = new LinkedHashMap<>();
        runs.stream().flatMap(run -> run.keySet().stream()).distinct().forEach(name -> {
            double[] values = runs.stream()
                    .mapToDouble(run -> run.getOrDefault(name, Figures.absent(name)))
                    .toArray();
            means.put(name, Estimate.of(values));
        });
        return means;
    }
}

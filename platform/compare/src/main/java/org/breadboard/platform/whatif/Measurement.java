// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.result.UsageGroup;

/**
 * What one run measured, as far as questions of what would be are about it.
 *
 * @param ci95PerSecond half the width of the 95% confidence interval of the rate, from batch means; NaN if unknown
 * @param bottleneck the group that is busiest, or null if nothing was busy
 * @param groups the busiest first
 * @param remarks what the run says of its own figures
 */
record Measurement(
        double committedPerSecond,
        double ci95PerSecond,
        double p50Us,
        double p99Us,
        String bottleneck,
        double utilisation,
        List<UsageGroup> groups,
        List<String> remarks) {
    /** What a run came to. */
    static Measurement of(Summary summary) {
        double utilisation = summary.bottleneckUtilisation();
        return new Measurement(
                summary.committedPerSecond(),
                summary.committedCi95PerSecond(),
                summary.latencyUs("p50"),
                summary.latencyUs("p99"),
                utilisation > 0 ? summary.bottleneck() : null,
                utilisation,
                summary.resources(),
                summary.remarks());
    }

    Map<String, Object> json() {
        Map<String, Object> map = figures();
        Map<String, Object> busiest = new LinkedHashMap<>();
        busiest.put("resource", bottleneck);
        busiest.put("utilisation", Json.number(utilisation));
        map.put("bottleneck", busiest);
        return map;
    }

    /** The figures without the bottleneck. */
    Map<String, Object> figures() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("committedPerSecond", Json.number(committedPerSecond));
        map.put("committedCi95PerSecond", Json.number(ci95PerSecond));
        map.put("p50Us", Json.number(p50Us));
        map.put("p99Us", Json.number(p99Us));
        return map;
    }
}

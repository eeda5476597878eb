package org.breadboard.platform.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.result.Json;

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
        List<Group> groups,
        List<String> remarks) {
    /** Identical stages or resources. */
    record Group(String name, String kind, double utilisation, long served) {}

    /** What a run printed. */
    static Measurement of(JsonNode summary) {
        JsonNode throughput = summary.path("throughput");
        List<Group> groups = new ArrayList<>();
        for (JsonNode row : summary.path("resources")) {
            groups.add(new Group(
                    row.path("resource").asText(),
                    row.path("kind").asText(),
                    row.path("utilisation").asDouble(),
                    row.path("served").asLong()));
        }
        List<String> remarks = new ArrayList<>();
        summary.path("remarks").forEach(remark -> remarks.add(remark.asText()));
        JsonNode bottleneck = summary.path("bottleneck");
        return new Measurement(
                throughput.path("committedPerSecond").asDouble(),
                throughput.path("committedCi95PerSecond").asDouble(Double.NaN),
                summary.path("latencyUs").path("p50").asDouble(Double.NaN),
                summary.path("latencyUs").path("p99").asDouble(Double.NaN),
                bottleneck.path("utilisation").asDouble() > 0
                        ? bottleneck.path("resource").asText()
                        : null,
                bottleneck.path("utilisation").asDouble(),
                List.copyOf(groups),
                remarks);
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

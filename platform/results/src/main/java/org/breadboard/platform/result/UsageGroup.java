// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.runtime.GroupName;

/**
 * Identical stages or resources on all nodes, switches or racks: their names differ in the node and in a trailing
 * number only.
 *
 * @param name the name that they share
 * @param kind {@code stage} or {@code resource}
 * @param members how many there are
 * @param mean mean share of the measured time that they were busy, from 0 to 1; NaN where the runtime cannot say
 * @param busiest mean over the members in one node, at the node where that is highest
 * @param max the busiest member's share
 * @param served how many steps or messages all members served
 */
public record UsageGroup(String name, String kind, int members, double mean, double busiest, double max, long served) {
    /** How the bottleneck is picked, for results. */
    public static final String RULE = "the group of identical stages or resources with the highest utilisation; "
            + "a group's utilisation is the mean over its members in a node, at the busiest node";

    /** Groups what was used, the busiest group first. */
    public static List<UsageGroup> of(List<RunResult.Utilisation> usage) {
        Members members = Members.of(usage.stream()
                .map(each -> new Timeline.Place(each.resource(), each.kind()))
                .toList());
        double[] shares =
                usage.stream().mapToDouble(RunResult.Utilisation::share).toArray();
        long[] served = usage.stream().mapToLong(RunResult.Utilisation::served).toArray();
        List<UsageGroup> sorted = new ArrayList<>(members.groups(shares, served));
        sorted.sort(Comparator.comparingDouble((UsageGroup group) -> Double.isNaN(group.busiest) ? -1 : group.busiest)
                .reversed());
        return List.copyOf(sorted);
    }

    /** The row of a {@link Summary}. */
    Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("resource", name);
        row.put("kind", kind);
        row.put("members", members);
        row.put("utilisation", Json.number(busiest));
        row.put("meanUtilisation", Json.number(mean));
        row.put("maxUtilisation", Json.number(max));
        row.put("served", served);
        return row;
    }

    /** Reads what {@link #json} wrote. */
    static UsageGroup of(JsonNode row) {
        return new UsageGroup(
                row.path("resource").asText(),
                row.path("kind").asText(),
                row.path("members").asInt(),
                row.path("meanUtilisation").asDouble(Double.NaN),
                row.path("utilisation").asDouble(Double.NaN),
                row.path("maxUtilisation").asDouble(Double.NaN),
                row.path("served").asLong());
    }

    /** Which places belong to which groups, found out once for many shares. */
    static final class Members {
        /** By the name of the group, and its node, the members' indices. */
        private final Map<String, Map<String, List<Integer>>> groups = new TreeMap<>();

        private final List<Timeline.Place> places;

        private Members(List<Timeline.Place> places) {
            this.places = places;
        }

        static Members of(List<Timeline.Place> places) {
            Members members = new Members(places);
            for (int i = 0; i < places.size(); i++) {
                GroupName name = GroupName.of(places.get(i).name());
                members.groups
                        .computeIfAbsent(name.group(), key -> new LinkedHashMap<>())
                        .computeIfAbsent(name.place(), key -> new ArrayList<>())
                        .add(i);
            }
            return members;
        }

        /** All groups by their names, given the share of time that each place was busy, and how much it served. */
        List<UsageGroup> groups(double[] shares, long[] served) {
            List<UsageGroup> all = new ArrayList<>();
            groups.forEach((name, nodes) -> all.add(group(name, nodes, shares, served)));
            return all;
        }

        /** The same where nobody counts what is served. */
        List<UsageGroup> groups(double[] shares) {
            return groups(shares, new long[shares.length]);
        }

        private UsageGroup group(String name, Map<String, List<Integer>> nodes, double[] shares, long[] served) {
            int members = 0;
            long all = 0;
            double sum = 0;
            double busiest = Double.NaN;
            double max = Double.NaN;
            String kind = "";
            for (List<Integer> node : nodes.values()) {
                double ofNode = 0;
                for (int each : node) {
                    kind = places.get(each).kind();
                    // A step that began before the measurement ended counts whole, so that a share may end above 1 by
                    // a step.
                    double share = Math.min(1, shares[each]);
                    ofNode += share;
                    all += served[each];
                    max = Double.isNaN(max) ? share : Math.max(max, share);
                }
                members += node.size();
                sum += ofNode;
                double mean = ofNode / node.size();
                busiest = Double.isNaN(busiest) ? mean : Math.max(busiest, mean);
            }
            return new UsageGroup(name, kind, members, sum / members, busiest, max, all);
        }
    }
}

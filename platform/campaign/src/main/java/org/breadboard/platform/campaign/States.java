// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.platform.cases.Ended;
import org.breadboard.platform.console.Table;

/**
 * What the runs of a campaign came through: each counter of a part, and each reason of an abort. A counter is a state
 * that a campaign is to meet, unless who owns it says that only a defect brings it about
 * ({@link org.breadboard.api.hardware.NodeScope#unexpected}).
 */
final class States {
    private final Map<String, Met> met = new TreeMap<>();
    private final long begin;

    /**
     * How a state was met.
     *
     * @param count how often, over all seeds
     * @param seeds in how many of them
     * @param first the lowest of these; -1 if there is none
     */
    record Met(long count, long seeds, long first) {
        private Map<String, Object> json(long begin) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("seeds", seeds);
            json.put("first", first);
            json.put("after", first - begin + 1);
            return json;
        }

        private Met and(long more, long seed) {
            return more == 0 ? this : new Met(count + more, seeds + 1, first < 0 ? seed : Math.min(first, seed));
        }
    }

    /** Those of all seeds that have ended. */
    States(List<Ended> ended) {
        begin = ended.stream().mapToLong(Ended::seed).min().orElse(0);
        for (Ended each : ended) {
            each.states()
                    .forEach((state, count) -> met.put(
                            state, met.getOrDefault(state, new Met(0, 0, -1)).and(count, each.seed())));
        }
    }

    /** How often each was met. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        met.forEach((state, how) -> counts.put(state, how.count()));
        return counts;
    }

    /** Of each that was met: in how many seeds, first in which, and how many it took until then. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        met.forEach((state, how) -> {
            if (how.seeds() > 0) {
                json.put(state, how.json(begin));
            }
        });
        return json;
    }

    /**
     * What is printed.
     *
     * @param summary has the totals
     * @param instants how many there are, by protocol and fault; empty where seeds draw
     * @param faults how often each fired
     * @param reached how long it took until each was met; null where the clock has no place
     */
    Table table(
            Map<String, Object> summary,
            Map<String, Map<String, Integer>> instants,
            Map<String, Long> faults,
            Reached reached) {
        List<String> columns = new ArrayList<>(List.of("what", "name", "count", "seeds", "first"));
        if (reached != null) {
            columns.add("afterSeconds");
        }
        Table table = new Table(columns.toArray(String[]::new));
        for (String total : List.of("seeds", "violations", "stuck", "refused", "excused")) {
            table.add(row(reached, "", total, "", summary.get(total), "", ""));
        }
        instants.forEach((protocol, of) -> of.forEach(
                (fault, count) -> table.add(row(reached, "", "instants", protocol + ", " + fault, count, "", ""))));
        faults.forEach((name, count) -> table.add(row(reached, "", "fault", name, count, "", "")));
        met.forEach((name, how) -> {
            Double seconds = reached == null ? null : reached.of(name);
            String after = seconds == null ? "" : String.format(Locale.ROOT, "%.1f", seconds);
            Object first = how.seeds() == 0 ? "" : how.first();
            table.add(row(reached, after, "state", name, how.count(), how.seeds(), first));
        });
        return table;
    }

    private static Object[] row(Reached reached, String after, Object... cells) {
        return reached == null
                ? cells
                : Stream.concat(Stream.of(cells), Stream.of(after)).toArray();
    }

    /** The counters that no seed has moved; a reason of an abort may be none of a protocol's. */
    List<String> notMet() {
        return met.entrySet().stream()
                .filter(state -> state.getValue().seeds() == 0)
                .map(Map.Entry::getKey)
                .filter(state -> !state.startsWith(Ended.ABORT))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.cases.Ended;

/**
 * What the runs of a campaign came through: each counter of a part, and each reason of an abort. A counter is a state
 * that a campaign is to meet, unless who owns it says that only a defect brings it about
 * ({@link org.breadboard.api.hardware.NodeScope#unexpected}).
 */
final class States {
    private final Map<String, Met> met = new TreeMap<>();

    /**
     * How a state was met.
     *
     * @param count how often, over all seeds
     * @param seeds in how many of them
     * @param first the lowest of these; -1 if there is none
     */
    record Met(long count, long seeds, long first) {
        private Met and(long more, long seed) {
            return more == 0 ? this : new Met(count + more, seeds + 1, first < 0 ? seed : Math.min(first, seed));
        }
    }

    /** Those of all seeds that have ended. */
    States(List<Ended> ended) {
        for (Ended each : ended) {
            each.states()
                    .forEach((state, count) -> met.put(
                            state, met.getOrDefault(state, new Met(0, 0, -1)).and(count, each.seed())));
        }
    }

    /** All that the parts of these seeds can come through, in the order of their names. */
    Map<String, Met> all() {
        return met;
    }

    /** How often each was met. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        met.forEach((state, how) -> counts.put(state, how.count()));
        return counts;
    }

    /** Of each that was met: in how many seeds, and first in which. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        met.forEach((state, how) -> {
            if (how.seeds() > 0) {
                json.put(state, Map.of("seeds", how.seeds(), "first", how.first()));
            }
        });
        return json;
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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import org.breadboard.platform.cases.Ended;

/**
 * How many seconds of a campaign went by until each state was met: of the clock, and so of no two campaigns the same. A
 * campaign that goes on counts on. One thread at a time.
 */
final class Reached {
    private static final String SECONDS = "seconds";

    private final Map<String, Double> first = new HashMap<>();
    private double before;
    private long beganNs;

    /** What has ended before, which a line of the campaign's seeds tells. */
    void restore(Ended ended, JsonNode line) {
        double seconds = line.path(SECONDS).asDouble();
        before = Math.max(before, seconds);
        add(ended, seconds);
    }

    /** The campaign begins, or goes on. */
    void begin() {
        beganNs = System.nanoTime();
    }

    /** A seed has ended now; its line says when. */
    Map<String, Object> line(Ended ended) {
        double seconds = before + (System.nanoTime() - beganNs) / 1e9;
        add(ended, seconds);
        Map<String, Object> line = ended.json();
        line.put(SECONDS, Math.round(seconds * 1000) / 1000.0);
        return line;
    }

    private void add(Ended ended, double seconds) {
        ended.states().forEach((state, count) -> {
            if (count > 0) {
                first.merge(state, seconds, Math::min);
            }
        });
    }

    /** The seconds until a state was met; null if it was not. */
    Double of(String state) {
        return first.get(state);
    }
}

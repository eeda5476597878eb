// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.result.Json;

/**
 * How one seed ended.
 *
 * @param seed it, or the number of an instant in its place
 * @param checked committed transactions that were judged
 * @param replay the command that runs it alone, as small as it still fails
 * @param verdict what was wrong with it, in sentences; empty if nothing was
 * @param faults how often each fault fired that the seed asked for
 * @param states what the run came through, and how often
 * @param excuse why it was tried with usual sizes, after one that was drawn small had no room; empty if it was not
 * @param drawn what ran, before it was made small; null if the campaign was not guided, or nothing could run
 */
public record Ended(
        long seed,
        long checked,
        String replay,
        Kind kind,
        List<String> verdict,
        Map<String, Long> faults,
        Map<String, Long> states,
        String excuse,
        Drawn drawn) {
    /** Begins the state of attempts that did not commit for a reason. */
    public static final String ABORT = "abort.";

    /** How it ended. */
    public enum Kind {
        /** Everything that was promised held. */
        VERIFIED,
        /** Something was found not to hold, or a plug-in threw. */
        VIOLATED,
        /** Something never ended, although no fault was left. */
        STUCK,
        /** Nothing that the seed could ask for is possible. */
        REFUSED
    }

    /**
     * What ran.
     *
     * @param ground the number of what it started from
     * @param sets what was set of that, by key
     */
    public record Drawn(int ground, Map<String, String> sets) {}

    /** The same, with what ran. */
    Ended with(Drawn ran) {
        return new Ended(seed, checked, replay, kind, verdict, faults, states, excuse, ran);
    }

    /** The same, after another run of the seed's which had no room in a size that was drawn small. */
    Ended after(Ended cramped) {
        Map<String, Long> all = new TreeMap<>(states);
        cramped.states.forEach((state, count) -> all.merge(state, count, Long::sum));
        return new Ended(seed, checked, replay, kind, verdict, faults, all, cramped.verdict.get(0), drawn);
    }

    /** The same in the place of another seed. */
    Ended numbered(long number) {
        return new Ended(number, checked, replay, kind, verdict, faults, states, excuse, null);
    }

    /** Whether something was found wrong. */
    public boolean failed() {
        return kind == Kind.VIOLATED || kind == Kind.STUCK;
    }

    /** How many attempts did not commit, by reason. */
    public Map<String, Long> aborts() {
        Map<String, Long> aborts = new TreeMap<>();
        states.forEach((state, count) -> {
            if (state.startsWith(ABORT)) {
                aborts.put(state.substring(ABORT.length()), count);
            }
        });
        return aborts;
    }

    /** As a line of a file. */
    public Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seed", seed);
        row.put("checked", checked);
        row.put("replay", replay);
        row.put("kind", kind.name());
        row.put("verdict", verdict);
        row.put("faults", faults);
        row.put("states", states);
        row.put("excuse", excuse);
        if (drawn != null) {
            row.put("ground", drawn.ground());
            row.put("sets", drawn.sets());
        }
        return row;
    }

    /** Reads what {@link #json} wrote. */
    public static Ended of(JsonNode row) {
        return new Ended(
                row.path("seed").asLong(),
                row.path("checked").asLong(),
                row.path("replay").asText(),
                Kind.valueOf(row.path("kind").asText()),
                Json.texts(row.path("verdict")),
                Json.counts(row.path("faults")),
                Json.counts(row.path("states")),
                row.path("excuse").asText(),
                row.has("sets") ? new Drawn(row.path("ground").asInt(), Json.textsByKey(row.path("sets"))) : null);
    }
}

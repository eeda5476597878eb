package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.observe.Counter;

/**
 * The counters of a cluster by name. Made by the thread that builds the cluster; read when the run stands still, or
 * roughly before.
 */
public final class Counters {
    private final Map<String, List<Counter>> byName = new TreeMap<>();
    private final Map<String, Long> before;

    /** No counters yet. */
    Counters() {
        this(Map.of());
    }

    /** Counters that go on from these sums. */
    Counters(Map<String, Long> before) {
        this.before = before;
    }

    /** One more counter of this name, at 0. */
    Counter add(String name) {
        Counter counter = new Tally();
        byName.computeIfAbsent(name, n -> new ArrayList<>()).add(counter);
        return counter;
    }

    /** For each name the sum of its counters. */
    public Map<String, Long> sums() {
        Map<String, Long> sums = new TreeMap<>(before);
        byName.forEach((name, counters) ->
                sums.merge(name, counters.stream().mapToLong(Counter::value).sum(), Long::sum));
        return sums;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.api.observe.Counter;

/**
 * The counters of a cluster by name. Made by the thread that builds the cluster; read when the run stands still, or
 * roughly before.
 */
public final class Counters {
    private final Map<String, List<Counter>> byName = new TreeMap<>();
    /** Those that go on from a configuration to the next. */
    private final Map<String, List<Counter>> lasting;

    private final Map<String, Long> before;

    /** Names of those that are shown only if they have counted. */
    private final Set<String> unexpected;

    /** No counters yet. */
    Counters() {
        this(Map.of());
    }

    /** Counters that go on from these sums. */
    Counters(Map<String, Long> before) {
        this(before, new TreeMap<>(), new HashSet<>());
    }

    private Counters(Map<String, Long> before, Map<String, List<Counter>> lasting, Set<String> unexpected) {
        this.before = before;
        this.lasting = lasting;
        this.unexpected = unexpected;
    }

    /** Those of the next configuration, which go on from these; of these only the lasting ones count any more. */
    Counters next() {
        return new Counters(plus(before, byName), lasting, unexpected);
    }

    /** One more counter of this name, at 0. */
    Counter add(String name) {
        return add(byName, name);
    }

    /** The same, for what is shown only if it has counted. */
    Counter addUnexpected(String name) {
        unexpected.add(name);
        return add(name);
    }

    /** The same, for who counts in all configurations of a run. */
    Counter addLasting(String name) {
        return add(lasting, name);
    }

    private static Counter add(Map<String, List<Counter>> to, String name) {
        Counter counter = new Tally();
        to.computeIfAbsent(name, n -> new ArrayList<>()).add(counter);
        return counter;
    }

    /** For each name the sum of its counters. */
    public Map<String, Long> sums() {
        Map<String, Long> sums = plus(plus(before, lasting), byName);
        sums.entrySet().removeIf(sum -> sum.getValue() == 0 && unexpected.contains(sum.getKey()));
        return sums;
    }

    private static Map<String, Long> plus(Map<String, Long> sumsBefore, Map<String, List<Counter>> more) {
        Map<String, Long> sums = new TreeMap<>(sumsBefore);
        more.forEach((name, counters) ->
                sums.merge(name, counters.stream().mapToLong(Counter::value).sum(), Long::sum));
        return sums;
    }
}

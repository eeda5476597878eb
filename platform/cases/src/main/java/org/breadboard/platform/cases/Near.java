// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.runtime.SeededStream;

/**
 * A case near one that was kept: some of its settings are those of another case of the same ground, or left out as
 * there. What is set together is taken together, so that a case is still one that a seed could draw.
 *
 * @param sets what is set of the mix, by key
 */
record Near(Ground ground, Map<String, String> sets) {
    /** Of each part one in so many is the other's; the most doublings of two. */
    private static final int MOST = 3;

    private static final List<Set<String>> TOGETHER = List.of(
            Set.of(Case.NODES, Case.COPIES, Case.THREADS, Case.MEASURED),
            Set.of(Case.ORDERED, Case.SPREAD, Case.APART, Case.FIXED),
            Set.of(Case.PAIRS, Case.ACCESSES, Case.ROUNDS, Case.KEYS),
            Set.of(Case.NEMESIS, Case.INTERVAL, Case.WINDOW, Case.LEASE, Case.DECIDE, Case.CONTROL));

    /** A kept case's settings, a few of them replaced by the other's. */
    static Map<String, String> sets(
            Map<String, String> kept, Map<String, String> other, Ground ground, SeededStream random) {
        Map<String, String> sets = new LinkedHashMap<>(kept);
        int oneIn = 2 << random.nextInt(MOST);
        for (Set<String> part : parts(kept, other, ground)) {
            if (random.nextInt(oneIn) == 0) {
                sets.keySet().removeAll(part);
                other.forEach((key, value) -> {
                    if (part.contains(key)) {
                        sets.put(key, value);
                    }
                });
            }
        }
        bound(sets, ground);
        return sets;
    }

    /** What is taken together, in an order that is always the same. */
    private static List<Set<String>> parts(Map<String, String> kept, Map<String, String> other, Ground ground) {
        Set<String> left = new TreeSet<>(kept.keySet());
        left.addAll(other.keySet());
        left.removeAll(ground.sets().keySet());
        List<Set<String>> together = new ArrayList<>(TOGETHER);
        together.add(ground.others().keySet());
        together.add(ground.timeouts().stream().map(Timeout::key).collect(Collectors.toSet()));
        String workload = kept.get(Case.WORKLOAD);
        boolean shaped = Ground.CONTENDED.equals(workload) && Objects.equals(workload, other.get(Case.WORKLOAD));
        if (!shaped) {
            together.add(
                    0,
                    left.stream()
                            .filter(key -> key.startsWith(Case.WORKLOAD) || key.equals(Case.SCALE))
                            .collect(Collectors.toSet()));
        }
        List<Set<String>> parts = new ArrayList<>();
        for (Set<String> each : together) {
            Set<String> part = new TreeSet<>(each);
            part.retainAll(left);
            left.removeAll(part);
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        left.forEach(key -> parts.add(Set.of(key)));
        return parts;
    }

    /** Leaves out what no case has beside what it has now. */
    static void bound(Map<String, String> sets, Ground ground) {
        if (!Shares.isQuiet(sets)) {
            drop(ground.sizes().stream().filter(size -> !size.ofProtocol()).map(Size::key), sets, ground);
            drop(ground.hidden().stream().map(Size::key), sets, ground);
        }
        if (!Shares.bearsShortDevices(sets, ground)) {
            drop(ground.timeouts().stream().filter(each -> !each.ofProtocol()).map(Timeout::key), sets, ground);
        }
        if (Shares.TENANTS.equals(sets.get(Case.WORKLOAD)) && !ground.sets().containsKey(Case.THREADS)) {
            sets.put(Case.THREADS, "2");
        }
    }

    private static void drop(Stream<String> keys, Map<String, String> sets, Ground ground) {
        keys.filter(key -> !ground.sets().containsKey(key)).forEach(sets::remove);
    }
}

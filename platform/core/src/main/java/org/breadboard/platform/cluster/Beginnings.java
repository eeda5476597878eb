// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.breadboard.platform.mix.Mix;

/**
 * What nodes of the last run started from, for the next one that starts from the same. Filling tables takes longer than
 * simulating a short point. Only what the last run asked for is held, and no longer than until a different one begins.
 * For the thread that builds clusters.
 */
public final class Beginnings {
    private final Map<String, Object> made = new HashMap<>();
    /** What was asked for since a run began. */
    private final Set<String> asked = new HashSet<>();

    private Start start;

    /** Nothing yet. */
    public Beginnings() {}

    /**
     * What determines it. A workload is sized for the cluster, and placed on it; how many clients it has, and what they
     * run on, does not matter.
     *
     * @param firstNumber where numbers begin that wrap around, such as those that tables keep of their slots
     */
    private record Start(
            Mix.Cluster machines, Mix.Part protocol, Mix.Part workload, List<Mix.Tenant> tenants, int firstNumber) {
        static Start of(Mix mix) {
            Mix.Cluster all = mix.cluster();
            Mix.Cluster machines =
                    new Mix.Cluster(all.nodes(), all.threads(), all.replication(), all.scale(), all.clientNodes(), 0);
            return new Start(machines, mix.protocol(), mix.workload(), mix.tenants(), Wraps.firstNumber(mix));
        }
    }

    /** A run of this mix begins: forgets what it does not start from, and what the one before it did not ask for. */
    void begin(Mix mix) {
        made.keySet().retainAll(asked);
        asked.clear();
        Start next = Start.of(mix);
        if (!next.equals(start)) {
            made.clear();
            start = next;
        }
    }

    /** What was made under this name, or is made now. */
    @SuppressWarnings("unchecked")
    <T> T initial(String name, Supplier<T> make) {
        asked.add(name);
        Object kept = made.get(name);
        if (kept == null) {
            kept = make.get();
            made.put(name, kept);
        }
        return (T) kept;
    }
}

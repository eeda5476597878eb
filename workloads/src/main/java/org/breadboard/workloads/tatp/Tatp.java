// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.Locality;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.NonUniform;
import org.breadboard.workloads.parts.Scaled;

/**
 * TATP: subscribers of a telecommunication provider and seven types of transactions, of which 80% only read. By default
 * a million subscribers per machine (FaSST 6.2). A transaction that misses a row that it needs fails: the application
 * aborts it, and only commits count.
 *
 * <p>Rows are spread by their own keys, unless {@code local} is set (HADES VIII): then all rows of a subscriber live on
 * one node, and a coin for each transaction says whether that is the client's.
 *
 * <p>Under a scale the number of subscribers shrinks, and the non-uniform choice of subscribers is flattened so that
 * two transactions do not meet at a subscriber more often than at full size ({@link NonUniform}).
 */
public final class Tatp implements WorkloadType {
    private static final Setting<Long> SUBSCRIBERS_PER_NODE = Setting.integer(
            "subscribersPerNode",
            "subscribers",
            1_000_000,
            1,
            10_000_000,
            "Subscribers per machine of the cluster (FaSST 6.2).");

    /** Creates the kind of workload. */
    public Tatp() {}

    @Override
    public String id() {
        return "tatp";
    }

    @Override
    public String description() {
        return "TATP: a telecommunication provider's subscribers, 80% of the transactions only read (FaSST 6.2)";
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(SUBSCRIBERS_PER_NODE, Locality.LOCAL, NamedLogic.ROUND_NS));
        settings.addAll(TatpTransactions.WEIGHTS.settings());
        return settings;
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        long full = Math.multiplyExact(settings.get(SUBSCRIBERS_PER_NODE), (long) nodes);
        long subscribers = Scaled.population("TATP subscribers", full, scale, 1);
        return new TatpWorkload(
                subscribers,
                NonUniform.scaled(full, subscribers),
                Locality.of(settings, nodes),
                TatpTransactions.WEIGHTS.in(settings),
                settings.get(NamedLogic.ROUND_NS));
    }
}

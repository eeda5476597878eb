// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.breadboard.api.RefusedException;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.tenants.SharedWorkload;

/** Builds what a mix's clients ask for. */
public final class MixWorkload {
    private MixWorkload() {}

    /**
     * The workload of a mix, sized for its cluster; null for a protocol that runs operations.
     *
     * @param types the kind of workload of an id
     * @throws org.breadboard.api.RefusedException if its settings cannot work together
     */
    public static Workload create(Mix mix, Function<String, WorkloadType> types) {
        Mix.Cluster cluster = mix.cluster();
        if (mix.workload() == null) {
            return null;
        }
        if (mix.tenants().isEmpty()) {
            return types.apply(mix.workload().id())
                    .create(mix.workload().settings(), cluster.nodes(), threadsPerNode(cluster), cluster.scale());
        }
        List<SharedWorkload.Tenant> tenants = new ArrayList<>();
        for (Mix.Tenant tenant : mix.tenants()) {
            tenants.add(new SharedWorkload.Tenant(
                    tenant.name(), create(tenant, cluster.nodes(), types.apply(tenant.workload())), tenant.cores()));
        }
        return new SharedWorkload(tenants, mix.tenants().stream().allMatch(tenant -> tenant.protocol() != null));
    }

    /** Machines of clients count as threads of the machines with records, for which they draw in turn. */
    private static int threadsPerNode(Mix.Cluster cluster) {
        int rounds = (cluster.clientNodes() + cluster.nodes() - 1) / cluster.nodes();
        return cluster.threads() * Math.max(1, rounds);
    }

    private static Workload create(Mix.Tenant tenant, int nodes, WorkloadType type) {
        try {
            return type.create(tenant.settings(), nodes, tenant.cores().size(), tenant.scale());
        } catch (RefusedException refused) {
            throw new RefusedException("Tenant '" + tenant.name() + "': " + refused.getMessage());
        }
    }
}

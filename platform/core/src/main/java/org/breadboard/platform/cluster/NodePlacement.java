// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.member.Configuration;

/**
 * One partition per node, chosen by the workload where it cares, otherwise by a hash of the primary key, the same for
 * all tables; a configuration says which nodes hold it. Any thread.
 */
public final class NodePlacement implements Placement {
    private final int nodes;
    private final Configuration configuration;
    private final Workload workload;

    /** A placement; without a workload, which is null then, there are no records. */
    public NodePlacement(Configuration configuration, Workload workload) {
        this.nodes = configuration.machines();
        this.configuration = configuration;
        this.workload = workload;
    }

    @Override
    public int partitions() {
        return nodes;
    }

    @Override
    public int partition(int table, long key) {
        int chosen = workload == null ? Workload.BY_HASH : workload.partition(table, key, nodes);
        if (chosen != Workload.BY_HASH) {
            return chosen;
        }
        long h = key * 0x9e3779b97f4a7c15L;
        h ^= h >>> 32;
        h *= 0xd6e8feb86659fd93L;
        return (int) ((h >>> 33) * nodes >>> 31);
    }

    @Override
    public int replicas() {
        return configuration.replicas();
    }

    @Override
    public int copies(int partition) {
        return configuration.copies(partition);
    }

    @Override
    public int node(int partition, int index) {
        return configuration.node(partition, index);
    }

    @Override
    public int copy(int partition, int node) {
        return configuration.copy(partition, node);
    }
}

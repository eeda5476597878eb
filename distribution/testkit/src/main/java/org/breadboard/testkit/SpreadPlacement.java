// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import org.breadboard.api.workload.Placement;

/**
 * A placement for tests without a cluster: one partition per node, by a hash of the key, backups on the next nodes.
 *
 * @param nodes how many nodes, and partitions, there are
 * @param replicas copies of each partition, at most {@code nodes}
 */
public record SpreadPlacement(int nodes, int replicas) implements Placement {
    @Override
    public int partitions() {
        return nodes;
    }

    @Override
    public int partition(int table, long key) {
        long hash = (key + 1) * 0x9e3779b97f4a7c15L;
        return (int) Math.floorMod(hash >>> 20 ^ hash, (long) nodes);
    }

    @Override
    public int node(int partition, int index) {
        return (partition + index) % nodes;
    }
}

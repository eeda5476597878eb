// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import org.breadboard.api.workload.Placement;

/** Where the records of a tenant's own tables live. */
record TenantPlacement(Placement whole, int firstTable) implements Placement {
    @Override
    public int partitions() {
        return whole.partitions();
    }

    @Override
    public int partition(int table, long key) {
        return whole.partition(firstTable + table, key);
    }

    @Override
    public int replicas() {
        return whole.replicas();
    }

    @Override
    public int copies(int partition) {
        return whole.copies(partition);
    }

    @Override
    public int node(int partition, int index) {
        return whole.node(partition, index);
    }

    @Override
    public boolean isBackup(int partition, int node) {
        return whole.isBackup(partition, node);
    }
}

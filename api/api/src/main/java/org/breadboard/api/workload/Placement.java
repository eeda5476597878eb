// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.workload;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Where records live: each key belongs to a partition, each partition has a primary and backups. Immutable; any thread.
 * When machines crash or come back, the nodes are built anew with another one.
 */
@ProviderType
public interface Placement {
    /** How many partitions there are. */
    int partitions();

    /** The partition of a record. */
    int partition(int table, long key);

    /** How many copies each partition is to have, the primary included. */
    int replicas();

    /** How many copies a partition has, from 1 to {@link #replicas}: fewer while machines are down. */
    default int copies(int partition) {
        return replicas();
    }

    /** The node that holds copy {@code index} of a partition, below {@link #copies}; 0 is the primary. */
    int node(int partition, int index);

    /** Which copy of a partition a node holds, 0 for the primary; -1 if it holds none. */
    default int copy(int partition, int node) {
        for (int copy = 0; copy < copies(partition); copy++) {
            if (node(partition, copy) == node) {
                return copy;
            }
        }
        return -1;
    }

    /** Whether a node holds a backup of a partition. */
    default boolean isBackup(int partition, int node) {
        return copy(partition, node) > 0;
    }

    /** The primary of a record. */
    default int primary(int table, long key) {
        return node(partition(table, key), 0);
    }
}

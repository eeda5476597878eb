package org.breadboard.api.protocol;

/** Where records live: each key belongs to a partition, each partition has a primary and backups. Immutable; any thread. */
public interface Placement {
    /** How many partitions there are. */
    int partitions();

    /** The partition of a record. */
    int partition(int table, long key);

    /** How many copies each partition has, the primary included. */
    int replicas();

    /** The node that holds copy {@code index} of a partition; 0 is the primary. */
    int node(int partition, int index);

    /** The primary of a record. */
    default int primary(int table, long key) {
        return node(partition(table, key), 0);
    }
}

package org.breadboard.platform.cluster;

import org.breadboard.api.protocol.Placement;

/** One partition per node, chosen by a hash of the primary key, the same for all tables; backups are the next nodes. */
final class HashPlacement implements Placement {
    private final int nodes;
    private final int replicas;

    HashPlacement(int nodes, int replicas) {
        this.nodes = nodes;
        this.replicas = replicas;
    }

    @Override
    public int partitions() {
        return nodes;
    }

    @Override
    public int partition(int table, long key) {
        long h = key * 0x9e3779b97f4a7c15L;
        h ^= h >>> 32;
        h *= 0xd6e8feb86659fd93L;
        return (int) ((h >>> 33) * nodes >>> 31);
    }

    @Override
    public int replicas() {
        return replicas;
    }

    @Override
    public int node(int partition, int index) {
        int node = partition + index;
        return node < nodes ? node : node - nodes;
    }
}

package org.breadboard.proto.xenic.txn;

import org.breadboard.api.protocol.Placement;

/** Which nodes keep backups. */
final class Backups {
    private Backups() {}

    /** Whether a node keeps a backup of a partition. */
    static boolean has(Placement placement, int partition, int node) {
        for (int copy = 1; copy < placement.replicas(); copy++) {
            if (placement.node(partition, copy) == node) {
                return true;
            }
        }
        return false;
    }
}

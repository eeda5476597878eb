// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.Shard;

/**
 * What all cores of a NIC are given.
 *
 * @param node the node's number
 * @param nodes how many nodes there are
 * @param contexts contexts of a thread of the host
 * @param options what the cores are set to
 * @param catalog tables, types and places
 * @param shard the node's records
 * @param rounds what the cores learn of types
 * @param mostWriteBytes the most bytes that a transaction may write, as encoded
 * @param recovers whether machines may crash
 * @param observer learns what the cores do with clients' transactions
 */
public record NicSetup(
        int node,
        int nodes,
        int contexts,
        XenicOptions.Nic options,
        Catalog catalog,
        Shard shard,
        RoundsSeen rounds,
        int mostWriteBytes,
        boolean recovers,
        NicObserver observer) {
    /**
     * Whether a node logs what is written to a partition: its backups do (Xenic 4.2 step 5). Where machines may crash,
     * its primary does, too, as FaRM's has what it locks: when the first COMMIT unlocks something, and when the client
     * is told, as many machines have each write as there are copies.
     */
    boolean logs(int partition, int at) {
        int copy = catalog.placement().copy(partition, at);
        return copy > 0 || copy == 0 && recovers;
    }
}

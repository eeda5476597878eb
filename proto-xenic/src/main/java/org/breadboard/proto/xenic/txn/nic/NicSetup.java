package org.breadboard.proto.xenic.txn.nic;

import java.util.function.LongFunction;
import org.breadboard.api.txn.Transaction;
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
 * @param clients the client's transaction for a reference, on whichever node: only the client and its history have to
 *     do with it
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
        LongFunction<Transaction> clients) {
    /**
     * Whether a node logs what is written to a partition: its backups do (Xenic 4.2 step 5). Where machines may crash,
     * its primary does, too, as FaRM's has what it locks: when the first COMMIT unlocks something, and when the client
     * is told, as many machines have each write as there are copies.
     */
    boolean logs(int partition, int at) {
        int copy = catalog.placement().copy(partition, at);
        return copy > 0 || copy == 0 && recovers;
    }

    /**
     * Tells the client's transaction what it is about to install, before it is logged; nothing but a crash keeps it
     * from committing then.
     */
    void tellInstalled(long reference) {
        Transaction home = clients.apply(reference);
        for (int i = 0; i < home.accesses(); i++) {
            if (home.written(i) && !catalog.isOrdered(home.table(i))) {
                home.installed(i, home.readVersion(i) + 1);
            }
        }
    }
}

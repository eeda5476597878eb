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
 * @param options what the cores are set to
 * @param catalog tables, types and places
 * @param shard the node's records
 * @param rounds what the cores learn of types
 * @param mostWriteBytes the most bytes that a transaction may write, as encoded
 * @param clients the client's transaction for a reference, on whichever node: only the client and its history have to
 *     do with it
 */
public record NicSetup(
        int node,
        int nodes,
        XenicOptions.Nic options,
        Catalog catalog,
        Shard shard,
        RoundsSeen rounds,
        int mostWriteBytes,
        LongFunction<Transaction> clients) {}

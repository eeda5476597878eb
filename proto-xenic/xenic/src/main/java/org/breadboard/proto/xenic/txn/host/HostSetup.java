// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.Shard;

/**
 * What all threads of a host are given.
 *
 * @param node the node's number
 * @param threads coordinator threads of the host
 * @param contexts contexts of a thread
 * @param cores cores of its NIC
 * @param options what the threads are set to
 * @param catalog tables, types and places
 * @param shard the node's records
 * @param seen what the threads learn of types
 * @param shipments what they tell each other of transactions on NICs
 * @param mostWriteBytes the most bytes that a transaction may write, as encoded
 */
public record HostSetup(
        int node,
        int threads,
        int contexts,
        int cores,
        XenicOptions.Host options,
        Catalog catalog,
        Shard shard,
        TypesSeen seen,
        Shipments shipments,
        int mostWriteBytes) {}

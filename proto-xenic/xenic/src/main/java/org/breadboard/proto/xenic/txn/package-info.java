/**
 * Xenic's transactions (Xenic 4.2, 4.3), put together on each node: settings and catalog in {@code setup}, messages in
 * {@code wire}, records in {@code shard}, what the NIC's cores do in {@code nic}, what the host's threads do in
 * {@code host}; each depends on those before it only, and {@code nic} and {@code host} not on each other. Entry type:
 * {@link org.breadboard.proto.xenic.txn.XenicType}. Nodes are built by one thread.
 */
package org.breadboard.proto.xenic.txn;

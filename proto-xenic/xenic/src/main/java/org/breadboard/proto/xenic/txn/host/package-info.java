/**
 * What the threads of a host run (Xenic 4.2, threads A and E). A {@code HostTransaction} executes what keeps to the own
 * shard, and hands the rest to its NIC; {@code ShippedPart} is what it does here of a transaction that executes there;
 * a {@link org.breadboard.proto.xenic.txn.host.LogWorker} applies what NICs have logged. Entry types:
 * {@link org.breadboard.proto.xenic.txn.host.HostThread} and the worker. Everything belongs to one thread, but what
 * {@link org.breadboard.proto.xenic.txn.host.HostSetup} gives to all of them.
 */
package org.breadboard.proto.xenic.txn.host;

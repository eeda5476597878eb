/**
 * What the cores of a NIC run (Xenic 4.2, 4.3). {@code NicTransaction} coordinates a transaction of the own host: its
 * {@code NicRequests} ask the {@code ShardServer}s of primaries and backups, which run {@code ShardOperation}s;
 * {@code MultiHop} sends it to another NIC, which executes it as a {@code ShippedExecution}. Entry type:
 * {@link org.breadboard.proto.xenic.txn.nic.NicCore}. Everything belongs to one core, but what
 * {@link org.breadboard.proto.xenic.txn.nic.NicSetup} gives to all of them.
 */
package org.breadboard.proto.xenic.txn.nic;

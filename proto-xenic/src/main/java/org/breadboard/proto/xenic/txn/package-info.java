/**
 * Xenic's transactions (Xenic 4.2, 4.3). One goes from {@code HostTransaction} through {@code XenicCore} to {@code NicTransaction}, whose
 * {@code NicRequests} ask {@code ShardOperation}s of the primaries' and backups' NICs; what they log, {@code LogWorker}s apply. Entry type:
 * {@link org.breadboard.proto.xenic.txn.XenicType}.
 */
package org.breadboard.proto.xenic.txn;

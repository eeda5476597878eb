/**
 * The records of a node, in the memory of its host and its NIC: copies of tables, the NIC's index with locks and cached
 * records, and the log that the NIC writes and the host applies (Xenic 4.1, 4.2). Entry type:
 * {@link org.breadboard.proto.xenic.txn.shard.Shard}. All cores of the NIC and all threads of the host use it at once.
 */
package org.breadboard.proto.xenic.txn.shard;

/**
 * What Xenic's hosts and NICs tell each other of transactions: kinds of messages and their headers, the records that
 * messages are about, and how the accesses of a transaction become such records and back. Entry types:
 * {@link org.breadboard.proto.xenic.txn.wire.Wire}, {@link org.breadboard.proto.xenic.txn.wire.RecordBatch}. Each
 * object belongs to one thread.
 */
package org.breadboard.proto.xenic.txn.wire;

/**
 * FaSST's transactions (FaSST 5): worker coroutines coordinate, masters serve tables and logs. Entry type:
 * {@link org.breadboard.proto.fasst.txn.FasstType}. What a thread has is used by that thread only; table and log
 * regions are shared by the threads of a node under the rules of {@link org.breadboard.proto.fasst.mica.MicaStore} and
 * {@link org.breadboard.proto.fasst.txn.CommitLog}.
 */
package org.breadboard.proto.fasst.txn;

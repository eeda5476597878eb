package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.Placement;
import org.breadboard.kit.table.LocalRecords;

/**
 * What the coordinators of a thread are given, and share. One thread.
 *
 * @param node the thread's, of {@code nodes}
 * @param number the thread's, of {@code threads} on each node
 * @param records those of the own node, for the CPU
 * @param locals the ordered tables of the own node
 * @param backups of other nodes' records
 * @param tails how far this thread has written each node's log
 * @param queuePairs one to each node
 * @param oneSided counts verbs
 * @param outbox takes requests
 * @param maxMessageBytes the longest request or reply
 */
record CoordinatorSetup(
        int node,
        int nodes,
        int number,
        int threads,
        DrtmOptions options,
        Placement placement,
        NodeTables tables,
        Records records,
        LocalRecords locals,
        Backups backups,
        LogTails tails,
        QueuePair[] queuePairs,
        Counter oneSided,
        Outbox outbox,
        int maxMessageBytes) {
    /** A hash table. */
    RemoteTable table(int table) {
        return tables.remote(table);
    }
}

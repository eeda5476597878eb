package org.breadboard.proto.xenic.drtm.coordinator;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.proto.xenic.drtm.log.Backups;
import org.breadboard.proto.xenic.drtm.log.LogTails;
import org.breadboard.proto.xenic.drtm.rpc.Outbox;
import org.breadboard.proto.xenic.drtm.setup.DrtmOptions;
import org.breadboard.proto.xenic.drtm.table.NodeTables;
import org.breadboard.proto.xenic.drtm.table.Records;
import org.breadboard.proto.xenic.drtm.table.RemoteTable;

/**
 * What the coordinators of a thread are given, and share. One thread.
 *
 * @param node the thread's, of {@code nodes}
 * @param number the thread's, of {@code threads} on each node
 * @param options what the run is set to
 * @param placement which nodes have a partition
 * @param tables those of the own node, which its threads share
 * @param records those of the own node, for the CPU
 * @param locals the ordered tables of the own node
 * @param backups of other nodes' records
 * @param tails how far this thread has written each node's log
 * @param queuePairs one to each node
 * @param oneSided counts verbs
 * @param outbox takes requests
 * @param maxMessageBytes the longest request or reply
 */
public record CoordinatorSetup(
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

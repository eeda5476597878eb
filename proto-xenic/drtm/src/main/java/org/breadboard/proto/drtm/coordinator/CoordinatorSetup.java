// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import java.util.List;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.RangeServer;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.drtm.log.Backups;
import org.breadboard.proto.drtm.log.LogTails;
import org.breadboard.proto.drtm.log.ReplicaLog;
import org.breadboard.proto.drtm.rpc.Outbox;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.table.NodeTables;
import org.breadboard.proto.drtm.table.Records;
import org.breadboard.proto.drtm.table.RemoteTable;

/**
 * What the coordinators of a thread share; of its records, what the thread does for others uses the same. One thread.
 */
public final class CoordinatorSetup {
    final int node;
    final int nodes;
    final DrtmOptions options;
    final Placement placement;
    /** The number of the thread. */
    final int thread;
    /** How far this thread has written each node's log. */
    public final LogTails tails;
    /** The own node's. */
    final ReplicaLog log;
    /** Sets of one to each node. */
    private final QueuePair[][] queuePairs;
    /** Counts verbs. */
    final Counter oneSided;

    final Counter committed;
    /** Takes requests. */
    final Outbox outbox;

    private final NodeTables tables;
    private final List<TableSpec> specs;
    /** The hash tables of the own node, for the CPU: one record after another, as its transactions ask for them. */
    final Records records;
    /** The same for lists of records: what others ask for in a request, and what they have logged. */
    public final Records served;
    /** The ordered tables of the own node. */
    final LocalRecords locals;
    /** What the own node has of other nodes' records. */
    public final Backups backups;

    /** Of thread {@code number} of a node. */
    public CoordinatorSetup(
            NodeContext scope,
            ProtocolContext context,
            DrtmOptions options,
            NodeTables tables,
            ReplicaLog log,
            int number,
            QueuePair[][] queuePairs,
            Counter oneSided,
            Outbox outbox) {
        node = scope.node();
        nodes = scope.nodes();
        this.options = options;
        placement = context.placement();
        thread = number;
        tails = new LogTails(scope, number, context.threads(), context.contexts(), options.logSlots);
        this.log = log;
        this.queuePairs = queuePairs;
        this.oneSided = oneSided;
        committed = scope.counter("drtm.committed");
        this.outbox = outbox;
        this.tables = tables;
        specs = context.tables();
        records = new Records(tables.copies(), options, 1);
        served = new Records(tables.copies(), options, options.missesAtOnce);
        locals = new LocalRecords(tables.local(), options.memory);
        backups = new Backups(served, locals, placement, node);
    }

    /** Where the inserts of one of its contexts into ordered tables are remembered; null if nowhere. */
    InsertJournal.Lane inserts(int context) {
        return InsertJournal.lane(tables.inserts(), thread, context);
    }

    /** The ranges over the keys of all partitions of one of its contexts. */
    SpreadRanges ranges(LocalTransaction local) {
        return new SpreadRanges(specs, placement, node, outbox.maxMessageBytes() - Rpc.REPLY_BYTES, local);
    }

    /** Serves such ranges of other nodes. */
    public RangeServer rangeServer() {
        return new RangeServer(locals);
    }

    /** The queue pairs of one of its contexts, one to each node. */
    QueuePair[] queuePairs(int context) {
        return queuePairs[context % queuePairs.length];
    }

    /** How many tables there are. */
    int tables() {
        return tables.count();
    }

    /** A hash table. */
    RemoteTable table(int table) {
        return tables.remote(table);
    }
}

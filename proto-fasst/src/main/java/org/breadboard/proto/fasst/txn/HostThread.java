// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.RangeServer;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.rpc.CorePort;
import org.breadboard.proto.fasst.rpc.DatagramPort;
import org.breadboard.proto.fasst.rpc.RpcCaller;
import org.breadboard.proto.fasst.rpc.RpcEndpoint;
import org.breadboard.proto.fasst.rpc.RpcHandler;
import org.breadboard.proto.fasst.rpc.RpcThread;
import org.breadboard.proto.fasst.table.CommitLog;
import org.breadboard.proto.fasst.table.LogReplicas;
import org.breadboard.proto.fasst.table.LookupCost;
import org.breadboard.proto.fasst.table.TableHandler;
import org.breadboard.proto.fasst.table.TableRequest;
import org.breadboard.proto.fasst.table.TableService;

/** One host thread: its endpoint, the handlers of its master, and its coordinators. */
final class HostThread {
    /** Tables are registered under their ids as request types (FaSST 5.2), the log under the last one. */
    static final int LOG_TYPE = 255;

    /** Parts of ranges over the keys of all partitions have the one before. */
    static final int RANGE_TYPE = 254;

    private final FasstOptions options;
    private final int node;
    private final int number;
    private final Placement placement;
    private final CommitLog log;
    private final LogReplicas logReplicas;
    private final RpcEndpoint endpoint;
    private final TableHandler[] tables;
    private final LocalRecords locals;
    private final InsertJournal inserts;
    private final List<TableSpec> specs;
    private final TableRequest request = new TableRequest();
    private final byte[] scratch;
    private final List<Coordinator> coordinators = new ArrayList<>();

    /**
     * A thread of a node.
     *
     * @param inserts null if no machine crashes, or no table is ordered
     * @param nic whose cores handle RPCs; null if host threads do
     * @param callersPerCore how many coroutines of neighbouring numbers share one of them
     */
    HostThread(
            NodeContext scope,
            ProtocolContext context,
            FasstOptions options,
            TableCopies[] partitions,
            CommitLog log,
            LogReplicas logReplicas,
            InsertJournal inserts,
            NicCores nic,
            int callersPerCore,
            int number) {
        this.options = options;
        this.inserts = inserts;
        specs = context.tables();
        this.node = scope.node();
        this.number = number;
        this.placement = context.placement();
        this.log = log;
        this.logReplicas = logReplicas;
        RpcThread who = new RpcThread(number, context.contexts());
        DatagramTransport transport = scope.capability(DatagramTransport.class);
        this.endpoint = new RpcEndpoint(
                scope,
                options.rpc,
                who,
                stage -> nic == null
                        ? new DatagramPort(scope, transport, options.rpc, stage, who)
                        : new CorePort(scope, nic, stage, who, RpcPlace.mostBytes(transport), callersPerCore));
        this.tables = new TableHandler[partitions.length];
        locals = new LocalRecords(TableCopies.locals(partitions), options.memory);
        LookupCost lookups = new LookupCost(options.memory, options.lookups, options.missesAtOnce);
        endpoint.afterPoll(lookups::pollEnds);
        for (int table = 0; table < tables.length; table++) {
            refuseIfTooLarge(table, context);
            if (locals.isLocal(table)) {
                endpoint.register(table, new BackupHandler(table, locals), 0);
            } else {
                tables[table] = new TableHandler(partitions[table], lookups);
                endpoint.register(table, tables[table], tables[table].responseBytes(TableRequest.READ));
            }
        }
        scratch = new byte[Math.max(CommitLog.MAX_PART_BYTES, longestAnswerBytes())];
        endpoint.register(LOG_TYPE, this::serveLog, 0);
        if (specs.stream().anyMatch(TableSpec::spread)) {
            RangeServer ranges = new RangeServer(locals);
            endpoint.register(
                    RANGE_TYPE,
                    (step, caller, bytes, at, length, answer, answerAt) ->
                            RpcHandler.reply(TableService.OK, ranges.serve(step, bytes, at, answer, answerAt)),
                    endpoint.longestPayloadBytes());
        }
        TransactionSource source = scope.transactions(endpoint.stage(), number);
        for (int i = 0; i < source.contexts(); i++) {
            coordinators.add(new Coordinator(this, source, i));
        }
    }

    private void refuseIfTooLarge(int table, ProtocolContext context) {
        int longest = CommitLog.RECORD_HEADER_BYTES
                + CommitLog.WRITE_HEADER_BYTES
                + context.tables().get(table).valueBytes();
        if (longest > longestPartBytes()) {
            throw new RefusedException("table " + context.tables().get(table).name() + " has values of "
                    + context.tables().get(table).valueBytes()
                    + " B, whose commit record does not fit into a message of "
                    + endpoint.maxMessageBytes() + " B (FaSST 5.2)");
        }
        if (specs.get(table).spread() && !SpreadRanges.fits(specs.get(table), endpoint.longestPayloadBytes())) {
            throw new RefusedException("table " + specs.get(table).name() + " has values of "
                    + specs.get(table).valueBytes() + " B, of which not even one fits into the answer for a range over"
                    + " all nodes, a message of " + endpoint.maxMessageBytes() + " B: use shorter values");
        }
    }

    private int serveLog(
            Step step, RpcCaller caller, byte[] request, int at, int lengthBytes, byte[] response, int responseAt) {
        step.stall(options.memory.cachedNs());
        log.append(caller.node(), caller.thread(), caller.coroutine(), request, at, lengthBytes);
        return RpcHandler.reply(TableService.OK, 0);
    }

    /**
     * Appends a part of the record of an own coroutine's transaction, of its writes among some accesses, to the own
     * log.
     */
    void append(Step step, int coroutine, Transaction transaction, long recordNumber, int part, int from, int to) {
        step.stall(options.memory.cachedNs());
        CommitLog.encode(transaction, recordNumber, part, from, to, scratch, 0);
        log.append(node, number, coroutine, scratch, 0, CommitLog.partBytes(transaction, from, to));
    }

    /** A request for whoever of the coordinators makes one now: nobody keeps it. */
    TableRequest request() {
        return request;
    }

    /** Bytes for what a coordinator does at home now: nobody keeps them. */
    byte[] scratch() {
        return scratch;
    }

    RpcEndpoint endpoint() {
        return endpoint;
    }

    List<Coordinator> coordinators() {
        return coordinators;
    }

    /** The longest answer of an operation on a table. */
    int responseBytes(int table, int op) {
        return locals.isLocal(table) ? 0 : tables[table].responseBytes(op);
    }

    /** The ordered tables. */
    LocalRecords locals() {
        return locals;
    }

    /** Where a context's inserts into them are remembered; null if nowhere. */
    InsertJournal.Lane inserts(int context) {
        return InsertJournal.lane(inserts, number, context);
    }

    /** The ranges of a coordinator over the keys of all partitions. */
    SpreadRanges ranges(LocalTransaction local) {
        return new SpreadRanges(specs, placement, node, endpoint.longestPayloadBytes(), local);
    }

    /** One for each table that is not ordered, at the index of its id. */
    TableHandler[] tables() {
        return tables;
    }

    Placement placement() {
        return placement;
    }

    CommitLog log() {
        return log;
    }

    int node() {
        return node;
    }

    int number() {
        return number;
    }

    boolean isHere(int otherNode) {
        return otherNode == node;
    }

    /** Whether this node's own tables are called, without RPCs. */
    boolean bypasses() {
        return options.localBypass;
    }

    boolean validates() {
        return options.breakage != Breakage.SKIP_VALIDATION;
    }

    boolean keepsLocks() {
        return options.breakage == Breakage.KEEP_LOCKS;
    }

    /** Which nodes get each commit record. */
    LogReplicas logReplicas() {
        return logReplicas;
    }

    /** How many nodes get each commit record, this one first: f + 1 (FaSST 5, phase 3). */
    int logCopies() {
        return logReplicas.copies(node) - (options.breakage == Breakage.DROP_LOG ? 1 : 0);
    }

    int longestPartBytes() {
        return Math.min(CommitLog.MAX_PART_BYTES, endpoint.longestPayloadBytes());
    }

    private int longestAnswerBytes() {
        int longest = 0;
        for (TableHandler table : tables) {
            longest = table == null ? longest : Math.max(longest, table.responseBytes(TableRequest.READ));
        }
        return longest;
    }
}

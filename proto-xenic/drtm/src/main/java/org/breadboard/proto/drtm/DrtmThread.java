// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.drtm.coordinator.Coordinator;
import org.breadboard.proto.drtm.coordinator.CoordinatorSetup;
import org.breadboard.proto.drtm.coordinator.Requests;
import org.breadboard.proto.drtm.log.LogCleaner;
import org.breadboard.proto.drtm.log.LogTruncation;
import org.breadboard.proto.drtm.log.ReplicaLog;
import org.breadboard.proto.drtm.nic.CorePost;
import org.breadboard.proto.drtm.rpc.DatagramPost;
import org.breadboard.proto.drtm.rpc.Outbox;
import org.breadboard.proto.drtm.rpc.Post;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.rpc.RpcServer;
import org.breadboard.proto.drtm.setup.CommitAcks;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.LogAck;
import org.breadboard.proto.drtm.setup.Way;
import org.breadboard.proto.drtm.table.NodeTables;

/**
 * One host thread, put together: its queue pairs, one to each node, its datagram port, its coordinators, and the server
 * and the log cleaner for its peers, the threads of its number on other nodes.
 */
final class DrtmThread implements StageProgram {
    /** Of a coordinator: the most operations of one kind that it posts to one node before it waits. */
    private static final int SLOTS_PER_CONTEXT = 16;

    private final DrtmOptions options;
    private final Outbox outbox;
    private final RpcServer server;
    private final Coordinator[] coordinators;

    /** {@code nic} has the cores that handle RPCs; null if threads do. */
    DrtmThread(
            NodeContext scope,
            ProtocolContext context,
            DrtmOptions options,
            NodeTables tables,
            ReplicaLog log,
            NicCores nic,
            int number) {
        this.options = options;
        int nodes = scope.nodes();
        Counter rpcs = scope.counter("drtm.rpcs");
        Counter oneSided = scope.counter("drtm.oneSided");
        Stage stage = scope.stage(new StageSpec("host" + number, options.hostSpeed, ""), this);
        TransactionSource source = scope.transactions(stage, number);
        int contexts = source.contexts();
        outbox = new Outbox(post(scope, context, stage, number, contexts, nic), options, rpcs);
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        OneSidedVerbs.QueuePair[][] queuePairs = new OneSidedVerbs.QueuePair[options.queuePairs][nodes];
        int slots = SLOTS_PER_CONTEXT * ((contexts + options.queuePairs - 1) / options.queuePairs);
        for (OneSidedVerbs.QueuePair[] set : queuePairs) {
            for (int to = 0; to < nodes; to++) {
                set[to] = verbs.connect(stage, to, OneSidedVerbs.Transport.RC, slots, 1);
            }
        }
        CoordinatorSetup setup =
                new CoordinatorSetup(scope, context, options, tables, log, number, queuePairs, oneSided, outbox);
        server = new RpcServer(tables, setup.served, setup.backups, outbox, setup.rangeServer());
        coordinators = new Coordinator[contexts];
        for (int i = 0; i < contexts; i++) {
            coordinators[i] = new Coordinator(setup, source, i);
            stage.add(coordinators[i]);
        }
        stage.add(new LogCleaner(scope, log, setup.backups, options, number));
        if (scope.recovery() != null) {
            refuseUnlessAwaited();
            stage.add(new LogTruncation(log, setup.tails, queuePairs[0], scope.node(), number, options.logPollNs));
        }
        for (TableSpec table : context.tables()) {
            refuseIfTooLarge(table);
            refuseIfNoRpcHoldsIt(table);
            refuseIfNoRangeHoldsIt(table);
        }
    }

    /** How it asks other nodes: their threads of its number, or the cores of their NICs. */
    private Post post(NodeContext scope, ProtocolContext context, Stage stage, int number, int contexts, NicCores nic) {
        DatagramTransport datagrams = scope.capability(DatagramTransport.class);
        // Each thread of this number has as many coordinators.
        int peers = scope.nodes() * contexts;
        if (nic != null) {
            int perCore = RpcPlace.callersPerCore(context.threads() * context.contexts(), nic);
            int longest = RpcPlace.mostBytes(datagrams);
            return new CorePost(nic, stage, number, peers, context.contexts(), perCore, longest);
        }
        int each = 2 * Requests.MOST_AT_A_NODE;
        DatagramTransport.Endpoint port = options.reliableRpcs || datagrams.mayLose()
                ? datagrams.openReliable(stage, number, each * peers, each * contexts)
                : datagrams.open(stage, number, each * peers, each * peers);
        return new DatagramPost(port, number, datagrams.maxPayloadBytes());
    }

    /** What backups log is given up when primaries have it, so somebody has to know. */
    private void refuseUnlessAwaited() {
        if (options.commitAcks == CommitAcks.PASSIVE) {
            throw new RefusedException(
                    "protocol.commitAcks=passive has nobody know when a primary has a commit, and where"
                            + " machines may crash its log stays until then; set protocol.commitAcks=awaited");
        }
    }

    private static void refuseIfTooLarge(TableSpec table) {
        if (table.valueBytes() > ReplicaLog.MAX_VALUE_BYTES) {
            throw new RefusedException("table " + table.name() + " has values of " + table.valueBytes()
                    + " B, whose commit record does not fit" + " into a log slot of " + ReplicaLog.SLOT_BYTES
                    + " B (DrTM+H's source)");
        }
    }

    /** A record whose value goes by RPC goes in one message. */
    private void refuseIfNoRpcHoldsIt(TableSpec table) {
        // Each record is logged; requests read and commit those of hash tables only.
        boolean isHashed = !table.ordered();
        boolean isLogged = options.log == Way.RPC || options.logAck == LogAck.WHOLE;
        boolean isWritten = isLogged || isHashed && options.commit == Way.RPC;
        boolean isRead = isHashed && options.read == Way.RPC;
        int requestBytes = isWritten ? Rpc.REQUEST_BYTES + Rpc.itemBytes(table.valueBytes()) : 0;
        int replyBytes = isRead ? Rpc.REPLY_BYTES + Rpc.readBytes(table.valueBytes()) : 0;
        if (Math.max(requestBytes, replyBytes) > outbox.maxMessageBytes()) {
            throw new RefusedException("table " + table.name() + " has values of " + table.valueBytes()
                    + " B, which do not fit into an RPC's message of " + outbox.maxMessageBytes()
                    + " B; use smaller values, a NIC with larger packets, or one-sided verbs for protocol.read,"
                    + " log and commit, with protocol.logAck=none");
        }
    }

    private void refuseIfNoRangeHoldsIt(TableSpec table) {
        if (table.spread() && options.rpcs == RpcPlace.NIC) {
            throw new RefusedException("table " + table.name()
                    + " has ranges over all nodes, and cores of NICs search no" + " trees: set protocol.rpcs=host");
        }
        if (table.spread() && !SpreadRanges.fits(table, outbox.maxMessageBytes() - Rpc.REPLY_BYTES)) {
            throw new RefusedException("table " + table.name() + " has values of " + table.valueBytes() + " B, of which"
                    + " not even one fits into the answer for a range over all nodes, a message of "
                    + outbox.maxMessageBytes() + " B: use shorter values");
        }
    }

    @Override
    public void receive(Step step, Message message) {
        outbox.polled(step, message);
        step.busy(options.rpc.messageNs());
        if (Rpc.isRequest(message)) {
            server.serve(step, message);
        } else {
            Coordinator coordinator = coordinators[Rpc.coroutine(message)];
            if (coordinator.answered(step, message)) {
                step.ready(coordinator);
            }
        }
    }

    @Override
    public Transmit transmit(Step step) {
        return outbox.transmit(step);
    }
}

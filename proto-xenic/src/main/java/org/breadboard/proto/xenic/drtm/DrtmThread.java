package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
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
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * One host thread: its queue pairs, one to each node, its datagram port and its coordinators, built and put together, and the service of what its peers,
 * the threads of its number on other nodes, ask by RPC.
 */
final class DrtmThread implements StageProgram {
    /** Of a coordinator: the most operations of one kind that it posts to one node before it waits. */
    private static final int SLOTS_PER_CONTEXT = 16;

    private static final int SMALL_BYTES = 256;

    private final DrtmOptions options;
    private final NodeTables tables;
    private final Records records;
    private final Backups backups;
    private final Outbox outbox;
    private final int maxMessageBytes;
    private final Coordinator[] coordinators;

    DrtmThread(
            NodeContext scope,
            ProtocolContext context,
            DrtmOptions options,
            NodeTables tables,
            ReplicaLog log,
            int number) {
        this.options = options;
        this.tables = tables;
        int nodes = scope.nodes();
        records = new Records(tables.copies(), options);
        LocalRecords locals = new LocalRecords(tables.local(), new MemoryCost(options.memoryNs(), options.cachedNs()));
        backups = new Backups(records, locals);
        Counter rpcs = scope.counter("drtm.rpcs");
        Counter oneSided = scope.counter("drtm.oneSided");
        Stage stage = scope.stage(new StageSpec("host" + number, 1, ""), this);
        TransactionSource source = scope.transactions(stage, number);
        int contexts = source.contexts();
        DatagramTransport datagrams = scope.capability(DatagramTransport.class);
        maxMessageBytes = datagrams.maxPayloadBytes();
        // A coordinator has one request at each node, and each thread of this number has as many coordinators.
        int peers = nodes * contexts;
        DatagramTransport.Endpoint port = options.reliableRpcs()
                ? datagrams.openReliable(stage, number, 2 * peers, 2 * contexts)
                : datagrams.open(stage, number, 2 * peers, 2 * peers);
        outbox = new Outbox(port, number, options, rpcs);
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        OneSidedVerbs.QueuePair[] queuePairs = new OneSidedVerbs.QueuePair[nodes];
        for (int to = 0; to < nodes; to++) {
            queuePairs[to] = verbs.connect(stage, to, OneSidedVerbs.Transport.RC, SLOTS_PER_CONTEXT * contexts, 1);
        }
        CoordinatorSetup setup = new CoordinatorSetup(
                scope.node(),
                nodes,
                number,
                context.threads(),
                options,
                context.placement(),
                tables,
                records,
                locals,
                backups,
                new LogTails(nodes, options.logSlots()),
                queuePairs,
                oneSided,
                outbox,
                maxMessageBytes);
        coordinators = new Coordinator[contexts];
        for (int i = 0; i < contexts; i++) {
            coordinators[i] = new Coordinator(setup, source, i);
            stage.add(coordinators[i]);
        }
        stage.add(new LogCleaner(log, backups, options, nodes, number));
        for (TableCopies table : tables.copies()) {
            refuseIfTooLarge(table);
        }
    }

    private static void refuseIfTooLarge(TableCopies table) {
        int bytes = ReplicaLog.RECORD_BYTES + ReplicaLog.writeBytes(table.valueBytes());
        if (bytes > ReplicaLog.SLOT_BYTES) {
            throw new RefusedException(
                    "a table has values of " + table.valueBytes() + " B, whose commit record does not fit"
                            + " into a log slot of " + ReplicaLog.SLOT_BYTES + " B (DrTM+H's source)");
        }
    }

    // What arrives.

    @Override
    public void receive(Step step, Message message) {
        outbox.polled(step, message);
        step.busy(options.messageNs());
        if (Rpc.isRequest(message)) {
            serve(step, message);
        } else {
            Coordinator coordinator = coordinators[Rpc.coroutine(message)];
            if (coordinator.answered(step, message)) {
                step.ready(coordinator);
            }
        }
    }

    private void serve(Step step, Message request) {
        int op = Rpc.op(request);
        int count = Rpc.count(request);
        Message reply = step.take(op == Rpc.READ ? maxMessageBytes : SMALL_BYTES);
        Rpc.reply(reply, Rpc.coroutine(request), Rpc.OK);
        byte[] bytes = request.bytes();
        int at = Rpc.REQUEST_BYTES;
        for (int i = 0; i < count; i++) {
            if (!serve(step, op, bytes, at, reply)) {
                unlockBefore(step, op, bytes, at);
                Rpc.reply(reply, Rpc.coroutine(request), Rpc.REFUSED);
                break;
            }
            at += Rpc.itemBytes(WriteWord.valueBytes(Rpc.what(bytes, at)));
        }
        outbox.reply(step, request.sourceNode(), reply);
    }

    private boolean serve(Step step, int op, byte[] bytes, int at, Message reply) {
        long what = Rpc.what(bytes, at);
        int table = WriteWord.table(what);
        int partition = WriteWord.partition(what);
        long key = Rpc.key(bytes, at);
        long version = Rpc.version(bytes, at);
        int valueAt = at + Rpc.ITEM_BYTES;
        switch (op) {
            case Rpc.READ -> {
                int to = reply.lengthBytes();
                long word = records.read(step, table, partition, key, reply.bytes(), to);
                reply.lengthBytes(to
                        + Rpc.readBytes(
                                word == Rpc.ABSENT ? 0 : tables.remote(table).valueBytes()));
            }
            case Rpc.LOCK -> {
                return records.lock(step, table, partition, key, version);
            }
            case Rpc.VALIDATE -> {
                return records.isCurrent(step, table, partition, key, version);
            }
            case Rpc.LOG -> {
                return backups.apply(step, what, key, version, bytes, valueAt);
            }
            case Rpc.COMMIT -> {
                int valueBytes = WriteWord.valueBytes(what);
                records.commit(step, table, partition, key, version, bytes, valueAt, valueBytes);
            }
            case Rpc.RELEASE -> records.release(step, table, partition, key);
            default -> throw new IllegalStateException("there is no RPC " + op);
        }
        return true;
    }

    /** Locks are all or none: those of the items before the one that was refused are given back. */
    private void unlockBefore(Step step, int op, byte[] bytes, int end) {
        if (op != Rpc.LOCK) {
            return;
        }
        for (int at = Rpc.REQUEST_BYTES; at < end; at += Rpc.ITEM_BYTES) {
            long what = Rpc.what(bytes, at);
            records.release(step, WriteWord.table(what), WriteWord.partition(what), Rpc.key(bytes, at));
        }
    }

    @Override
    public Transmit transmit(Step step) {
        return outbox.transmit(step);
    }
}

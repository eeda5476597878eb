// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.RangeServer;
import org.breadboard.proto.drtm.log.Backups;
import org.breadboard.proto.drtm.log.WriteWord;
import org.breadboard.proto.drtm.table.NodeTables;
import org.breadboard.proto.drtm.table.RecordWord;
import org.breadboard.proto.drtm.table.Records;

/** Does what peers ask of this node's records by RPC, and replies. One thread, which is the peer of those that ask. */
public final class RpcServer {
    /** Room for a reply without records. */
    private static final int SMALL_BYTES = 256;

    private final NodeTables tables;
    private final Records records;
    private final Backups backups;
    private final Outbox outbox;
    private final RangeServer ranges;

    /**
     * The server of one thread.
     *
     * @param tables says how long values are
     * @param records for what the node is asked as a primary: a request is a list of records
     * @param backups for what it is to log as a backup, in the same records
     * @param outbox takes the replies
     * @param ranges for what the node is asked of ordered tables
     */
    public RpcServer(NodeTables tables, Records records, Backups backups, Outbox outbox, RangeServer ranges) {
        this.tables = tables;
        this.records = records;
        this.backups = backups;
        this.outbox = outbox;
        this.ranges = ranges;
    }

    /** Serves a request; the reply leaves when the burst ends. */
    public void serve(Step step, Message request) {
        int op = Rpc.op(request);
        if (op == Rpc.RANGE) {
            serveRange(step, request);
            return;
        }
        int count = op == Rpc.LOG_ACK ? 0 : Rpc.count(request);
        Message reply = step.take(op == Rpc.READ ? outbox.maxMessageBytes() : SMALL_BYTES);
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
        if (Rpc.isPassive(request)) {
            Rpc.passive(reply);
        }
        records.listEnds();
        outbox.reply(step, request.sourceNode(), reply);
    }

    private void serveRange(Step step, Message request) {
        Message reply = step.take(outbox.maxMessageBytes());
        int length = ranges.serve(step, request.bytes(), Rpc.REQUEST_BYTES, reply.bytes(), Rpc.REPLY_BYTES);
        Rpc.replyPart(reply, request, length);
        outbox.reply(step, request.sourceNode(), reply);
    }

    private boolean serve(Step step, int op, byte[] bytes, int at, Message reply) {
        long what = Rpc.what(bytes, at);
        int table = WriteWord.table(what);
        int partition = WriteWord.partition(what);
        long key = Rpc.key(bytes, at);
        long word = Rpc.word(bytes, at);
        long version = RecordWord.version(word);
        int valueAt = at + Rpc.ITEM_BYTES;
        switch (op) {
            case Rpc.READ -> {
                int to = reply.lengthBytes();
                long found = Rpc.locks(what) || Rpc.isOwn(what)
                        ? records.readLocked(step, table, partition, key, Rpc.isOwn(what), reply.bytes(), to)
                        : records.read(step, table, partition, key, reply.bytes(), to);
                reply.lengthBytes(to
                        + Rpc.readBytes(
                                found == RecordWord.ABSENT
                                        ? 0
                                        : tables.remote(table).valueBytes()));
            }
            case Rpc.LOCK -> {
                return records.lock(step, table, partition, key, version);
            }
            case Rpc.VALIDATE -> {
                return records.isCurrent(step, table, partition, key, word);
            }
            case Rpc.LOG -> {
                return backups.apply(step, what, key, version, bytes, valueAt);
            }
            case Rpc.COMMIT -> {
                if (Rpc.isOwn(what)) {
                    records.release(step, table, partition, key);
                    return true;
                }
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
}

package org.breadboard.proto.xenic.drtm.coordinator;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.drtm.log.LogTails;
import org.breadboard.proto.xenic.drtm.log.ReplicaLog;
import org.breadboard.proto.xenic.drtm.rpc.Rpc;
import org.breadboard.proto.xenic.drtm.setup.Way;

/**
 * Leaves what is written with the backups: a record in the ring that each has for this thread, or an RPC. Its items are
 * nodes.
 */
final class LogPhase extends DrtmPhase {
    /** The item of a read of how far a ring is applied: none of the phase. */
    private static final int RING_HEAD = -1;

    private boolean readingHead;
    /** Of the node at hand: the first access that it has not been told of. */
    private int next;
    /** Of each node: the access that its request begins with. */
    private final int[] requested;

    LogPhase(DrtmAttempt attempt) {
        super(attempt);
        requested = new int[attempt.setup().nodes];
    }

    @Override
    protected void begin(Step step) {
        next = 0;
    }

    @Override
    protected int items() {
        return setup().nodes;
    }

    @Override
    protected boolean post(Step step, int node) {
        if (!attempt().footprint().isBackup(attempt().transaction(), setup().placement, node)) {
            return true;
        }
        if (node == setup().node) {
            return applyHere(step);
        }
        return attempt().options().log == Way.RPC ? request(step, node) : write(step, node);
    }

    /** This node is a backup of what its own transaction writes. */
    private boolean applyHere(Step step) {
        Transaction transaction = attempt().transaction();
        boolean all = true;
        for (int i = 0; i < transaction.accesses() && all; i++) {
            if (isFor(setup().node, i)) {
                all = setup().backups
                        .apply(
                                step,
                                attempt().writeWord(i),
                                transaction.key(i),
                                transaction.installedVersion(i),
                                transaction.values(),
                                transaction.newAt(i));
            }
        }
        return all;
    }

    private boolean isFor(int node, int access) {
        return attempt().isStored(access) && attempt().footprint().backs(setup().placement, access, node);
    }

    /** Asks a node to store writes, as many as a request holds; false if there are more. */
    private boolean request(Step step, int node) {
        requested[node] = next;
        next = add(step, node, next);
        if (next < attempt().transaction().accesses()) {
            return false;
        }
        next = 0;
        return true;
    }

    /** Adds writes from an access on to the request to a node; returns the first access that it has no room for. */
    private int add(Step step, int node, int from) {
        int access = from;
        while (access < attempt().transaction().accesses()
                && (!isFor(node, access) || attempt().requests().addWrite(step, Rpc.LOG, attempt(), node, access))) {
            access++;
        }
        return access;
    }

    /** Writes records until a node has all of the transaction's writes. */
    private boolean write(Step step, int node) {
        while (next < attempt().transaction().accesses()) {
            if (!writeRecord(step, node)) {
                return false;
            }
        }
        next = 0;
        return true;
    }

    private boolean writeRecord(Step step, int node) {
        LogTails tails = setup().tails;
        if (tails.isFull(node)) {
            if (!readingHead) {
                readingHead =
                        attempt().verbs().read(step, node, RING_HEAD, ReplicaLog.NAME, tails.headAddress(), Long.BYTES);
            }
            return false;
        }
        Message record = step.take(ReplicaLog.SLOT_BYTES);
        long number = tails.upcoming(node);
        int end = encode(node, number, record);
        if (!attempt().verbs().writeLog(step, node, tails.address(number), record)) {
            step.release(record);
            return false;
        }
        tails.wrote(node);
        next = end;
        return true;
    }

    /**
     * Writes a record of what a node backs up, from the next access on; returns the first access that it has no room
     * for.
     */
    private int encode(int node, long number, Message record) {
        Transaction transaction = attempt().transaction();
        byte[] bytes = record.bytes();
        int at = ReplicaLog.begin(bytes, number);
        int writes = 0;
        int access = next;
        for (; access < transaction.accesses(); access++) {
            if (isFor(node, access)) {
                if (!ReplicaLog.hasRoom(at, transaction.newBytes(access))) {
                    break;
                }
                at = ReplicaLog.add(bytes, at, attempt().writeWord(access), transaction, access);
                writes++;
            }
        }
        record.lengthBytes(ReplicaLog.end(bytes, at, writes, access < transaction.accesses()));
        return access;
    }

    @Override
    protected void completed(Step step, int item, Message message) {
        if (item == RING_HEAD) {
            readingHead = false;
            setup().tails.applied(message.sourceNode(), message.getLong(0));
        }
    }

    @Override
    void answered(Step step, int from, int posted, Message reply) {
        if (!Rpc.isOk(reply)) {
            // Another thread there is storing one of these records.
            add(step, reply.sourceNode(), requested[reply.sourceNode()]);
            attempt().requests().send(step);
        }
    }
}

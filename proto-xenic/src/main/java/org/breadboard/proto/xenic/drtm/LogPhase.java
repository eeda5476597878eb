package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;

/** Leaves what is written with the backups: a record in the ring that each has for this thread, or an RPC. Its items are nodes. */
final class LogPhase extends Phase {
    /** The item of a read of how far a ring is applied: none of the phase. */
    private static final int RING_HEAD = -1;

    private boolean readingHead;

    LogPhase(Attempt attempt) {
        super(attempt);
    }

    @Override
    int items() {
        return thread().nodes();
    }

    @Override
    boolean post(Step step, int node) {
        if (!attempt().footprint().isBackup(attempt().transaction(), thread().placement(), node)) {
            return true;
        }
        if (node == thread().node()) {
            return applyHere(step);
        }
        if (attempt().options().log() == Way.RPC) {
            request(step, node);
            return true;
        }
        return write(step, node);
    }

    /** This node is a backup of what its own transaction writes. */
    private boolean applyHere(Step step) {
        Transaction transaction = attempt().transaction();
        boolean all = true;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isFor(thread().node(), i)) {
                all &= thread().records()
                        .apply(
                                step,
                                transaction.table(i),
                                attempt().footprint().partition(i),
                                transaction.key(i),
                                transaction.installedVersion(i),
                                transaction.values(),
                                transaction.newAt(i),
                                transaction.newBytes(i));
            }
        }
        return all;
    }

    private boolean isFor(int node, int access) {
        Footprint footprint = attempt().footprint();
        return footprint.isLastWrite(attempt().transaction(), access)
                && footprint.backs(thread().placement(), access, node);
    }

    private void request(Step step, int node) {
        for (int i = 0; i < attempt().transaction().accesses(); i++) {
            if (isFor(node, i)) {
                attempt().requests().addWrite(step, Rpc.LOG, attempt(), node, i);
            }
        }
    }

    private boolean write(Step step, int node) {
        DrtmThread thread = thread();
        LogTails tails = thread.tails();
        int slots = attempt().options().logSlots();
        if (tails.isFull(node)) {
            if (!readingHead) {
                long head = ReplicaLog.headAddress(thread.node(), thread.number(), thread.threads(), slots);
                readingHead = attempt().verbs().read(step, node, RING_HEAD, ReplicaLog.NAME, head, Long.BYTES);
            }
            return false;
        }
        Message record = step.take(ReplicaLog.SLOT_BYTES);
        long number = tails.upcoming(node);
        record.lengthBytes(attempt()
                .footprint()
                .encode(attempt().transaction(), thread.placement(), node, number, record.bytes()));
        long address = ReplicaLog.address(thread.node(), thread.number(), thread.threads(), slots, number);
        if (!attempt().verbs().writeLog(step, node, address, record)) {
            step.release(record);
            return false;
        }
        tails.wrote(node);
        return true;
    }

    @Override
    void completed(Step step, int item, Message message) {
        if (item == RING_HEAD) {
            readingHead = false;
            thread().tails().applied(message.sourceNode(), message.getLong(0));
        }
    }

    @Override
    void answered(Step step, int posted, Message reply) {
        if (!Rpc.isOk(reply)) {
            // Another thread there is storing one of these records.
            request(step, reply.sourceNode());
            attempt().requests().send(step);
        }
    }
}

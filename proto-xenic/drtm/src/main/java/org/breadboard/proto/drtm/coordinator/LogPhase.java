// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.drtm.log.LogTails;
import org.breadboard.proto.drtm.log.ReplicaLog;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.Way;

/**
 * Leaves what is written with the backups, as the {@link LogPlan} says: a record in the ring that each has for this
 * thread, or an RPC. Its items are nodes.
 *
 * <p>Where machines may crash every node with a copy gets a record, the primary and the own node, too. A client is told
 * before primaries have what is written, so without theirs f lost machines could take all that there is of a write.
 */
final class LogPhase extends DrtmPhase {
    /** The item of a read of how far a ring is applied: none of the phase. */
    private static final int RING_HEAD = -1;

    private boolean readingHead;
    /** Of the node at hand: the first write that it has not been told of. */
    private int next;
    /** Of each node: the write that its request begins with. */
    private final int[] requested;

    private final boolean recovers;
    /** Of each node: how many records it gets, where machines may crash. */
    private final int[] records;

    /** Whether there is room for the records, and they have a number. */
    private boolean begun;

    private long number;

    LogPhase(DrtmAttempt attempt) {
        super(attempt);
        requested = new int[attempt.setup().nodes];
        records = new int[attempt.setup().nodes];
        recovers = attempt.setup().tails.recovers();
    }

    private LogPlan plan() {
        return attempt().logPlan();
    }

    @Override
    protected void begin(Step step) {
        plan().make(attempt());
        next = 0;
        number = 0;
        begun = !recovers || !count();
    }

    /** Counts the records that what is written takes; false if nothing is. */
    private boolean count() {
        boolean fits = plan().writes() <= ReplicaLog.MOST_WRITES;
        for (int node = 0; node < records.length; node++) {
            records[node] = recordsOf(node);
            fits &= records[node] <= setup().tails.slots();
        }
        attempt().fail(fits ? null : AbortReason.EXHAUSTED);
        return plan().writes() > 0;
    }

    private int recordsOf(int node) {
        int count = 0;
        int at = ReplicaLog.SLOT_BYTES;
        for (int i = 0; i < plan().writes(); i++) {
            if (plan().isLogged(node, i)) {
                int bytes = attempt().transaction().newBytes(plan().access(i));
                if (!ReplicaLog.hasRoom(at, bytes)) {
                    at = ReplicaLog.firstWrite();
                    count++;
                }
                at = ReplicaLog.behind(at, bytes);
            }
        }
        return count;
    }

    /** Gets room for all records, or none of it; false if there is not enough yet. */
    private boolean hasBegun(Step step) {
        LogTails tails = setup().tails;
        for (int node = 0; node < records.length && !begun; node++) {
            if (node == setup().node) {
                tails.applied(node, setup().log.applied(node, setup().thread));
            }
            if (!tails.hasRoom(node, records[node])) {
                return node != setup().node && readHead(step, node);
            }
        }
        if (!begun) {
            number = tails.begin(attempt().context(), records);
            begun = true;
        }
        return true;
    }

    /** Asks how far a ring is applied; false, since whoever waits for that has to try again. */
    private boolean readHead(Step step, int node) {
        if (!readingHead) {
            LogTails tails = setup().tails;
            readingHead = attempt().verbs().readLog(step, node, RING_HEAD, tails.headAddress());
        }
        return false;
    }

    @Override
    protected int items() {
        return setup().nodes;
    }

    @Override
    protected boolean post(Step step, int node) {
        if (!hasBegun(step)) {
            return false;
        }
        if (!plan().isAt(node)) {
            return true;
        }
        if (node == setup().node) {
            return recovers ? logHere(step) : applyHere(step);
        }
        return attempt().options().log == Way.RPC ? request(step, node) : write(step, node);
    }

    /** This node has copies of what its own transaction writes. */
    private boolean logHere(Step step) {
        LogTails tails = setup().tails;
        Message record = step.take(ReplicaLog.SLOT_BYTES);
        while (next < plan().writes()) {
            step.stall(attempt().options().memory.cachedNs());
            long upcoming = tails.upcoming(setup().node);
            next = encode(setup().node, upcoming, record);
            setup().log.append(setup().node, setup().thread, upcoming, record.bytes(), record.lengthBytes());
            tails.wrote(setup().node);
        }
        step.release(record);
        next = 0;
        return true;
    }

    /** This node is a backup of what its own transaction writes. */
    private boolean applyHere(Step step) {
        Transaction transaction = attempt().transaction();
        boolean all = true;
        for (int i = 0; i < plan().writes() && all; i++) {
            int access = plan().access(i);
            all = setup().backups
                    .apply(
                            step,
                            attempt().writeWord(access),
                            transaction.key(access),
                            transaction.installedVersion(access),
                            transaction.values(),
                            transaction.newAt(access));
        }
        setup().backups.listEnds();
        return all;
    }

    /** Asks a node to store writes, as many as a request holds; false if there are more. */
    private boolean request(Step step, int node) {
        requested[node] = next;
        next = attempt().requests().addLog(step, Rpc.LOG, attempt(), node, next);
        if (next < plan().writes()) {
            return false;
        }
        next = 0;
        return true;
    }

    /** Writes records until a node has all of the transaction's writes. */
    private boolean write(Step step, int node) {
        while (next < plan().writes()) {
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
            return readHead(step, node);
        }
        Message record = step.take(ReplicaLog.SLOT_BYTES);
        long upcoming = tails.upcoming(node);
        int end = encode(node, upcoming, record);
        if (!attempt().verbs().writeLog(step, node, tails.address(upcoming), record)) {
            step.release(record);
            return false;
        }
        tails.wrote(node);
        next = end;
        return true;
    }

    /** Writes a record for a node, from the next write on; returns the first write that it has no room for. */
    private int encode(int node, long upcoming, Message record) {
        Transaction transaction = attempt().transaction();
        byte[] bytes = record.bytes();
        int at = ReplicaLog.firstWrite();
        int its = 0;
        int write = next;
        for (; write < plan().writes(); write++) {
            int access = plan().access(write);
            if (plan().isLogged(node, write)) {
                if (!ReplicaLog.hasRoom(at, transaction.newBytes(access))) {
                    break;
                }
                at = ReplicaLog.add(bytes, at, attempt().writeWord(access), transaction, access);
                its++;
            }
        }
        boolean more = write < plan().writes();
        int all = recovers ? plan().writes() : 0;
        record.lengthBytes(ReplicaLog.complete(bytes, upcoming, at, its, more, number, all));
        return write;
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
            int node = reply.sourceNode();
            attempt().requests().addLog(step, Rpc.LOG, attempt(), node, requested[node]);
            attempt().requests().send(step);
        }
    }
}

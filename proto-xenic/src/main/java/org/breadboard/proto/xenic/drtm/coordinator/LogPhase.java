package org.breadboard.proto.xenic.drtm.coordinator;

import org.breadboard.api.observe.AbortReason;
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
 *
 * <p>Where machines may crash every node with a copy gets a record, the primary and the own node, too. A client is told
 * before primaries have what is written, so without theirs f lost machines could take all that there is of a write.
 */
final class LogPhase extends DrtmPhase {
    /** The item of a read of how far a ring is applied: none of the phase. */
    private static final int RING_HEAD = -1;

    private boolean readingHead;
    /** Of the node at hand: the first access that it has not been told of. */
    private int next;
    /** Of each node: the access that its request begins with. */
    private final int[] requested;

    private final boolean recovers;
    /** Of each node: how many records it gets, where machines may crash. */
    private final int[] records;

    private int writes;
    /** Whether there is room for the records, and they have a number. */
    private boolean begun;

    private long number;

    LogPhase(DrtmAttempt attempt) {
        super(attempt);
        requested = new int[attempt.setup().nodes];
        records = new int[attempt.setup().nodes];
        recovers = attempt.setup().tails.recovers();
    }

    @Override
    protected void begin(Step step) {
        next = 0;
        writes = 0;
        number = 0;
        begun = !recovers || !count();
    }

    /** Counts what is written, and the records that it takes; false if nothing is. */
    private boolean count() {
        Transaction transaction = attempt().transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            writes += attempt().isStored(i) ? 1 : 0;
        }
        boolean fits = writes <= ReplicaLog.MOST_WRITES;
        for (int node = 0; node < records.length; node++) {
            records[node] = recordsOf(node);
            fits &= records[node] <= setup().tails.slots();
        }
        attempt().fail(fits ? null : AbortReason.EXHAUSTED);
        return writes > 0;
    }

    private int recordsOf(int node) {
        Transaction transaction = attempt().transaction();
        int count = 0;
        int at = ReplicaLog.SLOT_BYTES;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isFor(node, i)) {
                int bytes = transaction.newBytes(i);
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
            readingHead =
                    attempt().verbs().read(step, node, RING_HEAD, tails.region(), tails.headAddress(), Long.BYTES);
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
        if (!concerns(node)) {
            return true;
        }
        if (node == setup().node) {
            return recovers ? logHere(step) : applyHere(step);
        }
        return attempt().options().log == Way.RPC ? request(step, node) : write(step, node);
    }

    private boolean concerns(int node) {
        Transaction transaction = attempt().transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && isLogged(node, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLogged(int node, int access) {
        return attempt().footprint().isLogged(setup().placement, access, node, recovers);
    }

    /** This node has copies of what its own transaction writes. */
    private boolean logHere(Step step) {
        LogTails tails = setup().tails;
        Message record = step.take(ReplicaLog.SLOT_BYTES);
        while (next < attempt().transaction().accesses()) {
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
        return attempt().isStored(access) && isLogged(node, access);
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

    /**
     * Writes a record of what a node backs up, from the next access on; returns the first access that it has no room
     * for.
     */
    private int encode(int node, long upcoming, Message record) {
        Transaction transaction = attempt().transaction();
        byte[] bytes = record.bytes();
        int at = ReplicaLog.firstWrite();
        int its = 0;
        int access = next;
        for (; access < transaction.accesses(); access++) {
            if (isFor(node, access)) {
                if (!ReplicaLog.hasRoom(at, transaction.newBytes(access))) {
                    break;
                }
                at = ReplicaLog.add(bytes, at, attempt().writeWord(access), transaction, access);
                its++;
            }
        }
        boolean more = access < transaction.accesses();
        record.lengthBytes(ReplicaLog.complete(bytes, upcoming, at, its, more, number, recovers ? writes : 0));
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

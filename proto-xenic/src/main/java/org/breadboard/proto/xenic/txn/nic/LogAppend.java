package org.breadboard.proto.xenic.txn.nic;

import java.util.Arrays;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.setup.Breakage;
import org.breadboard.proto.xenic.txn.shard.LogRings;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * Appends the writes of a batch to the host's logs (Xenic 4.2 steps 5 and 6), a record for each log that they go to; at
 * a primary the index takes them, too. What finds a log full is appended when it is called again. One core.
 */
final class LogAppend {
    private final RecordBatch batch;
    private final int operation;
    private final Shard shard;
    private final LogRings log;
    private final HostMemory memory;
    private final CoreCosts costs;
    private final Counter fullLogs;
    private final boolean locksLate;
    private final RecordBatch record = new RecordBatch();
    private boolean[] logged = new boolean[4];
    private boolean commits;
    private long reference;
    private int owner;
    private int writes;
    private int started;

    /** For the writes of one operation. */
    LogAppend(RecordBatch batch, int operation, NicSetup setup, HostMemory memory, CoreCosts costs, Counter fullLogs) {
        this.batch = batch;
        this.operation = operation;
        this.memory = memory;
        this.costs = costs;
        this.fullLogs = fullLogs;
        shard = setup.shard();
        log = shard.log();
        locksLate = setup.options().breakage == Breakage.LOCK_AFTER_LOG;
    }

    /**
     * Begins: nothing of the batch is logged yet.
     *
     * @param primary whether it commits, and holds the locks; otherwise it logs
     * @param transaction the reference
     * @param inAll how many records the transaction writes in all, if it logs
     */
    void begin(boolean primary, long transaction, int inAll) {
        commits = primary;
        reference = transaction;
        owner = Wire.owner(transaction);
        writes = inAll;
        logged = batch.count() > logged.length ? new boolean[batch.count()] : logged;
        Arrays.fill(logged, false);
    }

    /** Appends what is not logged yet; false if a log is full. */
    boolean append(Step step) {
        for (int i = 0; i < batch.count(); i++) {
            if (batch.is(i, RecordBatch.WRITTEN) && !logged[i] && !(mayAppend() && appendLike(step, i))) {
                return false;
            }
        }
        return true;
    }

    /** How many DMAs were begun since this was last asked. */
    int takeStarted() {
        int writes = started;
        started = 0;
        return writes;
    }

    /** Where locks come after the log, on purpose, they are taken here. */
    private boolean mayAppend() {
        boolean all = true;
        if (commits && locksLate) {
            for (int i = 0; i < batch.count(); i++) {
                all &= index(i).lock(batch.key(i), owner) == NicIndex.Lock.GRANTED;
            }
        }
        return all;
    }

    private NicIndex index(int i) {
        return shard.table(batch.table(i)).index(batch.partition(i));
    }

    /** Appends a record of all writes that go to the same ring as this one. */
    private boolean appendLike(Step step, int first) {
        int ring = shard.ring(batch.table(first), batch.key(first));
        record.clear();
        for (int i = first; i < batch.count(); i++) {
            if (isOfRing(i, ring)) {
                record.add(batch, i);
            }
        }
        int bytes = LogRings.recordBytes(record);
        long reserved = log.reserve(ring, bytes);
        if (reserved == -1) {
            fullLogs.add(1);
            return false;
        }
        long position = log.position(reserved);
        if (LogRings.isSkipped(reserved)) {
            Message skip = step.take(64);
            long skipped = LogRings.skippedPosition(reserved);
            LogRings.encodeSkip(skip, skipped);
            write(step, ring, skipped, skip);
        }
        Message message = step.take(bytes);
        LogRings.encode(message, position, record, reference, writes, commits);
        costs.hit(step);
        costs.records(step, record.count());
        write(step, ring, position, message);
        logged(step, first, ring, LogRings.ticket(position, bytes));
        return true;
    }

    private void logged(Step step, int first, int ring, long ticket) {
        for (int i = first; i < batch.count(); i++) {
            if (isOfRing(i, ring)) {
                logged[i] = true;
                if (commits) {
                    costs.hit(step);
                    index(i).commit(batch.key(i), owner, batch.word(i), batch.values(), batch.valueAt(i), ticket);
                }
            }
        }
    }

    private boolean isOfRing(int i, int ring) {
        return !logged[i] && batch.is(i, RecordBatch.WRITTEN) && shard.ring(batch.table(i), batch.key(i)) == ring;
    }

    private void write(Step step, int ring, long position, Message message) {
        started++;
        memory.write(step, operation, 0, log.host(), log.address(ring, position), message);
    }
}

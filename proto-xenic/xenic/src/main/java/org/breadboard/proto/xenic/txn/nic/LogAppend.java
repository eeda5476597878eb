// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.shard.HostLog;
import org.breadboard.proto.xenic.txn.shard.LogEnd;
import org.breadboard.proto.xenic.txn.shard.LogRecord;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * Appends the writes of a batch to the host's log, as one record (Xenic 4.2 steps 5 and 6); at a primary the index
 * takes them, too. What finds the log full is appended when it is called again. One core.
 */
final class LogAppend {
    private final RecordBatch batch;
    private final int operation;
    private final Shard shard;
    private final HostLog log;
    private final LogEnd end;
    private final HostMemory memory;
    private final CoreCosts costs;
    private final Counter fullLogs;
    private final RecordBatch record = new RecordBatch();
    private long workers;
    private boolean logged;
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
        end = shard.logEnd();
    }

    /**
     * Begins: nothing of the batch, which is filled, is logged yet.
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
        workers = 0;
        record.clear();
        for (int i = 0; i < batch.count(); i++) {
            if (batch.is(i, RecordBatch.WRITTEN)) {
                record.add(batch, i);
                workers |= HostLog.only(shard.worker(batch.table(i), batch.key(i)));
            }
        }
        logged = record.count() == 0;
    }

    /** Appends what is written, if anything is and if it is not logged yet; false if the log is full. */
    boolean append(Step step) {
        logged = logged || appendRecord(step);
        return logged;
    }

    /** How many DMAs were begun since this was last asked. */
    int takeStarted() {
        int writes = started;
        started = 0;
        return writes;
    }

    private NicIndex index(int i) {
        return shard.table(batch.table(i)).index(batch.partition(i));
    }

    private boolean appendRecord(Step step) {
        int bytes = LogRecord.bytes(record);
        long reserved = end.reserve(bytes);
        if (reserved == -1) {
            fullLogs.add(1);
            return false;
        }
        if (LogEnd.isSkipped(reserved)) {
            Message skip = step.take(64);
            long skipped = LogEnd.skippedPosition(reserved);
            LogRecord.encodeSkip(skip, skipped);
            write(step, skipped, skip);
        }
        long position = end.position(reserved);
        Message message = step.take(bytes);
        LogRecord.encode(message, position, record, workers, reference, writes, commits);
        costs.hit(step);
        costs.records(step, record.count());
        write(step, position, message);
        if (commits) {
            commit(step, LogEnd.ticket(position, bytes));
        }
        return true;
    }

    private void commit(Step step, long ticket) {
        for (int i = 0; i < batch.count(); i++) {
            if (batch.is(i, RecordBatch.WRITTEN)) {
                costs.hit(step);
                index(i).commit(batch.key(i), owner, batch.word(i), batch.values(), batch.valueAt(i), ticket);
            }
        }
    }

    private void write(Step step, long position, Message message) {
        started++;
        memory.write(step, operation, 0, log.host(), log.address(position), message);
    }
}

package org.breadboard.proto.xenic.txn;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;

/**
 * The coordinator's side of a transaction that executes on the one remote NIC that it needs (Xenic 4.2.3). What is here is locked first,
 * whether it is written or only read: nobody looks at it again. One core.
 */
final class MultiHop {
    private final NicAttempt attempt;
    private final XenicCore core;
    private final Transaction transaction;
    private final AccessPlan plan;
    private final RecordBatch result = new RecordBatch();
    private int remote;
    private int remoteOperation;

    MultiHop(NicAttempt attempt) {
        this.attempt = attempt;
        core = attempt.core();
        transaction = attempt.transaction();
        plan = attempt.plan();
    }

    /** Whether one remote shard has to do with the transaction, besides the own one, in one round, and something may be written. */
    boolean isFitting() {
        if (!attempt.isShippable()
                || !core.options().multiHop()
                || !core.node().seen().isOneRound(attempt.type())) {
            return false;
        }
        remote = -1;
        boolean writes = false;
        for (int i = 0; i < transaction.accesses(); i++) {
            int node = plan.node(i);
            boolean known = transaction.answered(i) && !attempt.isOrdered(i);
            if (plan.leader(i) != i || known || attempt.tag(i) != i) {
                return false;
            }
            if (!attempt.isHere(i)) {
                if (remote >= 0 && remote != node) {
                    return false;
                }
                remote = node;
            }
            writes |= transaction.mode(i).writes();
        }
        return remote >= 0 && writes;
    }

    /** Sends it. */
    void ship(Step step) {
        RecordBatch batch = core.outgoing();
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            attempt.putAnswered(batch, i, i);
        }
        XenicRun run = core.node().run();
        Message message =
                step.take(Wire.HEADER_BYTES + ShippedExecution.encodedBytes(run, transaction) + batch.encodedBytes());
        int number = HostWire.type(attempt.type(), attempt.rounds());
        Wire.header(message, Wire.SHIP, attempt.reference(), 0, batch.count(), number);
        ShippedExecution.encode(message, run, transaction, attempt.inserts());
        Wire.append(message, batch);
        core.items(step, batch.count());
        core.toCore(step, remote, message);
    }

    /** It has executed there; returns how many backups will answer. */
    int executed(int number, RecordBatch writes) {
        remoteOperation = ShippedExecution.operation(number);
        result.clear();
        for (int i = 0; i < writes.count(); i++) {
            result.add(writes, i);
        }
        return ShippedExecution.logs(number);
    }

    /** Has it committed on both sides. */
    void commit(Step step, NicRequests.Awaits awaits) {
        awaits.one();
        Message message = step.take(Wire.HEADER_BYTES);
        Wire.header(message, Wire.COMMIT_SHIPPED, attempt.reference(), 0, 0, remoteOperation);
        core.toCore(step, remote, message);
        RecordBatch batch = core.outgoing();
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (plan.isHeld(i)) {
                int at = batch.add(AccessMode.UPDATE, transaction.table(i), plan.partition(i), transaction.key(i), i);
                takeResult(batch, at);
            }
        }
        if (batch.count() > 0) {
            awaits.one();
            core.request(step, Wire.COMMIT, attempt.reference(), core.node().number(), 0, batch);
        }
    }

    /** Adds what was written there to ordered tables of this host, for it to put in. */
    void putOrderedWrites(RecordBatch batch) {
        for (int i = 0; i < result.count(); i++) {
            if (core.node().run().isOrdered(result.table(i))) {
                batch.add(result, i);
            }
        }
    }

    private void takeResult(RecordBatch batch, int at) {
        for (int i = 0; i < result.count(); i++) {
            if (result.tag(i) == batch.tag(at)) {
                batch.set(at, RecordBatch.WRITTEN);
                batch.word(at, result.word(i));
                if (result.is(i, RecordBatch.VALUED)) {
                    batch.value(at, result.values(), result.valueAt(i), result.valueBytes(i));
                }
            }
        }
    }
}

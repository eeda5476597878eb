// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.ShippedInput;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * The coordinator's side of a transaction that executes on the one remote NIC that it needs (Xenic 4.2.3). What is here
 * is locked first, whether it is written or only read: nobody looks at it again. One core.
 */
final class MultiHop {
    private final NicAttempt attempt;
    private final Catalog catalog;
    private final RoundsSeen rounds;
    private final boolean enabled;
    private final int node;
    private final Outbox outbox;
    private final ShardServer server;
    private final Transaction transaction;
    private final AccessMap plan;
    private final RecordBatch result = new RecordBatch();
    private int remote;
    private int remoteOperation;

    MultiHop(NicAttempt attempt, NicSetup setup, Outbox outbox, ShardServer server) {
        this.attempt = attempt;
        this.outbox = outbox;
        this.server = server;
        catalog = setup.catalog();
        rounds = setup.rounds();
        enabled = setup.options().multiHop;
        node = setup.node();
        transaction = attempt.transaction();
        plan = attempt.plan();
    }

    /**
     * Whether one remote shard has to do with the transaction, besides the own one, in one round, and something may be
     * written.
     */
    boolean isFitting() {
        if (!enabled || !attempt.isShippable() || !rounds.isOneRound(attempt.type())) {
            return false;
        }
        remote = -1;
        boolean writes = false;
        for (int i = 0; i < transaction.accesses(); i++) {
            int primary = plan.node(i);
            boolean known = transaction.answered(i) && !attempt.isOrdered(i);
            if (plan.leader(i) != i || known || attempt.tag(i) != i) {
                return false;
            }
            if (!attempt.isHere(i)) {
                if (remote >= 0 && remote != primary) {
                    return false;
                }
                remote = primary;
            }
            writes |= transaction.mode(i).writes();
        }
        return remote >= 0 && writes;
    }

    /** Sends it. */
    void ship(Step step) {
        RecordBatch batch = outbox.batch();
        for (int i = 0; i < transaction.accesses(); i++) {
            attempt.putAnswered(batch, i, i);
        }
        int inputBytes = ShippedInput.encodedBytes(catalog, transaction);
        Message message = step.take(Wire.HEADER_BYTES + inputBytes + batch.encodedBytes());
        int number = HostWire.type(attempt.type(), attempt.rounds());
        Wire.header(message, Wire.SHIP, attempt.reference(), 0, batch.count(), number);
        ShippedInput.encode(message, catalog, transaction, attempt.inserts());
        Wire.append(message, batch);
        outbox.toNode(step, remote, message, batch.count());
    }

    /** It has executed there; returns how many backups will answer. */
    int executed(int number, RecordBatch writes) {
        remoteOperation = ShippedExecution.operation(number);
        result.clear();
        result.addAll(writes);
        return ShippedExecution.logs(number);
    }

    /** Has it committed on both sides. */
    void commit(Step step, NicRequests.Awaits awaits) {
        awaits.one();
        RecordBatch batch = outbox.batch();
        outbox.toNode(step, Wire.COMMIT_SHIPPED, attempt.reference(), Outcome.OK, remote, remoteOperation, batch);
        for (int i = 0; i < transaction.accesses(); i++) {
            if (plan.isLocked(i)) {
                int at = batch.add(AccessMode.UPDATE, transaction.table(i), plan.partition(i), transaction.key(i), i);
                takeResult(batch, at);
            }
        }
        if (batch.count() > 0) {
            awaits.one();
            server.request(step, Wire.COMMIT, attempt.reference(), node, 0, batch);
        }
    }

    /** Adds what was written there to ordered tables of this host, for it to put in. */
    void putOrderedWrites(RecordBatch batch) {
        for (int i = 0; i < result.count(); i++) {
            if (catalog.isOrdered(result.table(i))) {
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

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.wire.Answers;
import org.breadboard.proto.xenic.txn.wire.OrderedState;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.ShippedInput;

/**
 * A transaction that executes on the NIC of the one remote shard that it needs (Xenic 4.2.3, Fig. 7b): its records are
 * locked and read, it runs, and says what is to be logged, what stays here until the coordinator says that it has
 * committed, and what goes back. One core.
 */
final class ShippedExecution {
    private final Catalog catalog;
    private final NicSetup setup;
    private final Placement placement;
    private final int node;
    private final int mostWriteBytes;
    private final ShippedInput input;
    private final Transaction transaction = new Transaction();
    private final AccessMap plan = new AccessMap();
    private final RecordBatch answer = new RecordBatch();

    ShippedExecution(NicSetup setup) {
        this.setup = setup;
        catalog = setup.catalog();
        placement = catalog.placement();
        node = setup.node();
        mostWriteBytes = setup.mostWriteBytes();
        input = new ShippedInput(catalog);
    }

    // The number that goes with the answer.

    /** Says how many backups will answer the coordinator, and which operation keeps what is written here. */
    static int number(int logs, int operation) {
        return logs | operation << Byte.SIZE;
    }

    static int logs(int number) {
        return number & 0xff;
    }

    static int operation(int number) {
        return number >>> Byte.SIZE;
    }

    // What it does.

    /** Reads what is executed; returns where the records begin. */
    int decode(Message message) {
        answer.clear();
        return input.decode(message, true);
    }

    /** Executes it, on records that are all locked or read. */
    Outcome execute(Step step, RecordBatch batch) {
        input.begin(transaction);
        for (int tag = 0; tag < batch.count(); tag++) {
            int i = indexOf(batch, tag);
            if (batch.is(i, RecordBatch.ORDERED)) {
                OrderedState.take(transaction, batch, i);
            } else {
                Answers.declare(transaction, batch.mode(i), batch.table(i), batch.key(i));
                Answers.answer(transaction, tag, batch, i);
            }
        }
        Outcome end = run(step);
        plan.clear();
        plan.place(transaction, placement);
        return end == Outcome.OK && !fits() ? Outcome.EXHAUSTED : end;
    }

    /** Runs the logic to its end: what it inserts into ordered tables is all that it may still want. */
    private Outcome run(Step step) {
        int round = input.rounds();
        while (true) {
            int known = transaction.accesses();
            step.busy(transaction.logic().computeNs());
            Decision decision = transaction.run(round++);
            if (decision == Decision.ABORT) {
                return Outcome.GIVEN_UP;
            }
            boolean more = transaction.accesses() > known;
            if (more == (decision == Decision.COMMIT)
                    || !input.takesInserts(transaction, known)
                    || !isOrderedFrom(known)) {
                return Outcome.ELSEWHERE;
            }
            if (!more) {
                return Outcome.OK;
            }
        }
    }

    private boolean isOrderedFrom(int access) {
        for (int i = access; i < transaction.accesses(); i++) {
            if (!catalog.isOrdered(transaction.table(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the logs, and the messages to them, have room for all that it writes. */
    private boolean fits() {
        int bytes = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            bytes += transaction.written(i) ? RecordBatch.encodedBytes(transaction.newBytes(i)) : 0;
        }
        return bytes <= mostWriteBytes;
    }

    private static int indexOf(RecordBatch batch, int tag) {
        for (int i = 0; i < batch.count(); i++) {
            if (batch.tag(i) == tag) {
                return i;
            }
        }
        throw new IllegalStateException("a shipped transaction lacks its access " + tag);
    }

    // The outcome.

    /** Tells the client what it has read and written. */
    void tell(NicObserver observer, long reference) {
        observer.executed(reference, transaction, input.rounds());
    }

    /** How many records it writes. */
    int writes() {
        int writes = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            writes += transaction.written(i) ? 1 : 0;
        }
        return writes;
    }

    /** Puts what a node logs into a batch. */
    void putLog(RecordBatch writes, int at) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && setup.logs(plan.partition(i), at)) {
                Answers.putWrite(writes, Answers.add(writes, transaction, plan, i, i), transaction, i);
            }
        }
    }

    /**
     * The writes of this shard stay in the batch of the operation, by way of {@code kept}; those of the coordinator's
     * go into the answer.
     */
    void putWrites(RecordBatch batch, RecordBatch kept) {
        for (int i = 0; i < transaction.accesses(); i++) {
            boolean here = plan.node(i) == node;
            if (!here && !transaction.written(i) || here && !transaction.mode(i).writes()) {
                continue;
            }
            RecordBatch to = here ? kept : answer;
            int at = Answers.add(to, transaction, plan, i, i);
            if (transaction.written(i)) {
                Answers.putWrite(to, at, transaction, i);
            }
        }
        batch.clear();
        batch.addAll(kept);
    }

    /** What goes to the coordinator: nothing, before {@link #putWrites}. */
    RecordBatch answer() {
        return answer;
    }
}

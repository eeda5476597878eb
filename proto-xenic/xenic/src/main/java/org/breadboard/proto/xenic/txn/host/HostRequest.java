// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.Answers;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.OrderedState;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.ShippedInput;
import org.breadboard.proto.xenic.txn.wire.Wire;

/** What a context of the host tells its NIC of a transaction, each thing once, and what it hears back. One thread. */
final class HostRequest {
    private final Catalog catalog;
    private final Shard shard;
    private final long reference;
    private final double itemNs;
    private final int mostBytes;
    private final RecordBatch batch = new RecordBatch();
    private Transaction transaction;
    private AccessMap plan;
    private int told;
    private boolean submitted;
    private boolean ordered;
    private int slot;

    HostRequest(HostSetup setup, long reference) {
        this.reference = reference;
        catalog = setup.catalog();
        shard = setup.shard();
        itemNs = setup.options().itemNs;
        mostBytes = setup.mostWriteBytes();
    }

    /** Begins; {@code usesOrder} as in {@link #usesOrder}. */
    void begin(Transaction next, AccessMap where, boolean usesOrder) {
        transaction = next;
        plan = where;
        told = 0;
        submitted = false;
        ordered = usesOrder;
    }

    /** That the transaction has, or will have, to do with ordered tables. */
    void usesOrder() {
        ordered = true;
    }

    /** That these records are wanted, and what was read here before. */
    Message ofWanted(Step step) {
        batch.clear();
        for (; told < transaction.accesses(); told++) {
            if (!isOrdered(told)) {
                add(told);
            }
        }
        return message(step, Outcome.OK, transaction.type(), false);
    }

    /** Gathers what the NIC has to know to execute it; false if a message has no room for it. */
    boolean gathersShipped() {
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isOrdered(i)) {
                OrderedState.put(batch, transaction, i, plan.partition(i), i);
            } else {
                add(i);
            }
        }
        return batch.encodedBytes() + ShippedInput.encodedBytes(catalog, transaction) <= mostBytes;
    }

    /**
     * That the NIC shall execute it, behind {@link #gathersShipped}: after so many rounds, with inserts into these
     * ordered tables.
     */
    Message ofShipped(Step step, int rounds, long inserts) {
        told = transaction.accesses();
        Message message = begun(
                step,
                Outcome.OK,
                HostWire.number(HostWire.type(transaction.type(), rounds), true, false, false),
                ShippedInput.encodedBytes(catalog, transaction));
        ShippedInput.encode(message, catalog, transaction, inserts);
        return ended(step, message);
    }

    /** That it shall commit, with all that it writes. */
    Message ofDecided(Step step, LocalTransaction local) {
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isOrdered(i)) {
                addOrdered(i, local);
            } else if (i >= told || transaction.written(i)) {
                int at = add(i);
                if (transaction.written(i)) {
                    Answers.putNewValue(batch, at, transaction, i);
                }
            }
        }
        told = transaction.accesses();
        return message(step, Outcome.OK, transaction.type(), true);
    }

    /** That it shall not. */
    Message ofAbort(Step step, Outcome why) {
        batch.clear();
        return message(step, why, transaction.type(), false);
    }

    /**
     * Whether the NIC has something to lock, to look at again or to log. A single record that was only read is not
     * worth it; a single record that is not there is: the host's table tells how old its segment's last loss is,
     * whichever key that was of, and the key may come at the same version or an earlier one. And so is any while it is
     * being decided what a crash has left under way.
     */
    boolean needsNic(LocalTransaction local) {
        int hashed = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && (!isOrdered(i) || local.isStored(i))) {
                return true;
            }
            hashed += isOrdered(i) ? 0 : transaction.found(i) ? 1 : 2;
        }
        return hashed > (ordered || shard.isUndecided() ? 0 : 1);
    }

    private boolean isOrdered(int access) {
        return catalog.isOrdered(transaction.table(access));
    }

    private int add(int i) {
        int at = Answers.add(batch, transaction, plan, i, i);
        if (transaction.answered(i)) {
            batch.set(at, RecordBatch.ANSWERED);
            batch.word(at, Answers.word(transaction, i));
        }
        return at;
    }

    private void addOrdered(int i, LocalTransaction local) {
        if (!local.isStored(i)) {
            return;
        }
        int at = Answers.add(batch, transaction, plan, i, i);
        batch.set(at, RecordBatch.ORDERED);
        if (!local.isLast(i)) {
            batch.set(at, RecordBatch.MORE);
        }
        Answers.putNewValue(batch, at, transaction, i);
        boolean found = transaction.mode(i) != AccessMode.DELETE;
        batch.word(at, NicIndex.word(transaction.installedVersion(i), found));
    }

    private Message message(Step step, Outcome outcome, int type, boolean decided) {
        int number = HostWire.number(submitted ? slot : HostWire.type(type, 1), false, decided, ordered);
        return ended(step, begun(step, outcome, number, 0));
    }

    private Message begun(Step step, Outcome outcome, int number, int moreBytes) {
        Message message = step.take(Wire.HEADER_BYTES + moreBytes + batch.encodedBytes());
        Wire.header(
                message, submitted ? Wire.EXECUTION : Wire.SUBMIT, reference, outcome.ordinal(), batch.count(), number);
        return message;
    }

    private Message ended(Step step, Message message) {
        Wire.append(message, batch);
        step.busy(itemNs * batch.count());
        submitted = true;
        return message;
    }

    /**
     * Takes what the NIC answers: what it has read and, of a transaction that it executed, what that wrote to ordered
     * tables.
     */
    void take(Message message) {
        slot = Wire.number(message) & 0xffff;
        batch.clear();
        batch.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
        for (int i = 0; i < batch.count(); i++) {
            if (batch.is(i, RecordBatch.WRITTEN)) {
                Answers.takeWrite(transaction, batch.tag(i), batch, i);
            } else if (!transaction.answered(batch.tag(i))) {
                Answers.answer(transaction, batch.tag(i), batch, i);
            }
        }
    }

    /** What {@link #take} took. */
    RecordBatch taken() {
        return batch;
    }
}

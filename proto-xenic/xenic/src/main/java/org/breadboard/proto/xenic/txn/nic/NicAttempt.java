// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.wire.Answers;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.OrderedState;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.ShippedInput;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What a NIC has of the transaction that it coordinates: the accesses and what is known of them, their places and
 * locks, what else is to be logged. All of it came in messages. One core.
 */
final class NicAttempt {
    private final Catalog catalog;
    private final int node;
    private final int mostWriteBytes;
    private final boolean combined;
    private final Transaction transaction = new Transaction();
    private final AccessMap plan = new AccessMap();
    private final ShippedInput input;
    private final RecordBatch submitted = new RecordBatch();
    private final RecordBatch ordered = new RecordBatch();
    private int[] tags = new int[16];
    private long reference;
    private boolean shippable;
    private boolean usesOrder;
    private int told;

    NicAttempt(NicSetup setup) {
        catalog = setup.catalog();
        node = setup.node();
        mostWriteBytes = setup.mostWriteBytes();
        combined = setup.options().combinedOperations;
        input = new ShippedInput(catalog);
    }

    /** Takes a transaction from the host, under a reference of its own. */
    void submit(Message message, long as) {
        reference = as;
        shippable = HostWire.isShippable(Wire.number(message));
        usesOrder = HostWire.isOrdered(Wire.number(message));
        int at = input.decode(message, shippable);
        submitted.clear();
        submitted.decode(message.bytes(), at, Wire.records(message));
        restart();
    }

    /** Begins again with what the host submitted. */
    void restart() {
        input.begin(transaction);
        plan.clear();
        ordered.clear();
        told = 0;
        take(submitted);
    }

    /** Takes what the host's execution came to. */
    void execution(Message message) {
        usesOrder |= HostWire.isOrdered(Wire.number(message));
        submitted.clear();
        submitted.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
        take(submitted);
    }

    private void take(RecordBatch batch) {
        for (int i = 0; i < batch.count(); i++) {
            if (batch.is(i, RecordBatch.ORDERED)) {
                if (shippable) {
                    tag(OrderedState.take(transaction, batch, i), batch.tag(i));
                } else {
                    ordered.add(batch, i);
                }
                continue;
            }
            int access = accessOf(batch.tag(i));
            if (access < 0) {
                access = Answers.declare(transaction, batch.mode(i), batch.table(i), batch.key(i));
                tag(access, batch.tag(i));
                if (batch.is(i, RecordBatch.ANSWERED)) {
                    Answers.answer(transaction, access, batch, i);
                }
            }
            if (batch.is(i, RecordBatch.WRITTEN)) {
                Answers.takeWrite(transaction, access, batch, i);
            }
        }
        place();
    }

    private int accessOf(int tag) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (tags[i] == tag) {
                return i;
            }
        }
        return -1;
    }

    private void tag(int access, int tag) {
        if (access >= tags.length) {
            tags = Arrays.copyOf(tags, 2 * access);
        }
        tags[access] = tag;
    }

    /**
     * Takes the accesses in that the logic has declared here, from one on: they have their own numbers on the host,
     * too.
     */
    void declared(int from) {
        for (int i = from; i < transaction.accesses(); i++) {
            tag(i, i);
        }
        place();
    }

    /** Answers what the logic wants of ordered tables, from an access on; false if only its host has that. */
    boolean takesInserts(int from) {
        return input.takesInserts(transaction, from);
    }

    private void place() {
        plan.place(transaction, catalog.placement());
    }

    // What it is.

    long reference() {
        return reference;
    }

    int type() {
        return input.type();
    }

    /** How many rounds its host has run. */
    int rounds() {
        return input.rounds();
    }

    /** The ordered tables that it may insert into where it executes, as bits. */
    long inserts() {
        return input.inserts();
    }

    /** Whether an access is to an ordered table: its host sees to it, and the log. */
    boolean isOrdered(int access) {
        return catalog.isOrdered(transaction.table(access));
    }

    /** How many accesses NICs have to do with. */
    int hashed() {
        int hashed = transaction.accesses();
        for (int i = 0; catalog.hasOrdered() && i < transaction.accesses(); i++) {
            hashed -= isOrdered(i) ? 1 : 0;
        }
        return hashed;
    }

    /** Whether it executes on NICs. */
    boolean isShippable() {
        return shippable;
    }

    /** Whether it uses ordered tables of its host, too. */
    boolean usesOrder() {
        return usesOrder;
    }

    /** The answered access to a leader's record nearest before one, or the leader if none is answered. */
    int latest(int leader, int before) {
        int latest = leader;
        for (int i = leader; i < before; i++) {
            latest = plan.leader(i) == leader && transaction.answered(i) ? i : latest;
        }
        return latest;
    }

    /** Whether an access is answered, and all of it is here: of a record that its host has read, its value is not. */
    boolean hasRecord(int access) {
        return transaction.answered(access) && (!transaction.found(access) || transaction.readBytes(access) > 0);
    }

    /** Whether what may be written is locked when it is read: all must be, before the host validates ordered tables. */
    boolean locksWhatItReads() {
        return combined || usesOrder;
    }

    Transaction transaction() {
        return transaction;
    }

    AccessMap plan() {
        return plan;
    }

    /** What the host writes to ordered tables: only the log has to do with it. */
    RecordBatch ordered() {
        return ordered;
    }

    /** The host's number of an access. */
    int tag(int access) {
        return tags[access];
    }

    boolean isHere(int access) {
        return plan.node(access) == node;
    }

    boolean isReadOnly() {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a message, and a log, have room for all that is written. */
    boolean fits() {
        int bytes = ordered.encodedBytes();
        for (int i = 0; i < transaction.accesses(); i++) {
            bytes += transaction.written(i) ? RecordBatch.encodedBytes(transaction.newBytes(i)) : 0;
        }
        return bytes <= mostWriteBytes;
    }

    /** Adds the record of an access to a batch, with what is known of it. */
    int putAnswered(RecordBatch batch, int access, int tag) {
        if (isOrdered(access)) {
            OrderedState.put(batch, transaction, access, plan.partition(access), tag);
            return batch.count() - 1;
        }
        int at = Answers.add(batch, transaction, plan, access, tag);
        if (transaction.answered(access)) {
            batch.set(at, RecordBatch.ANSWERED);
            batch.word(at, Answers.word(transaction, access));
            if (transaction.found(access)) {
                batch.value(at, transaction.values(), transaction.readAt(access), transaction.readBytes(access));
            }
        }
        return at;
    }

    /** Adds what the host has not been told yet. */
    void putUntold(RecordBatch batch) {
        for (; told < transaction.accesses(); told++) {
            if (!isOrdered(told)) {
                putAnswered(batch, told, tags[told]);
            }
        }
    }

    /** Adds what was written here to ordered tables, for the host to put in. */
    void putOrderedWrites(RecordBatch batch) {
        for (int i = 0; catalog.hasOrdered() && i < transaction.accesses(); i++) {
            if (isOrdered(i) && transaction.written(i)) {
                Answers.putWrite(batch, Answers.add(batch, transaction, plan, i, tags[i]), transaction, i);
            }
        }
    }

    /** The host knows all that it asks for. */
    void allTold() {
        told = transaction.accesses();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.index.NicIndex;

/** Transactions and batches: what one says, put into the other. */
public final class Answers {
    private Answers() {}

    /** Declares an access as a batch names it. */
    public static int declare(Transaction transaction, AccessMode mode, int table, long key) {
        return switch (mode) {
            case READ -> transaction.context().read(table, key);
            case UPDATE -> transaction.context().update(table, key);
            case INSERT -> transaction.context().insert(table, key);
            case DELETE -> transaction.context().delete(table, key);
            default -> throw new IllegalStateException("an access of mode " + mode + " does not go to the NIC");
        };
    }

    /** Answers an access with what a batch has of the record. */
    public static void answer(Transaction transaction, int access, RecordBatch batch, int index) {
        long word = batch.word(index);
        if (NicIndex.isFound(word)) {
            transaction.fetched(
                    access, NicIndex.version(word), batch.values(), batch.valueAt(index), batch.valueBytes(index));
        } else {
            transaction.missing(access, NicIndex.version(word));
        }
    }

    /** Answers an access as another transaction's was; also of the same transaction. */
    public static void copy(Transaction from, int access, Transaction to, int target) {
        if (from.found(access)) {
            to.fetched(target, from.readVersion(access), from.values(), from.readAt(access), from.readBytes(access));
        } else {
            to.missing(target, from.readVersion(access));
        }
    }

    /** What is known of the record of an access that is answered. */
    public static long word(Transaction transaction, int access) {
        return NicIndex.word(transaction.readVersion(access), transaction.found(access));
    }

    /** What a write makes of its record: the next version, which a removal has too. */
    private static long newWord(Transaction transaction, int access) {
        return NicIndex.word(transaction.readVersion(access) + 1, transaction.mode(access) != AccessMode.DELETE);
    }

    /**
     * Adds the record of an access to a batch; {@code tag} is the access's number as who asks counts them. Returns its
     * index.
     */
    public static int add(RecordBatch batch, Transaction transaction, AccessMap plan, int access, int tag) {
        return batch.add(
                transaction.mode(access),
                transaction.table(access),
                plan.partition(access),
                transaction.key(access),
                tag);
    }

    /** Puts what an access writes into a batch, with the record's next word. */
    public static void putWrite(RecordBatch batch, int index, Transaction transaction, int access) {
        batch.word(index, newWord(transaction, access));
        putNewValue(batch, index, transaction, access);
    }

    /** Puts what an access writes into a batch, and leaves the word as it was read. */
    public static void putNewValue(RecordBatch batch, int index, Transaction transaction, int access) {
        batch.set(index, RecordBatch.WRITTEN);
        if (transaction.mode(access) != AccessMode.DELETE) {
            batch.value(index, transaction.values(), transaction.newAt(access), transaction.newBytes(access));
        }
    }

    /** Makes the write of an access what a batch says. */
    public static void takeWrite(Transaction transaction, int access, RecordBatch batch, int index) {
        if (transaction.mode(access) == AccessMode.DELETE) {
            transaction.context().remove(access);
        } else {
            transaction.context().newValue(access, batch.valueBytes(index));
            System.arraycopy(
                    batch.values(),
                    batch.valueAt(index),
                    transaction.values(),
                    transaction.newAt(access),
                    batch.valueBytes(index));
        }
    }
}
